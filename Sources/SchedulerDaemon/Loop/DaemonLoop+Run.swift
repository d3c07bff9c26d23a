import Scheduler
import SchedulerCivilTime
import SchedulerPlatform
import SchedulerStore

extension DaemonLoop {
  /// Runs until a signal ends it.
  ///
  /// - Parameters:
  ///   - evaluations: what came of the evaluations with which the state was opened.
  ///   - host: the program around it.
  ///   - machine: what it waits for.
  ///   - files: the state directory.
  /// - Throws: what makes waiting impossible; what is durable is so all the same.
  public mutating func run(
    after evaluations: consuming [Evaluation], _ host: inout some DaemonHost & ~Copyable,
    on machine: inout some DaemonMachine & ~Copyable, in files: inout some FileSystem & ~Copyable
  ) throws(SystemError) {
    perform(begin(evaluations, at: machine.moment(), in: &files), &host, &machine, in: &files)
    while !isOver {
      let happenings = Self.ordered(try machine.wait(until: deadline))
      readSinceWait = nil
      for happening in happenings where !isOver { take(happening, &host, &machine, in: &files) }
    }
  }

  private mutating func take(
    _ happening: Happening, _ host: inout some DaemonHost & ~Copyable,
    _ machine: inout some DaemonMachine & ~Copyable, in files: inout some FileSystem & ~Copyable
  ) {
    let now = machine.moment()
    let actions = handle(happening, at: now, isSynchronised: machine.isSynchronised(), in: &files)
    perform(actions, &host, &machine, in: &files)
  }

  private mutating func perform(
    _ actions: [LoopAction], _ host: inout some DaemonHost & ~Copyable,
    _ machine: inout some DaemonMachine & ~Copyable, in files: inout some FileSystem & ~Copyable
  ) {
    for action in actions {
      switch action {
      case .log(let entry): machine.log(entry)
      case .tell(let messages): machine.tell(messages)
      case .readConfiguration: readConfiguration(&host, &machine, in: &files)
      case .protect: protect(&host, &machine, in: &files)
      case .publish: publish(&host, &machine)
      case .send(let connection): send(to: connection, &host, &machine, in: &files)
      case .listen(let connection):
        // What was carried out meanwhile may have changed it.
        machine.listen(to: connection, control?.service.wantsInput(from: connection) ?? false)
      case .close(let connection): machine.close(connection)
      case .refuse(let connection, let bytes):
        _ = machine.write(bytes[...], to: connection)
        machine.close(connection)
      case .startHook(let id, let run): machine.startHook(id, run)
      case .stopHook(let id, let isForced): machine.stopHook(id, isForced: isForced)
      case .stop: return
      }
    }
  }

  /// Writes to a client once; what is left, and what comes of it, waits until there is room and others had their turn.
  private mutating func send(
    to connection: ConnectionID, _ host: inout some DaemonHost & ~Copyable,
    _ machine: inout some DaemonMachine & ~Copyable, in files: inout some FileSystem & ~Copyable
  ) {
    let bytes = output(of: connection)
    if bytes.isEmpty { return }
    if sending == nil {
      let count = machine.write(bytes, to: connection)
      if count > 0 {
        sending = connection
        take(.client(.sent(count, to: connection)), &host, &machine, in: &files)
        sending = nil
      }
    }
    if !output(of: connection).isEmpty { machine.awaitRoom(connection) }
  }

  private func output(of connection: ConnectionID) -> ArraySlice<UInt8> {
    control?.service.output(of: connection) ?? []
  }

  /// Reads the configuration; once more if a file of it may have changed before it was watched.
  private mutating func readConfiguration(
    _ host: inout some DaemonHost & ~Copyable, _ machine: inout some DaemonMachine & ~Copyable,
    in files: inout some FileSystem & ~Copyable
  ) {
    if let readSinceWait { return take(.configurationRead(readSinceWait), &host, &machine, in: &files) }
    let (stored, accepted) = (engine.storedConfiguration, engine.engine.acceptedConfigurations)
    var reading = host.readConfiguration(besides: stored, accepted, at: machine.moment().wall)
    if machine.watch(reading.watched) {
      reading = host.readConfiguration(besides: stored, accepted, at: machine.moment().wall)
      _ = machine.watch(reading.watched)
    }
    var known = reading
    (known.input, known.record) = (nil, nil)
    readSinceWait = known
    take(.configurationRead(reading), &host, &machine, in: &files)
  }

  private mutating func publish(
    _ host: inout some DaemonHost & ~Copyable, _ machine: inout some DaemonMachine & ~Copyable
  ) {
    let now = machine.moment()
    let failures = host.publish(engine.engine, at: now, isLifted: isLifted)
    for failure in failures where !toldPublishing.contains(failure) {
      machine.log(LogEntry(.error, failure, at: now.wall, zone: engine.engine.configuration.zone.rules))
    }
    toldPublishing = failures
  }
}

extension DaemonLoop {
  /// Time first, then changes of files, several of which are one: an edit counts before what somebody asks for behind
  /// it.
  private static func ordered(_ happenings: [Happening]) -> [Happening] {
    let changes = happenings.filter(\.isConfigurationChange)
    guard let change = changes.first else { return happenings }
    let others = happenings.filter { !$0.isConfigurationChange }
    let time = others.prefix { if case .woken = $0 { true } else { false } }
    return time + [change] + others.dropFirst(time.count)
  }
}

extension Happening {
  fileprivate var isConfigurationChange: Bool { if case .configurationChanged = self { true } else { false } }
}
