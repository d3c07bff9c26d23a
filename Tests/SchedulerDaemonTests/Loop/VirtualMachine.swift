import Scheduler
import SchedulerCivilTime
import SchedulerDaemon
import SchedulerEnforcement
import SchedulerInstance
import SchedulerPlatform
import SchedulerStore

/// The clocks of a machine in virtual time: what they show is what a test says.
final class VirtualClock {
  /// The true time in seconds since it was started.
  private(set) var seconds: Int64 = 0
  private let start: Instant
  /// How far the wall clock is ahead.
  var wallOffset: Int64 = 0

  init(_ start: Instant) { self.start = start }

  var moment: Moment {
    Moment(
      wall: start.adding(seconds: seconds + wallOffset), boot: seconds * 1_000_000_000, bootID: "boot-1")
  }

  func advance(to second: Int64) { seconds = max(seconds, second) }

  /// The true second at which a deadline is reached; nil for never.
  func second(of deadline: NextDeadline) -> Int64? {
    let wall = deadline.wall.map { $0.seconds(since: start) - wallOffset }
    let boot = deadline.boot.map { ($0 + 999_999_999) / 1_000_000_000 }
    return [wall, boot].compactMap { $0 }.min()
  }
}

/// A machine in virtual time: waiting takes no time, and what happens is written down beforehand.
struct VirtualMachine: DaemonMachine {
  /// Something that happens at a second.
  struct Stimulus {
    let second: Int64
    let change: () -> Void
    let events: [LoopEvent]
  }

  let clock: VirtualClock
  private let instance: VirtualInstance
  private var stimuli: [Stimulus]
  private let end: Int64
  private(set) var wakeUps = 0
  private(set) var entries: [LogEntry] = []
  private(set) var told: [ServiceNotifier.Message] = []
  private(set) var toldSeconds: [(second: Int64, messages: [ServiceNotifier.Message])] = []
  private(set) var sent: [String] = []
  private(set) var hooks: [(id: UInt64, run: HookRun)] = []
  private(set) var stopped: [(id: UInt64, isForced: Bool)] = []
  private(set) var admitted: [UInt32?] = []
  private var rooms: [LoopEvent] = []
  private(set) var closed: [ConnectionID] = []
  /// The adapters; orders to others are kept and never carried out.
  var adapters: [EnforcementSettings.Adapter: VirtualAdapter] = [:]
  private(set) var orders: [(second: Int64, adapter: EnforcementSettings.Adapter, order: AdapterOrder)] = []
  private(set) var standings: [[AdapterStanding]] = []
  private var reports: [(second: Int64, report: AdapterReport)] = []
  /// What the adapters report when they end.
  var lastReports: [AdapterReport] = []

  /// A machine on which a signal ends the daemon after some seconds.
  init(
    _ clock: VirtualClock, _ instance: VirtualInstance = VirtualInstance(), _ stimuli: [Stimulus] = [], end: Int64
  ) {
    self.clock = clock
    self.instance = instance
    self.stimuli = stimuli.sorted { $0.second < $1.second }
    self.end = end
  }

  mutating func readConfiguration(
    besides stored: StoredConfiguration, known: ConfigurationVersions
  ) -> ConfigurationUpdate { instance.read() }

  func groupID(of settings: DaemonSettings) -> UInt32? { settings.group == "wheel" ? 10 : nil }

  mutating func publish(_ engine: Engine, facts: PublicationFacts) -> [String] {
    instance.publish(engine, at: moment(), isLifted: facts.isLifted)
    standings.append(facts.adapters)
    return []
  }

  func suspendedNanoseconds() -> Int64 { 0 }
  mutating func runningPrograms(except users: Set<UInt32>) -> [UInt32: [ApplicationIdentity]] { [:] }
  mutating func evidence(about check: UseCheck) -> UseEvidence { .unchecked }
  mutating func endSessions(of userID: UInt32, by consequence: UsageLimit.Consequence) {}
  mutating func order(_ order: AdapterOrder, to adapter: EnforcementSettings.Adapter) {
    orders.append((clock.seconds, adapter, order))
    guard let delay = adapters[adapter]?.delay, let content = adapters[adapter]?.carryOut(order) else { return }
    reports.append((clock.seconds + delay, AdapterReport(from: adapter, content)))
    reports.sort { $0.second < $1.second }
  }

  mutating func configureAdapters(_ settings: EnforcementSettings) {}

  mutating func reports(until boot: Int64) -> [AdapterReport] {
    let limit = (boot + 999_999_999) / 1_000_000_000
    guard let next = reports.first, next.second <= limit else {
      clock.advance(to: limit)
      return []
    }
    clock.advance(to: next.second)
    return [reports.removeFirst().report]
  }

  mutating func endAdapters() -> [AdapterReport] {
    defer { lastReports = [] }
    return lastReports
  }

  func moment() -> Moment { clock.moment }

  func isSynchronised() -> Bool { false }

  mutating func wait(until deadline: NextDeadline, isBusy: Bool) -> [LoopEvent] {
    if isBusy || !rooms.isEmpty {
      defer { rooms = [] }
      return rooms
    }
    wakeUps += 1
    let due = max(clock.second(of: deadline) ?? .max, clock.seconds)
    if let next = stimuli.first, next.second <= min(due, end) {
      stimuli.removeFirst()
      clock.advance(to: next.second)
      next.change()
      return next.events
    }
    if let next = reports.first, next.second <= min(due, end) {
      clock.advance(to: next.second)
      return [.reports([reports.removeFirst().report])]
    }
    guard due <= end else {
      clock.advance(to: end)
      return [.signal(.terminate)]
    }
    clock.advance(to: due)
    return [.woken]
  }

  mutating func log(_ entry: LogEntry) { entries.append(entry) }

  mutating func tell(_ messages: [ServiceNotifier.Message]) {
    told += messages
    toldSeconds.append((clock.seconds, messages))
  }

  mutating func watch(_ paths: [WatchedPath]) -> Bool { false }

  mutating func write(_ bytes: ArraySlice<UInt8>, to connection: ConnectionID) -> Int {
    sent.append("\(connection.number): \(String(decoding: bytes, as: UTF8.self))")
    return bytes.count
  }

  mutating func awaitRoom(_ connection: ConnectionID) { rooms.append(.room(connection)) }

  mutating func listen(to connection: ConnectionID, isWanted: Bool) {}

  mutating func admit(group: UInt32?) { admitted.append(group) }

  mutating func startHook(_ id: UInt64, run: HookRun) { hooks.append((id, run)) }

  mutating func stopHook(_ id: UInt64, isForced: Bool) { stopped.append((id, isForced)) }

  mutating func close(_ connection: ConnectionID) { closed.append(connection) }
}

/// An adapter that answers when a test says.
struct VirtualAdapter {
  /// The seconds from an order to its report; nil if it never answers.
  var delay: Int64? = 0
  /// The number of orders to apply or revert that fail, from the next one on.
  var failures = 0
  var availability = AdapterAvailability.available
  /// What a set means for it.
  var effect = AdapterEffect()

  mutating func carryOut(_ order: AdapterOrder) -> AdapterReport.Content {
    switch order {
    case .probe: return .probed(availability)
    case .apply, .revert:
      guard failures == 0 else {
        failures -= 1
        return .failed(AdapterError("the disk is full", remedy: "make room"))
      }
      if case .apply(let shield) = order { return .applied(generation: shield.generation, effect) }
      return .reverted
    }
  }
}

/// An instance in memory: what its files say next, and what is published of it.
final class VirtualInstance {
  /// What the next reading of the configuration comes to; then nothing is new.
  var update = ConfigurationUpdate(
    to: Configuration(zone: ConfiguredZone(.system, rules: .utc), profiles: []), title: "week.toml",
    acceptedAt: VirtualDay.start)
  /// What happens while it is read.
  var whileReading: () -> Void = {}
  private(set) var readings = 0
  private(set) var published: [LiveState.Shield] = []
  /// Whose layers were in force at each of these, with the true second.
  private(set) var layers: [(second: Int64, profiles: [String])] = []

  func read() -> ConfigurationUpdate {
    readings += 1
    whileReading()
    defer { update.input = nil }
    return update
  }

  func publish(_ engine: Engine, at now: Moment, isLifted: Bool) {
    layers.append((now.boot / 1_000_000_000, engine.shield.map(\.layer.profile.key.text)))
    let live = LiveState(of: engine, at: now)
    published.append((isLifted ? live.lifted(engine) : live).shield)
  }
}
