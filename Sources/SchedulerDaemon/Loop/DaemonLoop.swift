import Scheduler
import SchedulerCivilTime
import SchedulerInstance
import SchedulerPlatform
import SchedulerStore

/// What a daemon does about what happens to it: a state machine over an engine whose state is in a directory.
///
/// ```swift
/// var loop = DaemonLoop(engine)
/// for action in loop.handle(.woken, at: machine.moment(), isSynchronised: true, in: &files) { … }
/// let next = loop.deadline
/// ```
/// It waits for nothing, reads no clock and knows no descriptor: `run` does what it asks for. Each thing that happens is
/// evaluated at its own present, and what is due by then is done first, so that nothing is missed however long something
/// before it took.
public struct DaemonLoop: Sendable {
  /// The rules and what they have come to.
  public internal(set) var engine: DurableEngine
  /// Why the files of the configuration are not what is in force; nil when they are.
  public internal(set) var fault: ConfigurationFault?
  /// Whether the shield was lifted since nobody will look after it.
  public internal(set) var isLifted = false
  /// That another process has taken the state directory, and which; nil while none has.
  public internal(set) var taken: StateStoreError?
  /// Whether it has ended.
  public internal(set) var isOver = false

  /// What answers clients; nil for a daemon to which nobody can talk.
  var control: ControlServer?
  /// The client to which something is being written.
  var sending: ConnectionID?
  /// The requests of clients to read the configuration, which are answered when that is done.
  var awaitedReadings: [RequestToken] = []
  /// What was read of the configuration since the last wait, but for what was new in it; nil for nothing. Whatever
  /// happened before that reading is served by it.
  var readSinceWait: ConfigurationUpdate?
  /// What the configuration was read from.
  var title: String
  /// Whether the files of the configuration consent to the shield.
  var isConsenting = false
  /// Whether the service manager waits to hear that the configuration was read.
  var isReloading = false
  var retry = RetryPause()
  /// What was said of what could not be written, until it can be.
  var toldFailures: Set<StateStoreError> = []
  /// What was said of what could not be published.
  var toldPublishing: [String] = []
  /// The hooks that run or wait.
  var hooks = HookQueue()
  /// Up to where they have been run; nil before the beginning, and when that is not known.
  var hookLedger: HookLedger?
  /// What was said of a ledger that cannot be written.
  var toldHookLedger: String?
  /// The number of the newest line of history.
  var newestLine: Int64 = 0
  private var lastSummary = ""
  /// The group that may read the state, and whether nobody else may read the shield, as the files have it.
  private var protection: Protection

  /// A daemon over an engine that was evaluated since it was opened.
  ///
  /// - Parameters:
  ///   - engine: the files have the permissions that its configuration wants.
  ///   - fault: what is wrong with the files of the configuration, where that was said.
  ///   - control: what answers clients; nil where nobody can talk to it.
  public init(
    _ engine: DurableEngine, fault: ConfigurationFault? = nil, control: ControlServer? = nil
  ) {
    self.engine = engine
    self.fault = fault
    self.control = control
    protection = Protection(engine.engine.configuration.daemon)
    title = engine.storedConfiguration.accepted?.title ?? ""
  }

  /// When it has to be woken next if nothing happens.
  ///
  /// What could not be written is tried again at growing distances. A deadline that an evaluation leaves behind is
  /// spaced: nothing may keep the machine busy.
  public var deadline: NextDeadline {
    guard let moment = engine.engine.present?.moment else { return engine.engine.nextDeadline }
    let next = engine.engine.nextDeadline.spaced(after: moment)
    return NextDeadline(
      wall: next.wall,
      boot: [next.boot, retry.nextBoot, control?.service.nextDeadline, hooks.nextBoot].compactMap { $0 }.min())
  }

  /// Writes again what somebody has removed.
  private mutating func restoreFiles(_ step: inout LoopStep, in files: inout some FileSystem & ~Copyable) {
    do throws(StateStoreError) {
      try engine.restoreFiles(in: &files)
    } catch {
      note(failures: [error], step: &step)
    }
  }

  /// Says what is to be done about something that happened.
  ///
  /// - Parameters:
  ///   - now: the present, read after it happened.
  ///   - isSynchronised: whether the kernel calls the wall clock synchronised.
  ///   - files: the state directory, in which all is durable before it is told.
  public mutating func handle(
    _ event: LoopEvent, at now: Moment, isSynchronised: Bool, in files: inout some FileSystem & ~Copyable
  ) -> [LoopAction] {
    guard !isOver else { return [] }
    var step = LoopStep(now, isSynchronised: isSynchronised, zone: engine.engine.configuration.zone.rules)
    switch event {
    case .woken: evaluate([.time], step: &step, in: &files)
    case .configurationChanged: step.actions.append(.readConfiguration)
    case .publishedRemoved:
      restoreFiles(&step, in: &files)
      evaluate([.time], step: &step, in: &files)
      step.wantsPublishing = true
    case .signal(let signal): take(signal, step: &step, in: &files)
    case .configurationRead(let reading): take(reading, step: &step, in: &files)
    case .hookEnded(let id, let outcome, let output): take(outcome, of: id, output: output, step: &step)
    case .client(let event): take(event, step: &step, in: &files)
    case .room(let connection): step.actions.append(.send(connection))
    }
    if taken == nil {
      expire(&step, in: &files)
      runHooks(&step, in: &files)
    }
    return finish(&step)
  }

  /// The first thing to be done: to say what the evaluation at the start came to, and to watch the files.
  ///
  /// - Parameter evaluations: what came of them.
  public mutating func begin(
    _ evaluations: [Evaluation], at now: Moment, in files: inout some FileSystem & ~Copyable
  ) -> [LoopAction] {
    var step = LoopStep(now, isSynchronised: false, zone: engine.engine.configuration.zone.rules)
    for evaluation in evaluations { note(evaluation, step: &step) }
    beginHooks(evaluations.flatMap(\.lines), step: &step, in: &files)
    step.wantsPublishing = true
    var actions = finish(&step)
    actions.append(.readConfiguration)
    isReloading = true
    return actions
  }

  private mutating func finish(_ step: inout LoopStep) -> [LoopAction] {
    let protection = Protection(engine.engine.configuration.daemon)
    if protection != self.protection, taken == nil {
      self.protection = protection
      step.actions.append(.protect)
      step.wantsPublishing = true
    }
    if step.wantsPublishing, taken == nil { step.actions.append(.publish) }
    // Who has an answer finds what was published.
    step.actions += step.answers
    for connection in step.touched { step.actions.append(.listen(connection)) }
    let summary = engine.engine.summary
    if summary != lastSummary {
      lastSummary = summary
      step.actions.append(.tell([.status(summary)]))
    }
    // The end comes last.
    if isOver { step.actions.append(.stop) }
    return step.actions
  }
}

/// One thing that happens, and what is to be done about it so far.
struct LoopStep {
  let now: Moment
  let isSynchronised: Bool
  /// In whose time people are told.
  let zone: ZoneRules
  var actions: [LoopAction] = []
  /// What is to be told to clients.
  var answers: [LoopAction] = []
  var wantsPublishing = false
  /// The connections about which something may have changed.
  var touched: Set<ConnectionID> = []

  init(_ now: Moment, isSynchronised: Bool, zone: ZoneRules) {
    self.now = now
    self.isSynchronised = isSynchronised
    self.zone = zone
  }

  /// Has something said.
  mutating func log(_ priority: LogEntry.Priority, _ message: String, details: String = "") {
    actions.append(.log(LogEntry(priority, message, details: details, at: now.wall, zone: zone)))
  }
}

extension Engine {
  /// What goes on, in one line.
  var summary: String {
    let running = book.sessions.values.map(\.profile.key.text).sorted()
    let words = running.isEmpty ? "no session" : "sessions: " + running.prefix(5).joined(separator: ", ")
    let more = running.count > 5 ? " and \(running.count - 5) more" : ""
    return words + more + (authorization == .approved ? "" : "; nothing is shielded: nobody has consented")
  }
}
