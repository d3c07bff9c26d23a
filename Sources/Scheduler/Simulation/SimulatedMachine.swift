import SchedulerCivilTime
import SchedulerStore

/// A machine in virtual time: the real engine over a simulated disk, with clocks that can be set, sleep, crashes, reboots
/// and losses of power.
///
/// ```swift
/// var machine = SimulatedMachine(configuration, startingAt: monday, seed: 7)
/// machine.advance(to: monday.adding(seconds: 9 * 3600))
/// machine.perform(.crash(FileOperationPoint(.after, 3)))
/// machine.perform(.command(.start(key)))
/// for entry in machine.takeTrace() { print(entry) }
/// ```
/// A value: copied at any moment, one run goes on in many ways. The same calls with the same seed give the same trace.
/// The process is started by the first call; a process that died is started again at once unless it was told to stay down.
///
/// Time goes in whole seconds, up to `longestRun` of them. Complexity: of an evaluation for each deadline on the way.
public struct SimulatedMachine: Sendable {
  /// The most seconds that a machine runs, 123 years: CLOCK_BOOTTIME counts nanoseconds in 64 bits. Then time stands still.
  public static let longestRun: Int64 = 3_900_000_000

  /// The process that runs; nil while there is none.
  public internal(set) var engine: DurableEngine?
  /// Its disk.
  public internal(set) var files = SimulatedFileSystem()
  /// What was done so far, and when.
  public private(set) var performed: [(at: Instant, action: SimulatedAction)] = []

  /// The configurations that are known to have been accepted and to matter when the state on disk was written.
  var accepted: ConfigurationVersions
  /// Configurations and zones that may not have come to be in force before the process died, in order.
  var changes: [Input] = []
  /// How many of them the process was given.
  var givenChanges = 0
  /// The rules of the machine's own zone, once they were changed.
  var systemRules: ZoneRules?
  /// Whether the process is to run.
  var isWanted = true
  /// What the process dies of at operations ahead, by their number.
  var stops: [Int: Stop] = [:]
  /// What was not handed out: when the process dies nobody knows yet whether it was made durable.
  var awaited: [HistoryEntry] = []
  /// The number of the newest event that was handed out.
  var handedOut: Int64 = 0
  /// The generation of the newest shield that was noted.
  var notedShield: Int64 = 0
  var clocks: SimulatedClocks
  var random: SeededRandom
  var entries: [TraceEntry] = []

  private let router: ActivityRouter
  private let end: Instant
  private var wakeUps = WakeUps.normal
  private var lastWakeUp: Instant?

  /// What a process dies of.
  enum Stop: Sendable {
    case crash(staysDown: Bool)
    case powerCut(Outage)
  }

  /// A machine with an empty disk and clocks that are right.
  ///
  /// - Parameter seed: decides what losses of power leave, and the fraction of a second at which everything happens, which
  ///   is none for 0.
  public init(
    _ configuration: Configuration, startingAt start: Instant, seed: UInt64 = 0,
    router: ActivityRouter = ActivityRouter()
  ) {
    accepted = ConfigurationVersions(configuration)
    self.router = router
    clocks = SimulatedClocks(startingAt: start, seed: seed)
    random = SeededRandom(seed: seed)
    end = start.adding(seconds: Self.longestRun)
  }

  /// The true time.
  public var now: Instant { clocks.now }

  /// What a process reads from the clocks.
  public var moment: Moment { clocks.moment }

  /// What happened since this was asked last.
  public mutating func takeTrace() -> [TraceEntry] {
    defer { entries.removeAll(keepingCapacity: true) }
    return entries
  }

  /// What was done so far as a script: run on a machine of the same configuration, start and seed it gives the same trace.
  public var script: String {
    performed.map { "\($0.at)  \($0.action)\n" }.joined()
  }
}

extension SimulatedMachine {
  /// Lets time pass up to an instant, and wakes the process whenever it asks for it on the way, at that instant too. An
  /// instant that is not ahead changes nothing.
  ///
  /// - Parameter look: is shown the machine after each wake-up, such as to take its trace; false ends the passing of time.
  public mutating func advance(to instant: Instant, look: (inout SimulatedMachine) -> Bool = { _ in true }) {
    guard instant > now else { return }
    revive()
    pass(to: instant, look)
  }

  /// The same for so many seconds.
  public mutating func advance(seconds: Int64) { advance(to: now.adding(seconds: seconds)) }

  /// Does something to the machine now.
  public mutating func perform(_ action: SimulatedAction) {
    performed.append((now, action))
    if !action.isFault { revive() }
    switch action {
    case .command(let command): evaluate(.command(command))
    case .authorization, .activity, .wake: tell(action)
    case .configuration, .zone: change(action)
    case .clock(let setting, let isSynchronised):
      clocks.set(setting)
      note(.action(action))
      evaluate(.clockStep(isSynchronised: isSynchronised))
    case .suspend(let seconds):
      note(.action(action))
      sleep(seconds)
      pass(to: now) { _ in true }
    case .wakeUps, .crash, .launch, .reboot, .powerCut, .disk: harm(action)
    }
    if !action.isFault { revive() }
  }

  /// Notes something in the trace.
  mutating func note(_ item: TraceEntry.Item) {
    entries.append(TraceEntry(at: now, wall: clocks.wall, item: item))
  }

  /// Lets time pass without looking.
  mutating func sleep(_ seconds: Int64) { clocks.advance(to: min(now.adding(seconds: max(0, seconds)), end)) }

  /// Has wake-ups come so from now on.
  mutating func wake(_ wakeUps: WakeUps) { self.wakeUps = wakeUps }

  /// Reads the state on disk.
  mutating func open() throws(StateStoreError) -> DurableEngine {
    try DurableEngine.open(accepted, router: router, in: &files)
  }

  private mutating func pass(to instant: Instant, _ look: (inout SimulatedMachine) -> Bool) {
    let last = min(instant, end)
    while let wakeUp = nextWakeUp, wakeUp <= last {
      clocks.advance(to: wakeUp)
      lastWakeUp = wakeUp
      evaluate(.time)
      if wakeUps == .doubled { evaluate(.time) }
      revive()
      guard look(&self) else { return }
    }
    clocks.advance(to: last)
  }

  /// When the process is woken next; nil for never. At one instant it is woken once.
  private var nextWakeUp: Instant? {
    guard let engine, let due = clocks.instant(of: engine.nextDeadline) else { return nil }
    let least = max(now, lastWakeUp?.adding(seconds: 1) ?? now)
    switch wakeUps {
    case .normal, .doubled: return max(due, least)
    case .late(let seconds): return max(due.adding(seconds: seconds), least)
    case .dropped: return nil
    }
  }

  private mutating func tell(_ action: SimulatedAction) {
    note(.action(action))
    switch action {
    case .authorization(let isAuthorized): evaluate(.authorization(isAuthorized ? .approved : .notDetermined))
    case .activity(let name, let profile, let phase):
      evaluate(.activity(name: name, userInfo: profile.map { ["profileID": $0] } ?? [:], phase))
    default: evaluate(.time)
    }
  }

  private mutating func change(_ action: SimulatedAction) {
    note(.action(action))
    if case .configuration(let configuration, _) = action {
      changes.append(.configuration(systemRules.map(configuration.following) ?? configuration))
    } else if case .zone(let rules) = action {
      systemRules = rules
      changes.append(.zoneChange(rules))
    }
    giveChanges()
  }
}

extension SimulatedAction {
  /// Whether it is done to the machine without its process: one that is not there is not started for it.
  fileprivate var isFault: Bool {
    switch self {
    case .crash(let point, _), .powerCut(let point, _): point != nil
    case .disk(let state): state != .normal
    default: false
    }
  }
}
