import SchedulerInstance

extension Subcommand {
  static let agent = Subcommand(
    name: "agent", arguments: "", argumentCount: 0...0, summary: "Show notifications on your desktop, and measure use",
    discussion: """
      Shows the notifications of the machine's daemon and of your own with notify-send(1) until it is stopped: warnings before
      a window starts and ends, starts and ends, the end of breaks, reminders, and changes of the clock. 'notify = false' in
      [daemon] turns them off. If too many arrive at once, a single notification gives their number.

      It also adds up what you use, by application, category, domain and quarter of an hour, in files that only you and root
      can read: 'schedctl insights' shows it, and 'schedctl forget' deletes it. It tells the daemons what is in use, for their
      limits. Where the desktop does not say that, it asks ActivityWatch, if its server runs.

      Run it in your desktop session; 'schedctl install' installs a systemd unit that does. The agent waits for a daemon that
      is not running yet. To receive notifications of the machine's daemon you have to be in the group in its [daemon].

      Without notify-send it shows nothing, and says so; Debian has it in the package libnotify-bin.
      """,
    examples: [
      ("schedctl agent", "shows notifications until it is ended"),
      ("schedctl agent --user", "only those of your own daemon"),
    ], run: runAgent)
}

private func runAgent(_ invocation: Invocation, in session: inout Console) throws(CommandFailure) -> ExitCode {
  let paths = try session.agentSockets(invocation)
  guard !paths.isEmpty else {
    throw CommandFailure(
      code: .unavailable, message: "no daemon is known", help: ["'--socket PATH' names the socket of one"])
  }
  if let lack = DesktopNotifier(session.environment).lack {
    session.say("schedctl: no notifications are shown, because \(lack)")
    session.say("help: Debian has it in the package libnotify-bin; what you use is recorded all the same")
    session.messages.flush()
  }
  let recorder = try session.useRecorder(invocation)
  do throws(SystemError) {
    var agent = try NotificationAgent(paths, environment: session.environment, recorder: recorder)
    try agent.run(&session)
  } catch {
    throw CommandFailure(code: .inputOutput, message: "cannot wait for notices: \(error)")
  }
  return .success
}

extension Console {
  /// Returns what writes down the use of the person; nil after a message if they have no home directory.
  fileprivate mutating func useRecorder(_ invocation: Invocation) throws(CommandFailure) -> UseRecorder? {
    let choice = try ConfigurationChoice(invocation, environment: environment)
    do throws(CommandFailure) {
      let path = try useDirectory()
      guard hasStateHome else {
        sayMore("schedctl: use is not recorded, because the home directory does not exist")
        return nil
      }
      var recorder = UseRecorder(in: path, environment: environment, zones: zones) { [host] in host.keptUse(choice) }
      recorder.begin(atBoot: SystemClocks.boot(), session: &self)
      return recorder
    } catch {
      say("schedctl: use is not recorded: \(error.message)")
      return nil
    }
  }

  /// Whether the directory above the person's state exists. It is never made: a service account has none on purpose.
  private var hasStateHome: Bool {
    guard environment["XDG_STATE_HOME"] == nil, let home = environment["HOME"] else { return true }
    do throws(SystemError) { return try FileStatus.ifPresent(home) != nil } catch { return false }
  }

  /// Returns the sockets of the chosen daemons, or of all daemons that concern this user if none is chosen.
  fileprivate func agentSockets(_ invocation: Invocation) throws(CommandFailure) -> [String] {
    let isChosen =
      [.socket, .state, .config, .system, .user].contains { invocation.has($0) }
      || environment["SCHEDCTL_SOCKET"] != nil
    if isChosen || environment.effectiveUserID == 0 {
      return try [socketPath(invocation, of: instance(invocation))].compactMap(\.self)
    }
    return [InstanceScope.system, .user].compactMap { host.instance(of: $0)?.socketPath }
  }
}
