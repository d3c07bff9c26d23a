import SchedulerDaemon
import SchedulerEnforcement
import SchedulerInstance

extension Console {
  /// Connects to the daemon of an instance.
  ///
  /// Throws with code 69 and a remedy if there is no daemon, with 77 if this user may not talk to it, and with 78 if
  /// there is no configuration for a daemon.
  func connect(_ invocation: Invocation, to instance: Instance) throws(CommandFailure) -> ControlClient {
    let isChange = invocation.command.options.contains(.offline)
    let consequence = isChange ? ", so nothing was done" : ""
    guard let path = try socketPath(invocation, of: instance) else {
      let named = "'--socket PATH' names the socket of one, also for 'schedctl run'"
      throw CommandFailure(
        code: .unavailable, message: "no daemon of '\(instance.directory)' is known\(consequence)",
        help: offlineHelp(invocation, for: instance, keeper: "has no socket that is known") + [named])
    }
    let cause: SystemError
    do throws(SystemError) {
      return try ControlClient(path)
    } catch {
      cause = error
    }
    guard cause != .forbidden else {
      throw CommandFailure(
        code: .refused, message: "you may not talk to the daemon on '\(path)'",
        help: ["with 'group' in [daemon] the members of a group may"])
    }
    let isKept = instance.keeper != nil
    let isNamed = path != instance.socketPath
    if !isKept, isChange { try CommandFailure.mapping(instance.refuseMissingConfiguration()) }
    let message = isKept || isNamed ? "nobody listens on '\(path)' (\(cause))" : "no daemon is running"
    let start = daemonCommand(invocation, socket: isNamed ? path : nil)
    throw CommandFailure(
      code: .unavailable, message: message + consequence,
      help: offlineHelp(invocation, for: instance, keeper: "does not listen there")
        + (isKept ? [] : ["'\(start)' starts one"]))
  }

  /// Returns the command that starts a daemon with the configuration and the state directory of an invocation.
  private func daemonCommand(_ invocation: Invocation, socket: String?) -> String {
    let options: [Option] = [.config, .system, .user, .state]
    var words = ["schedctl", "run"]
    for given in invocation.words.given where options.contains(given.option) {
      words += ["--" + given.option.name] + (given.value.map { [$0] } ?? [])
    }
    words += socket.map { ["--socket", $0] } ?? []
    return words.map(\.quotedForShell).joined(separator: " ")
  }

  /// Returns help for running the command without a daemon. If a process keeps the state directory, the help names that
  /// process instead, because no other process may change the directory then.
  private func offlineHelp(_ invocation: Invocation, for instance: Instance, keeper words: String) -> [String] {
    if let process = instance.keeper { return ["process \(process) keeps '\(instance.directory)', and \(words)"] }
    guard invocation.command.options.contains(.offline) else { return [] }
    let options = self.words.prefix { $0 != "--" }
    let line = options + ["--offline"] + self.words.dropFirst(options.count)
    return ["'schedctl \(line.map(\.quotedForShell).joined(separator: " "))' changes the state directory itself"]
  }

  /// Sends a command to the daemon and prints its result. If a typed text opens a lock and the user is at a terminal,
  /// asks for the text.
  mutating func callDaemon(
    _ call: DaemonCall, for invocation: Invocation, by requester: Requester?
  ) throws(CommandFailure) -> ExitCode {
    var client = try connect(invocation, to: instance(invocation))
    var call = call
    if let requester { call.add(requester, isPerson: canAsk) }
    let reply: JSONObject
    do throws(ControlError) {
      reply = try client.call(call, answering: "message")
    } catch {
      messages.write(error.diagnostics)
      guard let text = error.text, canAsk else { throw CommandFailure(error) }
      try typing(text, because: error.message, help: error.help)
      call.parameters["text"] = .string(text)
      reply = try CommandFailure.mapping(client.call(call, answering: "message")) { (error: ControlError) in
        .init(error)
      }
    }
    tell(reply, for: invocation)
    return .success
  }

  /// Prints the result of a command.
  mutating func tell(_ reply: JSONObject, for invocation: Invocation) {
    isDone = true
    if invocation.has(.json) {
      var rest = reply
      rest["message"] = nil
      rest["notes"] = nil
      output.valueLine { $0.value(reply["result"]?.objectValue.map(JSONValue.object) ?? .object(rest)) }
    } else if verbosity > .quiet, let message = reply["message"]?.stringValue {
      output.write(message + "\n")
    }
    for note in reply["notes"]?.arrayValue?.compactMap(\.stringValue) ?? [] { say("schedctl: \(note)") }
  }

  /// Returns the socket of the daemon of an instance, or nil if it is unknown.
  ///
  /// The socket is `--socket`, else `$SCHEDCTL_SOCKET`, else `control.sock` in the run-time directory. With `--state`
  /// the latter two are ignored, because they belong to another state directory.
  func socketPath(_ invocation: Invocation, of instance: Instance) throws(CommandFailure) -> String? {
    if let path = try invocation.value(of: .socket) {
      guard !path.isEmpty else { throw .usage("'--socket' needs the path of a socket") }
      return path
    }
    if let path = environment["SCHEDCTL_SOCKET"], !path.isEmpty, !invocation.has(.state) { return path }
    return instance.socketPath
  }

  /// Returns what enforces the shield of an instance, as its daemon says: on its socket, or in `live.json` to users who may
  /// not use that. Nothing does so without a daemon that answers soon.
  func enforcement(_ invocation: Invocation, of instance: Instance) throws(CommandFailure) -> EnforcementStatus {
    var status = try adapters(invocation, of: instance)
    // With `private`, the extension may not know what is blocked.
    status.hasExtension = FileStatus(path: instance.shieldPath)?.isReadableByOthers == true && hasExtension
    return status
  }

  /// Whether a browser of the machine has the extension of this program.
  var hasExtension: Bool { InstalledBrowser.isExtensionInstalled(root: host.places.root) }

  private func adapters(_ invocation: Invocation, of instance: Instance) throws(CommandFailure) -> EnforcementStatus {
    let answer = try enforcementAnswer(invocation, of: instance)
    if let answer { return answer }
    if let published = instance.publishedState(), instance.isCurrent(published) {
      return EnforcementStatus(adapters: published.live.adapters)
    }
    var status = EnforcementStatus()
    status.leftovers = leftovers(of: instance)
    return status
  }

  /// What the daemon answers; nil for no answer.
  private func enforcementAnswer(
    _ invocation: Invocation, of instance: Instance
  ) throws(CommandFailure) -> EnforcementStatus? {
    guard let path = try socketPath(invocation, of: instance) else { return nil }
    do throws(SystemError) {
      var client = try ControlClient(path, timeout: Self.enforcementTimeout)
      do throws(ControlError) {
        return EnforcementStatus(try client.call(DaemonCall(.enforcement), answering: "adapters"))
      } catch {
        return nil
      }
    } catch {
      return nil
    }
  }

  /// The time to wait for a daemon that is asked what enforces the shield, in milliseconds.
  private static let enforcementTimeout: Int32 = 2_000

  /// Returns the address on which a daemon should listen, or nil if it is unknown.
  func controlAddress(
    _ invocation: Invocation, of instance: Instance
  ) throws(CommandFailure) -> ControlAddress? {
    guard var path = try socketPath(invocation, of: instance) else { return nil }
    if !path.hasPrefix("/") {
      path = try CommandFailure.mapping(WorkingDirectory.path() + "/" + path) { (error: SystemError) in
        .init(code: .inputOutput, message: "cannot listen on '\(path)': \(error)")
      }
    }
    let directory = String(path.prefix(through: path.lastIndex(of: "/") ?? path.startIndex))
    var links = [directory + ControlAddress.linkName]
    if directory == host.places.systemRuntime + "/", FileWriter().isTaken(host.places.varlinkRegistry) {
      links.append("\(host.places.varlinkRegistry)/\(ControlAddress.linkName)")
    }
    return ControlAddress(path: path, links: links)
  }

  /// Listens on an address, for the owner and the members of a group.
  ///
  /// Throws with code 69 if another process already listens there, and with 74 if listening fails.
  func listen(at address: ControlAddress, admitting group: UInt32?) throws(CommandFailure) -> ListeningSocket {
    let directory = String(address.path.prefix(upTo: address.path.lastIndex(of: "/") ?? address.path.startIndex))
    do throws(FileSystemError) {
      if !directory.isEmpty, !FileWriter().isTaken(directory) {
        try DirectoryFileSystem.create(directory, permissions: 0o755)
      }
    } catch {
      throw CommandFailure(code: .inputOutput, message: "cannot make '\(directory)': \(error.reason)")
    }
    try refuseAnswered(address.path)
    return try CommandFailure.mapping(address.open(admitting: group)) { (error: SystemError) in
      .init(code: .inputOutput, message: "cannot listen on '\(address.path)': \(error)")
    }
  }

  /// Throws with code 69 if a process listens on a path.
  func refuseAnswered(_ path: String) throws(CommandFailure) {
    do throws(SystemError) {
      _ = try LocalConnection(to: path)
    } catch {
      return
    }
    throw CommandFailure(
      code: .unavailable, message: "another process already listens on '\(path)'",
      help: ["'--socket PATH' names another socket"])
  }
}
