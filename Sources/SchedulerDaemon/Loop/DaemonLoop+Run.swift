import Scheduler
import SchedulerPlatform

extension DaemonLoop {
  /// Runs until a signal ends the loop.
  ///
  /// Between two looks at the clock it does at most one piece of work for clients. What is due then, signals and changed
  /// files come before the next piece.
  ///
  /// - Parameters:
  ///   - evaluations: the evaluations made when the state was opened.
  ///   - machine: the machine on which the loop waits, reads and writes.
  ///   - files: the state directory.
  /// - Throws: an error that makes waiting impossible. Durable changes stay durable.
  public mutating func run(
    after evaluations: consuming [Evaluation], on machine: inout some DaemonMachine & ~Copyable,
    in files: inout some FileSystem & ~Copyable
  ) throws(SystemError) {
    // The adapters have their orders before the disk frees what they do not need.
    engine.releasesLater = true
    noticedSuspension = machine.suspendedNanoseconds()
    perform(begin(evaluations, at: machine.moment(), in: &files), on: &machine, in: &files)
    while !isOver {
      let events = Self.ordered(try machine.wait(until: deadline, isBusy: hasClientWork))
      readSinceWait = nil
      let suspended = machine.suspendedNanoseconds()
      if suspended - noticedSuspension >= Self.shortestSuspension {
        take(.resumed(afterNanoseconds: suspended - noticedSuspension), on: &machine, in: &files)
        noticedSuspension = suspended
      }
      for event in events {
        if isOver {
          if case .reports(let reports) = event { takeLate(reports, atBoot: machine.moment().boot) }
          continue
        }
        take(event, on: &machine, in: &files)
        engine.release(in: &files)
      }
      if !isOver, hasClientWork { take(.turn, on: &machine, in: &files) }
      engine.release(in: &files)
    }
    finishEnforcement(on: &machine)
    perform(finish(at: machine.moment(), in: &files), on: &machine, in: &files)
  }

  /// The shortest suspension that is left out of use, in nanoseconds: the two clocks are not read at one moment.
  private static let shortestSuspension: Int64 = 10_000_000

  private mutating func take(
    _ event: LoopEvent, on machine: inout some DaemonMachine & ~Copyable, in files: inout some FileSystem & ~Copyable
  ) {
    let now = machine.moment()
    let actions = handle(event, at: now, isSynchronised: machine.isSynchronised(), in: &files)
    perform(actions, on: &machine, in: &files)
  }

  private mutating func perform(
    _ actions: [LoopAction], on machine: inout some DaemonMachine & ~Copyable,
    in files: inout some FileSystem & ~Copyable
  ) {
    for action in actions {
      switch action {
      case .log(let entry): machine.log(entry)
      case .tell(let messages): machine.tell(messages)
      case .readConfiguration: readConfiguration(on: &machine, in: &files)
      case .protect: protect(on: &machine, in: &files)
      case .publish: publish(on: &machine)
      case .send(let connection): send(to: connection, on: &machine, in: &files)
      case .listen(let connection):
        // The actions performed meanwhile may have changed this.
        machine.listen(to: connection, isWanted: control?.service.wantsInput(from: connection) ?? false)
      case .close(let connection): machine.close(connection)
      case .refuse(let connection, let bytes):
        _ = machine.write(bytes[...], to: connection)
        machine.close(connection)
      case .startHook(let id, let run): machine.startHook(id, run: run)
      case .stopHook(let id, let isForced): machine.stopHook(id, isForced: isForced)
      case .order(let order, to: let adapter): machine.order(order, to: adapter)
      case .configureAdapters(let settings): machine.configureAdapters(settings)
      case .findPrograms(except: let users):
        take(.programsFound(machine.runningPrograms(except: users)), on: &machine, in: &files)
      case .checkUse(let check):
        take(.useChecked(check, machine.evidence(about: check)), on: &machine, in: &files)
      case .endSessions(let userID, let consequence): machine.endSessions(of: userID, by: consequence)
      case .stop: return
      }
    }
  }

  /// Writes to a client once. Remaining bytes, and bytes that follow from this write, wait until there is room and
  /// other clients have had their turn.
  private mutating func send(
    to connection: ConnectionID, on machine: inout some DaemonMachine & ~Copyable,
    in files: inout some FileSystem & ~Copyable
  ) {
    let bytes = output(of: connection)
    if bytes.isEmpty { return }
    if sending == nil {
      let count = machine.write(bytes, to: connection)
      if count > 0 {
        sending = connection
        take(.client(.sent(count, to: connection)), on: &machine, in: &files)
        sending = nil
      }
    }
    if !output(of: connection).isEmpty { machine.awaitRoom(connection) }
  }

  private func output(of connection: ConnectionID) -> ArraySlice<UInt8> {
    control?.service.output(of: connection) ?? []
  }

  /// Reads the configuration. Reads it again if a file may have changed before it was watched.
  private mutating func readConfiguration(
    on machine: inout some DaemonMachine & ~Copyable,
    in files: inout some FileSystem & ~Copyable
  ) {
    if let readSinceWait { return take(.configurationRead(readSinceWait), on: &machine, in: &files) }
    let (stored, accepted) = (engine.storedConfiguration, engine.engine.configurationVersions)
    var update = machine.readConfiguration(besides: stored, known: accepted)
    if machine.watch(update.watched) {
      update = machine.readConfiguration(besides: stored, known: accepted)
      _ = machine.watch(update.watched)
    }
    var known = update
    (known.input, known.record) = (nil, nil)
    readSinceWait = known
    take(.configurationRead(update), on: &machine, in: &files)
  }

  private mutating func publish(on machine: inout some DaemonMachine & ~Copyable) {
    let now = machine.moment()
    let facts = PublicationFacts(
      progress: engine.progress, isLifted: isLifted, isLast: isOver, adapters: enforcement?.told ?? [])
    let failures = machine.publish(engine.engine, facts: facts)
    for failure in failures where !toldPublishing.contains(failure) {
      machine.log(LogEntry(.error, message: failure, at: now.wall, zone: engine.engine.configuration.zone.rules))
    }
    toldPublishing = failures
  }

  /// Returns the events with time first, then a single event for all changes of files. Thus an edit takes effect before
  /// a client's later request.
  private static func ordered(_ events: [LoopEvent]) -> [LoopEvent] {
    let changes = events.filter(\.isConfigurationChange)
    guard let change = changes.first else { return events }
    let others = events.filter { !$0.isConfigurationChange }
    let time = others.prefix { if case .woken = $0 { true } else { false } }
    return time + [change] + others.dropFirst(time.count)
  }
}

extension LoopEvent {
  fileprivate var isConfigurationChange: Bool { if case .configurationChanged = self { true } else { false } }
}
