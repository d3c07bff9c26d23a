import SchedulerCivilTime
import SchedulerStore

/// A machine in virtual time: the real engine on a simulated disk, with adjustable clocks, sleep, crashes, reboots and
/// losses of power.
///
/// ```swift
/// var machine = SimulatedMachine(configuration, startingAt: monday, seed: 7)
/// machine.advance(to: monday.adding(seconds: 9 * 3600))
/// machine.perform(.crash(FileOperationPoint(.after, 3)))
/// machine.perform(.command(.start(key)))
/// for entry in machine.takeTrace() { print(entry) }
/// ```
/// A machine is a value: a copy continues independently. Equal calls with an equal seed give equal traces. The first
/// call starts the process. If it dies, it is restarted at once unless it was told to stay down.
///
/// Time advances in whole seconds, up to `longestRun` of them. Complexity: one evaluation for each deadline passed.
public struct SimulatedMachine: Sendable {
  /// The maximum running time in seconds, 123 years, because CLOCK_BOOTTIME counts nanoseconds in 64 bits. After that,
  /// time stands still.
  public static let longestRun: Int64 = 3_900_000_000

  /// The running process, or nil if there is none.
  public internal(set) var engine: DurableEngine?
  /// The disk.
  public internal(set) var files = SimulatedFileSystem()
  /// The actions so far, with their times.
  public private(set) var performed: [(at: Instant, action: SimulatedAction)] = []

  /// The accepted configurations that still mattered when the state on disk was last written.
  var accepted: ConfigurationVersions
  /// Configurations and zones that may not have taken effect before the process died, in order.
  var changes: [Input] = []
  /// The number of those changes that were passed to the process.
  var givenChanges = 0
  /// The rules of the machine's own zone, once it was changed.
  var systemRules: ZoneRules?
  /// Whether the process should run.
  var isWanted = true
  /// The stops at future file operations, by the number of the operation.
  var stops: [Int: Stop] = [:]
  /// The entries that were not returned. When the process dies, it is not known yet whether they are durable.
  var awaited: [HistoryEntry] = []
  /// The number of the newest recorded entry.
  var handedOut: Int64 = 0
  /// The generation of the newest recorded shield.
  var notedShield: Int64 = 0
  var clocks: SimulatedClocks
  var random: SeededRandom
  var entries: [TraceEntry] = []

  private let router: ActivityRouter
  private let end: Instant
  private var wakeUps = WakeUps.normal
  private var lastWakeUp: Instant?

  /// The cause of the end of a process.
  enum Stop: Sendable {
    case crash(staysDown: Bool)
    case powerCut(Outage)
  }

  /// Creates a machine with an empty disk and correct clocks.
  ///
  /// - Parameter seed: determines the data left by losses of power, and the fraction of a second at which all events
  ///   happen. For 0, the fraction is 0.
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

  /// The readings of all clocks, as a process reads them.
  public var moment: Moment { clocks.moment }

  /// Returns the entries since the last call.
  public mutating func takeTrace() -> [TraceEntry] {
    defer { entries.removeAll(keepingCapacity: true) }
    return entries
  }

  /// The actions so far as a script. On a machine with an equal configuration, start and seed, it gives an equal trace.
  public var script: String { performed.map { "\($0.at)  \($0.action)\n" }.joined() }
}

extension SimulatedMachine {
  /// Advances the time to an instant, and wakes the process at each of its deadlines up to and including that instant.
  /// Does nothing if the instant is not in the future.
  ///
  /// - Parameter look: called with the machine after each wake-up, for example to take its trace. If it returns false,
  ///   time stops there.
  public mutating func advance(to instant: Instant, look: (inout SimulatedMachine) -> Bool = { _ in true }) {
    guard instant > now else { return }
    revive()
    pass(to: instant, look)
  }

  /// Advances the time by the given number of seconds.
  public mutating func advance(seconds: Int64) { advance(to: now.adding(seconds: seconds)) }

  /// Performs an action on the machine now.
  public mutating func perform(_ action: SimulatedAction) {
    performed.append((now, action))
    if !action.isFault { revive() }
    if case .clock(let setting, _) = action { clocks.set(setting) }
    if case .command = action {} else { note(.action(action)) }
    carryOut(action)
    if !action.isFault { revive() }
  }

  private mutating func carryOut(_ action: SimulatedAction) {
    switch action {
    case .command(let command): evaluate(.command(command))
    case .authorization(let isAuthorized): evaluate(.authorization(isAuthorized ? .approved : .notDetermined))
    case .activity(let name, let profile, let phase):
      evaluate(.activity(name: name, userInfo: profile.map { ["profileID": $0] } ?? [:], phase))
    case .wake: evaluate(.time)
    case .configuration(let configuration, _):
      changes.append(.configuration(systemRules.map(configuration.following) ?? configuration))
      giveChanges()
    case .zone(let rules):
      systemRules = rules
      changes.append(.zoneChange(rules))
      giveChanges()
    case .clock(_, let isSynchronised): evaluate(.clockStep(isSynchronised: isSynchronised))
    case .suspend(let seconds):
      sleep(seconds)
      pass(to: now) { _ in true }
    case .wakeUps, .crash, .launch, .reboot, .powerCut, .disk: harm(action)
    }
  }

  /// Adds an entry to the trace.
  mutating func note(_ item: TraceEntry.Item) {
    entries.append(TraceEntry(at: now, wall: clocks.wall, item: item))
  }

  /// Advances the time without wake-ups.
  mutating func sleep(_ seconds: Int64) { clocks.advance(to: min(now.adding(seconds: max(0, seconds)), end)) }

  /// Sets the behaviour of wake-ups.
  mutating func wake(_ wakeUps: WakeUps) { self.wakeUps = wakeUps }

  /// Opens the state on disk.
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

  /// The time of the next wake-up, or nil for never. The process is woken at most once at each instant.
  private var nextWakeUp: Instant? {
    guard let engine, let due = clocks.instant(of: engine.nextDeadline) else { return nil }
    let least = max(now, lastWakeUp?.adding(seconds: 1) ?? now)
    switch wakeUps {
    case .normal, .doubled: return max(due, least)
    case .late(let seconds): return max(due.adding(seconds: seconds), least)
    case .dropped: return nil
    }
  }
}

extension SimulatedAction {
  /// Whether the action affects the machine without its process. Such an action does not start the process.
  fileprivate var isFault: Bool {
    switch self {
    case .crash(let point, _), .powerCut(let point, _): point != nil
    case .disk(let state): state != .normal
    default: false
    }
  }
}
