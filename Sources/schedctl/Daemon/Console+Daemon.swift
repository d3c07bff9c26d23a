import Scheduler
import SchedulerCivilTime
import SchedulerDaemon
import SchedulerPlatform
import SchedulerStore

extension Console {
  /// Runs the daemon over a state directory until a signal ends it.
  ///
  /// Throws as `openState`, and with code 74 when the machine has no timers or descriptors left.
  mutating func runDaemon(_ invocation: Invocation) throws(CommandFailure) -> ExitCode {
    // Before all that takes time: none of them ends it by surprise.
    var options = try machineOptions(invocation)
    let place = try statePlace(invocation)
    options.published = publishedPaths(place) + statePaths(place)
    try refuseTakenSocket(invocation, place)
    let work = try openStateAlone(place)
    let settings = work.engine.engine.configuration.daemon
    let server: ControlServer
    do throws(CommandFailure) {
      try openSockets(invocation, place, settings, &options)
      server = try controlServer(place, lastNumber: work.engine.engine.lastNumber)
    } catch {
      work.close()
      throw error
    }
    sayMore("schedctl: keeps '\(place.directory)' by \(work.inForce.title)")
    messages.flush()
    let now = work.now
    let fault = work.inForce.fault.map(ConfigurationFault.init)
    let held = work.handOver(fault: fault, control: server)
    var program = DaemonProgram(consume self, place)
    let taken: StateStoreError?
    do throws(SystemError) {
      taken = try Self.run(held, &program, options, now)
    } catch {
      self = program.end()
      throw Self.cannotWait(error)
    }
    self = program.end()
    guard let taken else { return .success }
    throw CommandFailure(
      code: .unavailable, message: "\(taken), which has taken '\(place.directory)'")
  }

  /// Throws with code 69 when somebody listens already where the daemon would, before anything is made or done. Who has the
  /// state as well is told by its lock.
  private func refuseTakenSocket(_ invocation: Invocation, _ place: StatePlace) throws(CommandFailure) {
    guard keeper(of: place) == nil, ListeningSocket.isHandedOver(environment) == false else { return }
    if let path = try socketPath(invocation, place) { try refuseAnswered(path) }
  }

  private mutating func openStateAlone(_ place: StatePlace) throws(CommandFailure) -> StateWork {
    do throws(CommandFailure) {
      return try openState(place)
    } catch {
      guard error.code == .unavailable else { throw error }
      throw CommandFailure(
        code: .unavailable, message: error.message,
        help: ["one process works on a state directory; 'schedctl status' shows what comes of it"])
    }
  }

  /// Takes over the sockets of a service manager, else makes the own one.
  private mutating func openSockets(
    _ invocation: Invocation, _ place: StatePlace, _ settings: DaemonSettings, _ options: inout LinuxMachine.Options
  ) throws(CommandFailure) {
    options.sockets = ListeningSocket.inherited(environment)
    guard options.sockets.isEmpty else { return }
    guard let address = try controlAddress(invocation, place, settings) else {
      say("schedctl: nobody can talk to the daemon: there is no run-time directory; '--socket PATH' names a socket")
      return
    }
    options.sockets = [try listen(at: address)]
    options.address = address
    options.published += ([address.path] + address.links).map { WatchedPath($0) }
  }

  private func controlServer(_ place: StatePlace, lastNumber: Int64) throws(CommandFailure) -> ControlServer {
    let surroundings = ProgramSurroundings(
      directory: place.directory, environment: environment, accounts: places.accounts)
    do throws(VarlinkInterface.SyntaxError) {
      let service = try ControlService(ownerID: environment.effectiveUserID)
      return ControlServer(service, surroundings, lastNumber: lastNumber)
    } catch {
      throw CommandFailure(code: .software, message: "the interface of the control socket cannot be read")
    }
  }

  /// - Returns: that another process has taken the directory, and which; nil when none has.
  private static func run(
    _ held: consuming HeldState, _ program: inout DaemonProgram, _ options: LinuxMachine.Options, _ now: Moment
  ) throws(SystemError) -> StateStoreError? {
    var machine = try LinuxMachine(options, now: now)
    try held.loop.run(after: held.takeEvaluations(), &program, on: &machine, in: &held.files)
    // Whoever has the directory next finds no hook that still runs.
    machine.end()
    let taken = held.loop.taken
    held.loop.engine.close(in: &held.files)
    return taken
  }

  private static func cannotWait(_ error: SystemError) -> CommandFailure {
    CommandFailure(code: .inputOutput, message: "the daemon cannot wait: \(error)")
  }

  private func machineOptions(_ invocation: Invocation) throws(CommandFailure) -> LinuxMachine.Options {
    var options = LinuxMachine.Options()
    do throws(SystemError) { options.signals = try LinuxMachine.takenSignals() } catch { throw Self.cannotWait(error) }
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
    do throws(SystemError) {
      options.notifier = try ServiceNotifier(environment)
    } catch {
      throw CommandFailure(
        code: .inputOutput, message: "cannot reach the service manager that NOTIFY_SOCKET names: \(error)")
    }
    return options
  }
}
