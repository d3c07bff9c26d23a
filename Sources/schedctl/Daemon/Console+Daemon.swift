import SchedulerDaemon
import SchedulerEnforcement
import SchedulerInstance

extension Console {
  /// Runs the daemon on a state directory until a signal ends it.
  ///
  /// Throws as `open`, and with code 74 if the system has no timers or descriptors left.
  mutating func runDaemon(_ invocation: Invocation) throws(CommandFailure) -> ExitCode {
    // Signals are blocked before anything that takes time, so that no signal ends the daemon without cleanup.
    var options = try machineOptions(invocation)
    var guarding = inheritedGuard(from: options.notifier)
    let instance = try self.instance(invocation)
    if options.notifier != nil, instance.runtime == host.places.systemRuntime {
      options.shieldNote = ShieldNote(at: host.places.shieldNote)
    }
    options.isOfSystem = host.isSystem(instance)
    options.guarded = instance.publishedPaths
    options.published = instance.publishedPaths + instance.statePaths
    try refuseTakenSocket(invocation, of: instance)
    let state = try open(
      instance, ifTaken: "one process works on a state directory; 'schedctl status' shows what comes of it")
    let settings = state.engine.engine.configuration.daemon
    try openSockets(invocation, of: instance, settings: settings, options: &options)
    let server = try controlServer(instance, lastNumber: state.engine.engine.lastNumber)
    revertAbandonedTrial(in: state.instance.directory)
    options.adapters = try adapters(of: state, following: options.enforcement, guarding: &guarding)
    options.logZone = state.engine.engine.configuration.zone.rules
    announce(state, options: options)
    messages.flush()
    let taken: StateStoreError?
    do throws(SystemError) {
      taken = try state.keep(answering: server, options: options)
    } catch {
      throw Self.cannotWait(error)
    }
    guard let taken else { return .success }
    throw CommandFailure(
      code: .unavailable, message: "\(taken), which has taken '\(instance.directory)'")
  }

  private func adapters(
    of state: borrowing OpenState, following settings: SharedEnforcementSettings, guarding: inout GuardInheritance
  ) throws(CommandFailure) -> [any EnforcementAdapter] {
    let isGuardUsed = !host.places.isElsewhere && state.engine.engine.configuration.enforcement.uses(.execGuard)
    let directory = state.instance.directory
    // The adapter has it then, and can close it.
    defer { guarding.group = nil }
    do throws(SystemError) {
      try guarding.release(unless: isGuardUsed)
      return try adapters(following: settings, in: directory, guarding: guarding)
    } catch {
      throw CommandFailure(code: .inputOutput, message: "the adapters cannot be created: \(error)")
    }
  }

  /// Logs in one line what the daemon keeps: the configuration, the zone, the profiles, the next change, the state and the
  /// socket.
  private mutating func announce(_ state: borrowing OpenState, options: borrowing LinuxMachine.Options) {
    guard LogEntry.Priority.info <= options.leastPriority else { return }
    let configuration = state.engine.engine.configuration
    let count = configuration.profiles.count
    let zone = configuration.zone.rules
    let change = state.engine.nextDeadline.instant(after: state.now).map {
      "next change \(ZonedText($0, in: zone).words(besides: ZonedText(state.now.wall, in: zone)))"
    }
    let words = [
      "keeps \(state.update.title)", configuration.zone.title, count == 1 ? "1 profile" : "\(count) profiles",
      change ?? "no change is coming", "state in \(state.instance.directory)",
      options.address.map { "socket \($0.path)" }
        ?? (options.sockets.isEmpty ? "no socket" : "socket of the service manager"),
    ]
    let entry = LogEntry(
      .info, message: words.joined(separator: " · "), at: state.now.wall, zone: configuration.zone.rules)
    messages.write(entry.line(options.logFormat))
  }

  /// Throws with code 69 if a daemon already listens on the socket, before anything is created or evaluated. If a
  /// process keeps the state, the lock of the state reports that later.
  private func refuseTakenSocket(_ invocation: Invocation, of instance: Instance) throws(CommandFailure) {
    guard instance.keeper == nil, ListeningSocket.isHandedOver(environment) == false else { return }
    if let path = try socketPath(invocation, of: instance) { try refuseAnswered(path) }
  }

  /// Uses the sockets of a service manager, or creates one.
  private mutating func openSockets(
    _ invocation: Invocation, of instance: Instance, settings: DaemonSettings, options: inout LinuxMachine.Options
  ) throws(CommandFailure) {
    options.sockets = ListeningSocket.inherited(environment)
    options.group = instance.host.groupID(of: settings)
    guard options.sockets.isEmpty else { return admit(options.group, to: options.sockets) }
    guard let address = try controlAddress(invocation, of: instance) else {
      say("schedctl: the daemon has no socket: its path would be too long; '--socket PATH' names a shorter one")
      return
    }
    options.sockets = [try listen(at: address, admitting: options.group)]
    options.address = address
    options.published += ([address.path] + address.links).map { WatchedPath($0) }
  }

  /// Allows the members of a group to connect to sockets that a service manager has made. Without a group they stay as the
  /// service manager has made them.
  private mutating func admit(_ group: UInt32?, to sockets: [ListeningSocket]) {
    guard let group else { return }
    for socket in sockets {
      do throws(SystemError) {
        try socket.admit(group: group)
      } catch {
        say("schedctl: the group of [daemon] cannot be allowed to connect: \(error)")
      }
    }
  }

  private func controlServer(_ instance: Instance, lastNumber: Int64) throws(CommandFailure) -> ControlServer {
    do throws(VarlinkInterface.SyntaxError) {
      let service = try ControlService(ownerID: environment.effectiveUserID)
      return ControlServer(service, host: instance, lastNumber: lastNumber)
    } catch {
      throw CommandFailure(code: .software, message: "the interface of the control socket cannot be read")
    }
  }

  private static func cannotWait(_ error: SystemError) -> CommandFailure {
    CommandFailure(code: .inputOutput, message: "the daemon cannot wait: \(error)")
  }

  private func machineOptions(_ invocation: Invocation) throws(CommandFailure) -> LinuxMachine.Options {
    var options = LinuxMachine.Options()
    options.signals = try CommandFailure.mapping(LinuxMachine.takenSignals()) { Self.cannotWait($0) }
    options.leastPriority =
      switch verbosity {
      case .quiet: .warning
      case .normal: .info
      case .verbose: .debug
      }
    let format = try invocation.value(of: .logFormat) ?? "auto"
    if let format = LogFormat(rawValue: format) {
      options.logFormat = format
    } else if format == "auto" {
      options.logFormat = JournalStream.isConnected(to: 2, environment: environment) ? .journal : .text
    } else {
      throw .usage("'--log-format' is auto, text, journal or json, found '\(format)'")
    }
    options.notifier = try CommandFailure.mapping(ServiceNotifier(environment)) { (error: SystemError) in
      .init(
        code: .inputOutput, message: "cannot reach the service manager that NOTIFY_SOCKET names: \(error)")
    }
    return options
  }
}
