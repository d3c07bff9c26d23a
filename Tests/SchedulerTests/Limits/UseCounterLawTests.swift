import SchedulerCivilTime
import TestSupport
import Testing

@testable import Scheduler

/// A limit and thresholds with the same targets and amounts, against a second implementation that lists each second of use.
@Suite struct UseCounterLawTests {
  private static let limitSeconds = 2400
  private static let warningSeconds = 600

  @Test(arguments: Laws.cases(1...60 as ClosedRange<UInt64>, few: 8))
  func `a limit and thresholds reach the same use at the instants of a naive implementation`(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var world = try World()
    for _ in 0..<400 {
      let seconds = Int64.random(in: 1...1500, using: &random)
      switch Int.random(in: 0..<12, using: &random) {
      case 0: world.restart()
      case 1: world.suspend(seconds)
      case 2: world.run(seconds, isAwake: false)
      case 3 where Int.random(in: 0..<4, using: &random) == 0: try world.register()
      case 3...6: world.use([["a"], ["b"], ["c"], [], nil].randomElement(using: &random) ?? nil)
      default: world.run(seconds)
      }
    }
    #expect(!world.found(of: nil).isEmpty && !world.found(of: "fresh").isEmpty, "seed \(seed)")
    #expect(world.found(of: nil) == world.expected(ofLimit: ()), "seed \(seed)")
    for name in ["past", "fresh"] {
      #expect(world.found(of: name) == world.expected(of: name), "seed \(seed), threshold \(name)")
    }
    // On a day that began while something was in use, and that was not registered again, all three count the same.
    let whole = world.openings.filter { $0.opened == $0.start && $0.closed >= $0.end && $0.end <= world.now }
    for day in whole {
      let reached = [nil, "past", "fresh"].map { world.found(of: $0).filter { (day.start..<day.end) ~= $0.second } }
      #expect(reached[0] == reached[1] && reached[0] == reached[2], "seed \(seed), day \(day.start)")
    }
  }

  /// An instant at which use reached something.
  private struct Reached: Hashable {
    let second: Int64
    let isWarning: Bool
  }

  /// An interval that was open from one time to another.
  private struct Opening {
    let opened: Int64
    let start: Int64
    let end: Int64
    var closed = Int64.max
  }

  /// One machine with a limit and a monitored activity of whole days, and what the naive implementation knows of it.
  private struct World {
    private var machine: VirtualMachine
    private let intervals: DailyHours
    /// Each second in which a target was in use, from that of an epoch second to the next.
    private var seconds: [Int64] = []
    private(set) var openings: [Opening] = []
    private var front: [String]? = []

    var now: Int64 { machine.moment.wall.epochSeconds }
    private var counts: Bool { front == ["a"] || front == ["b"] }

    init() throws {
      let limit = "apps = [\"a\", \"b\"]\nuse = \"40m\"\nwarn = \"10m\""
      machine = try LimitTests.machine(limit, at: "2026-11-23 11:30")
      intervals = DailyHours(from: 0, to: 0, zone: machine.zone)
      try register()
    }

    mutating func register() throws {
      let thresholds = ["past", "fresh"].map {
        UsageThreshold(
          named: $0, items: ["a", "b"], seconds: Int64(limitSeconds), warningSeconds: Int64(warningSeconds),
          includesPastUse: $0 == "past")
      }
      machine.handle(.startMonitoring(MonitoredActivity(named: "m", intervals: intervals, thresholds: thresholds)))
      if let last = openings.indices.last, now < openings[last].end { openings[last].closed = now }
      see(at: now)
    }

    mutating func use(_ items: [String]?) {
      front = items
      machine.use(items?.first)
      machine.handle(.deviceUse(deviceUse))
      see(at: now)
    }

    private var deviceUse: DeviceUse { front.map { .inUse(items: $0.isEmpty ? nil : Set($0)) } ?? .unused }

    /// The program starts again from its records.
    mutating func restart() {
      machine.handle(.useEnds)
      machine.restart()
      machine.use(front?.first)
    }

    mutating func suspend(_ seconds: Int64) {
      machine.handle(.deviceUse(.unused))
      machine.pass(seconds)
      machine.handle(.suspension(seconds * Nanoseconds.perSecond))
      machine.handle(.deviceUse(deviceUse))
      see(at: now)
    }

    /// Lets time pass, with an evaluation whenever the engine asked for one, or only at the end.
    mutating func run(_ length: Int64, isAwake: Bool = true) {
      for second in now..<now + length {
        if counts { seconds.append(second) }
        if isAwake { see(at: second + 1) }
      }
      if isAwake {
        machine.run(seconds: length)
      } else {
        machine.sleep(until: machine.moment.wall.adding(seconds: length))
      }
      see(at: now)
    }

    /// Opens the day, once the device is in use on it.
    private mutating func see(at second: Int64) {
      if front == nil { return }
      if let last = openings.last, second < min(last.end, last.closed) { return }
      guard let day = intervals.interval(at: Instant(epochSeconds: second)) else { return }
      openings.append(Opening(opened: second, start: day.start.epochSeconds, end: day.end.epochSeconds))
    }

    /// What the machine delivered of a threshold, or of the limit.
    func found(of threshold: String?) -> [Reached] {
      machine.events.filter { ($0.activity == .registered("m") ? $0.message : nil) == threshold }.compactMap { event in
        switch event.name {
        case .eventWillReachThresholdWarning: Reached(second: event.planned.epochSeconds, isWarning: true)
        case .eventDidReachThreshold: Reached(second: event.planned.epochSeconds, isWarning: false)
        default: nil
        }
      }
    }

    /// When use since a time reached the warning and the limit, before another time.
    private func reached(since start: Int64, before end: Int64) -> [Reached] {
      let counted = seconds.filter { start <= $0 && $0 < end }
      return [limitSeconds - warningSeconds, limitSeconds].filter { $0 <= counted.count }.map { amount in
        Reached(second: counted[amount - 1] + 1, isWarning: amount < limitSeconds)
      }
    }

    func expected(ofLimit: Void) -> [Reached] {
      let zone = machine.zone
      let days = Set(seconds.map { zone.civil(at: Instant(epochSeconds: $0)).date }).sorted()
      return days.flatMap { day -> [Reached] in
        let start = zone.resolve(localSeconds: Int64(day.epochDay) * 86_400).compatible.epochSeconds
        return reached(since: start, before: start + 86_400).filter { $0.second < start + 86_400 }
      }
    }

    func expected(of threshold: String) -> [Reached] {
      openings.flatMap { opening -> [Reached] in
        let start = threshold == "past" ? opening.start : opening.opened
        return reached(since: start, before: min(opening.end, opening.closed)).map {
          Reached(second: max($0.second, opening.opened), isWarning: $0.isWarning)
        }
      }
    }
  }
}
