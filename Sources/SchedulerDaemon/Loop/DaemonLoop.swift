import SchedulerInstance

/// The logic of a daemon: a state machine over an engine whose state is in a directory.
///
/// ```swift
/// var loop = DaemonLoop(engine)
/// for action in loop.handle(.woken, at: machine.moment(), isSynchronised: true, in: &files) { … }
/// let next = loop.deadline
/// ```
/// The loop never waits, reads no clock and uses no descriptor; `run` performs its actions. Each event is evaluated at
/// its own present, and everything due by then is done first. Therefore nothing is missed, however long the previous
/// event took.
public struct DaemonLoop: Sendable {
  /// The engine with the rules and their current results.
  public internal(set) var engine: DurableEngine
  /// The reason why the configuration files are not in force, or nil if they are.
  public internal(set) var fault: ConfigurationFault?
  /// Whether the shield was lifted because the daemon stops and no longer maintains it.
  public internal(set) var isLifted = false
  /// The error that another process has taken the state directory, with that process; nil if none has.
  public internal(set) var taken: StateStoreError?
  /// Whether the loop has ended.
  public internal(set) var isOver = false

  /// The server that replies to clients; nil for a daemon without clients.
  var control: ControlServer?
  /// The adapters that apply the shield; nil for a daemon that only publishes it.
  var enforcement: EnforcementControl?
  /// The agents that report what people use.
  var uses = UseReporters()
  /// The looks at running programs, for users whose agents do not report.
  var programLooks = ProgramLooks()
  /// The earliest time at which the sessions of each user may be locked or ended, on CLOCK_BOOTTIME in nanoseconds.
  var nextEndings: [String: Int64] = [:]
  /// When the sessions of each user were last locked or ended.
  var endings: [String: EndingSeries] = [:]
  /// When ending the sessions of each user was last postponed, on CLOCK_BOOTTIME in nanoseconds.
  var lastGraces: [String: Int64] = [:]
  /// When the use was last shown, on CLOCK_BOOTTIME in nanoseconds, and how many limits had counted some.
  var shownUse: (boot: Int64, count: Int) = (0, 0)
  /// The time in which the machine was suspended, as far as it was evaluated, in nanoseconds.
  var noticedSuspension: Int64 = 0
  /// The client to which bytes are being written.
  var sending: ConnectionID?
  /// The requests of clients to read the configuration. They receive a reply when it has been read.
  var awaitedReadings: [RequestToken] = []
  /// The configuration as read since the last wait, without its input and record; nil if it was not read. It serves all
  /// requests that were made before that reading.
  var readSinceWait: ConfigurationUpdate?
  /// The source of the configuration.
  var title: String
  /// Whether the files of the configuration consent to the shield.
  var isConsenting = false
  /// Whether the service manager waits for the notification that the configuration was read.
  var isReloading = false
  var retry = RetryPause()
  /// The logged failures to write, until a write succeeds.
  var toldFailures: Set<StateStoreError> = []
  /// The logged failures to publish.
  var toldPublishing: [String] = []
  /// The running and waiting hooks.
  var hooks = HookQueue()
  /// The record of the hooks that have run; nil before the start, and if it cannot be read.
  var hookLedger: HookLedger?
  /// The logged failure to write the ledger.
  var toldHookLedger: String?
  /// The number of the newest line of the history.
  var newestLine: Int64 = 0
  private var lastSummary = ""
  /// The group that may read the state and whether the shield is private, as applied to the files.
  private var protection: Protection

  /// Creates a daemon for an engine that was evaluated after it was opened.
  ///
  /// - Parameters:
  ///   - engine: the engine. The files have the permissions that its configuration requires.
  ///   - fault: the fault of the configuration files, if it was already logged.
  ///   - control: the server that replies to clients; nil without clients.
  ///   - adapters: the adapters of the machine, in the order of their value; empty if the shield is only published.
  ///   - clears: whether adapters that the configuration does not use remove what an earlier daemon has left. What the
  ///     daemon of a person would remove may be another daemon's.
  public init(
    _ engine: DurableEngine, fault: ConfigurationFault? = nil, control: ControlServer? = nil,
    adapters: [EnforcementSettings.Adapter] = [], clearingUnused clears: Bool = false
  ) {
    self.engine = engine
    self.fault = fault
    self.control = control
    enforcement = adapters.isEmpty ? nil : EnforcementControl(adapters, clearingUnused: clears)
    protection = Protection(engine.engine.configuration.daemon)
    title = engine.storedConfiguration.accepted?.title ?? ""
  }

  /// The next deadline at which the loop must be woken if no event occurs.
  ///
  /// Failed writes are tried again at growing intervals. A deadline that has already passed after an evaluation is
  /// postponed, so that the daemon cannot keep the machine busy.
  public var deadline: NextDeadline {
    guard let moment = engine.engine.present?.moment else { return engine.engine.nextDeadline }
    let next = engine.engine.nextDeadline.spaced(after: moment)
    return NextDeadline(
      wall: next.wall,
      boot: [
        next.boot, retry.nextBoot, control?.service.nextDeadline, hooks.nextBoot, enforcement?.nextBoot, nextUseBoot,
      ]
      .compactMap { $0 }.min())
  }

  /// Rewrites files that were removed.
  private mutating func restoreFiles(_ step: inout LoopStep, in files: inout some FileSystem & ~Copyable) {
    do throws(StateStoreError) {
      try engine.restoreFiles(in: &files)
    } catch {
      note(failures: [error], step: &step)
    }
  }

  /// Handles an event and returns the actions to perform.
  ///
  /// - Parameters:
  ///   - now: the present, read after the event.
  ///   - isSynchronised: whether the kernel reports the wall clock as synchronised.
  ///   - files: the state directory. All changes are durable there before they are reported.
  public mutating func handle(
    _ event: LoopEvent, at now: Moment, isSynchronised: Bool, in files: inout some FileSystem & ~Copyable
  ) -> [LoopAction] {
    guard !isOver else { return [] }
    var step = LoopStep(now: now, isSynchronised: isSynchronised, zone: engine.engine.configuration.zone.rules)
    switch event {
    case .woken:
      // A session that ends now counts its attempts.
      if engine.nextDeadline.nanoseconds(after: now) == 0 { recordAttempts(isLast: true, step: &step, in: &files) }
      evaluate([.time], step: &step, in: &files)
    case .configurationChanged: step.actions.append(.readConfiguration)
    case .publishedRemoved:
      restoreFiles(&step, in: &files)
      evaluate([.time], step: &step, in: &files)
      step.wantsPublishing = true
    case .publishedChanged:
      // Compares the files with what they must contain. This writes nothing after the daemon's own changes.
      engine.checkShield()
      evaluate([.time], step: &step, in: &files)
      step.wantsPublishing = true
    case .signal(let signal): take(signal, step: &step, in: &files)
    case .configurationRead(let reading): take(reading, step: &step, in: &files)
    case .hookEnded(let id, let outcome, let output): take(outcome, of: id, output: output, step: &step)
    case .client(let event): take(event, step: &step, in: &files)
    case .room(let connection): step.actions.append(.send(connection))
    case .turn: serveNext(&step, in: &files)
    case .reports(let reports): take(reports, step: &step, in: &files)
    case .programsFound(let programs): take(programs, step: &step, in: &files)
    case .useChecked(let check, let evidence): take(evidence, of: check, step: &step, in: &files)
    case .resumed(let nanoseconds): resume(after: nanoseconds, step: &step, in: &files)
    }
    if taken == nil {
      expire(&step, in: &files)
      followUse(&step, in: &files)
      recordAttempts(step: &step, in: &files)
      runHooks(&step, in: &files)
      enforce(&step)
    }
    return finish(&step)
  }

  /// Returns the first actions: to log the results of the evaluations at the start, and to read and watch the files.
  ///
  /// - Parameter evaluations: the evaluations at the start.
  public mutating func begin(
    _ evaluations: [Evaluation], at now: Moment, in files: inout some FileSystem & ~Copyable
  ) -> [LoopAction] {
    var step = LoopStep(now: now, isSynchronised: false, zone: engine.engine.configuration.zone.rules)
    for evaluation in evaluations { note(evaluation, step: &step) }
    beginHooks(evaluations.flatMap(\.lines), step: &step, in: &files)
    step.wantsPublishing = true
    step.isEvaluated = true
    // Of a daemon that was killed it is still written who reported to it.
    if engine.engine.hasMeasuredPeople { evaluate([.useEnds], step: &step, in: &files) }
    enforce(&step)
    var actions = finish(&step)
    actions.append(.readConfiguration)
    isReloading = true
    return actions
  }

  /// Returns the actions of a step, with those that follow from all of them.
  mutating func finish(_ step: inout LoopStep) -> [LoopAction] {
    let protection = Protection(engine.engine.configuration.daemon)
    if protection != self.protection, taken == nil {
      self.protection = protection
      step.actions.append(.protect)
      step.wantsPublishing = true
    }
    if step.wantsPublishing, taken == nil { step.actions.append(.publish) }
    // A client that receives a reply can already read the published state.
    step.actions += step.answers
    for connection in step.touched { step.actions.append(.listen(connection)) }
    if step.isEvaluated { tellSummary(&step) }
    // The stop must be the last action.
    if isOver { step.actions.append(.stop) }
    return step.actions
  }

  private mutating func tellSummary(_ step: inout LoopStep) {
    let summary = engine.engine.summary
    guard summary != lastSummary else { return }
    lastSummary = summary
    step.actions.append(.tell([.status(summary)]))
  }
}

/// The handling of one event, with the actions collected so far.
struct LoopStep {
  let now: Moment
  let isSynchronised: Bool
  /// The zone for times in messages.
  let zone: ZoneRules
  var actions: [LoopAction] = []
  /// The actions that send replies to clients. They follow the other actions.
  var answers: [LoopAction] = []
  var wantsPublishing = false
  /// Whether the engine was evaluated, so that the running sessions may have changed.
  var isEvaluated = false
  /// The connections whose readiness may have changed.
  var touched: Set<ConnectionID> = []

  /// Adds a log entry.
  mutating func log(_ priority: LogEntry.Priority, message: String, details: String = "") {
    actions.append(.log(LogEntry(priority, message: message, details: details, at: now.wall, zone: zone)))
  }
}

extension Engine {
  /// One line about the running sessions.
  var summary: String {
    let running = book.sessions.values.map(\.profile.key.text).sorted()
    let words = running.isEmpty ? "no session" : "sessions: " + running.prefix(5).joined(separator: ", ")
    let more = running.count > 5 ? " and \(running.count - 5) more" : ""
    return words + more + (authorization == .approved ? "" : "; nothing is shielded: consent is missing")
  }
}
