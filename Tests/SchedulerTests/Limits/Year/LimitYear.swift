import SchedulerCivilTime
import TestSupport
import Testing

@testable import Scheduler

/// A person and their machine over months: the engine, and a second implementation that counts the same use.
///
/// Only the sessions are those of the engine, which has laws of its own for them.
struct LimitYear {
  var random: SeededGenerator
  var machine: VirtualMachine
  /// The clocks of the last evaluation.
  private(set) var clocks: NaiveClocks
  /// The clocks of the last evaluation that stored something.
  private var stored: NaiveClocks
  private(set) var limits: [NaiveLimit]
  /// The seconds since the last evaluation.
  private(set) var pending: Int64 = 0
  /// What is in use; nil for nothing.
  private(set) var app: String?
  /// What was in use, by elapsed time, as far as later idleness may take it off.
  private var uses: [(app: String, start: Int64, end: Int64)] = []
  /// What was done last.
  var history: [String] = []
  /// The instant at which it ends.
  let end: Int64
  /// The seconds by which the wall clock is ahead of the real time.
  var error: Int64 = 0
  private let keys: [LimitKey]
  private let zones: [ZoneRules]
  private let days: [[NaiveDays]]
  private var zone = 0
  private var eventCount = 0
  private(set) var reachedCount = 0

  static let apps = ["a", "b", "c", "d"]
  private static let zones = [
    "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "Pacific/Apia", "America/Santiago",
  ]
  private static let dayStarts = ["00:00", "04:00", "02:30", "23:30"]

  /// A world in the zone that a seed chooses. Without a number of days it has the whole year; with one it begins shortly
  /// before a change of the clocks.
  init(seed: UInt64, dayCount: Int?) throws {
    var random = SeededGenerator(seed: seed)
    zones = try Self.zones.map(SchedulerTests.zone)
    zone = Int(seed) % zones.count
    // Apia had no 2011-12-30.
    let year = Self.zones[zone] == "Pacific/Apia" ? 2011 : 2026
    let first = try #require(CivilDate(year: year, month: 1, day: 1))
    let noons = zones[zone].noons(of: first)
    let changes = (1..<365).filter { noons[$0] - noons[$0 - 1] != 86_400 }
    let start = dayCount == nil || changes.isEmpty ? 0 : max(0, changes[Int(seed) / zones.count % changes.count] - 3)
    clocks = NaiveClocks(wall: noons[start] - 43_200)
    stored = clocks
    end = noons[min(365, start + (dayCount ?? 365))]
    let starts = (0..<2).map { _ in Self.dayStarts.randomElement(using: &random) ?? "" }
    let rules = Self.rules(using: &random)
    (limits, self.random) = (rules.map(NaiveLimit.init), random)
    let configuration = try configuration(Self.toml(of: rules, dayStarts: starts))
    machine = VirtualMachine(configuration, at: Instant(epochSeconds: clocks.wall))
    keys = rules.flatMap { rule in
      configuration.profiles.filter { $0.reference.key.text == rule.profile }
        .map { LimitKey(profile: $0.reference.id, position: rule.position, user: "kim") }
    }
    let before = try #require(first.adding(days: -60))
    let seconds = starts.map { Int64($0.prefix(2))! * 3600 + Int64($0.suffix(2))! * 60 }
    days = zones.map { zone in
      seconds.map { NaiveDays(from: before, count: 500, beginningAt: $0, in: zone) }
    }
    machine.travel(to: zones[zone])
    try follow()
  }

  /// A limit by day, and a profile with windows and limits by session, by window and by day.
  private static func rules(using random: inout SeededGenerator) -> [NaiveLimit.Rules] {
    let places: [(String, UsageLimit.Period, Set<String>)] = [
      ("d", .day, ["a", "b"]), ("w", .session, ["b", "c"]), ("w", .window, ["a", "c"]), ("w", .day, ["a", "b", "c"]),
    ]
    let strict: Set<String> = [["d"], ["w"], ["d", "w"], []].randomElement(using: &random) ?? []
    return places.enumerated().map { index, place in
      var rules = NaiveLimit.Rules(
        profile: place.0, position: max(0, index - 1), kind: place.1, apps: place.2,
        use: Int64.random(in: 15...90, using: &random) * 60)
      if Bool.random(using: &random) { rules.warn = Int64.random(in: 1...10, using: &random) * 60 }
      if Bool.random(using: &random) {
        rules.extra = (Int64.random(in: 1...20, using: &random) * 60, Int64.random(in: 1...3, using: &random))
      }
      if place.1 == .day, Bool.random(using: &random) {
        rules.days = WeekdaySet(rawValue: UInt8.random(in: 1...127, using: &random))
      }
      rules.isStrict = strict.contains(place.0)
      return rules
    }
  }

  private static func toml(of rules: [NaiveLimit.Rules], dayStarts: [String]) -> String {
    func limit(_ rule: NaiveLimit.Rules) -> String {
      var lines = [
        "[[profile.\(rule.profile).limit]]", "apps = [\(list(rule.apps.sorted()))]", "use = \"\(rule.use)s\"",
      ]
      lines.append("per = \"\(rule.kind.rawValue)\"")
      if let warn = rule.warn { lines.append("warn = \"\(warn)s\"") }
      if let extra = rule.extra { lines.append("extra = { length = \"\(extra.length)s\", count = \(extra.count) }") }
      if rule.kind == .day { lines.append("day-start = \"\(dayStarts[rule.position / 2])\"") }
      let weekdays = Weekday.allCases.filter(rule.days.contains).map { String($0.name.lowercased().prefix(3)) }
      if rule.days != .daily { lines.append("days = [\(list(weekdays))]") }
      return lines.joined(separator: "\n")
    }
    func list(_ names: [String]) -> String { names.map { "\"\($0)\"" }.joined(separator: ", ") }
    func profile(_ key: String, _ more: String) -> String {
      let own = rules.filter { $0.profile == key }
      let lock = own.contains { $0.isStrict } ? "strict" : "none"
      return (["[profile.\(key)]\nlock = \"\(lock)\"\n\(more)"] + own.map(limit)).joined(separator: "\n")
    }
    let windows = "window = [\"09:00-12:00\", \"12:00-14:30\", \"17:15-19:00\", \"22:00-02:30\"]"
    return ["timezone = \"system\"", profile("d", ""), profile("w", windows), ""].joined(separator: "\n")
  }
}

extension ZoneRules {
  /// The instants of noon on the days of a year, and the one after it.
  fileprivate func noons(of first: CivilDate) -> [Int64] {
    (0...365).map { resolve(localSeconds: Int64(first.epochDay) * 86_400 + Int64($0) * 86_400 + 43_200).compatible }
      .map(\.epochSeconds)
  }
}

// What the second implementation does.
extension LimitYear {
  /// What makes an evaluation fail.
  struct Difference: Error, CustomStringConvertible {
    let description: String
  }

  private func days(of index: Int) -> NaiveDays { days[zone][limits[index].rules.position / 2] }

  /// The session that a limit belongs to now, as the engine has it; nil for a limit by day, and without a session.
  private func session(of index: Int) -> NaiveLimit.Period? {
    let kind = limits[index].rules.kind
    guard kind != .day, let session = machine.engine.book[keys[index].profile] else { return nil }
    if kind == .session { return .session(session.id, window: nil) }
    return session[.schedule].map { .session(session.id, window: $0.start) }
  }

  /// Lets time pass on the machine, without an evaluation.
  mutating func pass(_ seconds: Int64) {
    machine.pass(seconds)
    pending += seconds
  }

  /// Does what the machine has just done: an evaluation, after the clocks were changed by `move`. `act` is what the input
  /// asks for, and `use` what is in use from now on.
  mutating func follow(
    using use: String?? = nil, moving move: (inout NaiveClocks) -> Void = { _ in },
    acting act: (inout Self) -> Void = { _ in }
  ) throws {
    machine.forgetInputs()
    count()
    move(&clocks)
    clocks.takeOver()
    for index in limits.indices { limits[index].arrive(at: clocks, in: days(of: index)) }
    act(&self)
    if let use { app = use }
    for index in limits.indices {
      limits[index].resume(using: app, at: clocks, in: days(of: index), session: session(of: index))
    }
    if !machine.transition.changes.isEmpty { stored = clocks }
    try compare()
  }

  /// Counts the seconds since the last evaluation.
  private mutating func count() {
    for index in limits.indices {
      limits[index].pass(pending, from: clocks, in: days(of: index), session: session(of: index))
    }
    let start = clocks.elapsed
    clocks.pass(pending)
    pending = 0
    if let app { uses.append((app, start, clocks.elapsed)) }
    uses.removeAll { $0.end < clocks.elapsed - 300 }
  }

  /// Forgets the use that later idleness would take off.
  mutating func forgetUses() { uses = [] }

  /// Takes off the last seconds, in which the person was idle.
  mutating func takeOff(_ seconds: Int64) {
    let begin = clocks.elapsed - seconds
    for index in limits.indices {
      let own = uses.filter { limits[index].rules.apps.contains($0.app) }
      limits[index].takeOff(own.reduce(0) { $0 + max(0, $1.end - max($1.start, begin)) })
    }
    uses = []
  }

  /// Grants more of an application, in all limits that block it or in none. Returns whether it did.
  mutating func grant(_ name: String) -> Bool {
    let blocking = limits.indices.filter { limits[$0].isReached && limits[$0].rules.apps.contains(name) }
    guard !blocking.isEmpty, blocking.allSatisfy({ limits[$0].hasMore }) else { return false }
    for index in blocking { limits[index].grant() }
    return true
  }

  /// Changes the zone of the machine.
  mutating func move(to zone: Int) {
    self.zone = zone
    for index in limits.indices { limits[index].move(in: days(of: index), at: clocks) }
  }

  /// Another zone of the list.
  mutating func otherZone() -> (index: Int, rules: ZoneRules) {
    let index = (zone + Int.random(in: 1..<zones.count, using: &random)) % zones.count
    return (index, zones[index])
  }

  /// The program is killed. It counts on from what was stored, up to a minute less than what was used.
  ///
  /// - Parameter losesPower: whether the clocks, too, are those that were stored last.
  mutating func die(losesPower: Bool) throws {
    count()
    (app, uses) = (nil, [])
    for index in limits.indices {
      let found = counted(index)
      let loss = limits[index].count - found
      guard (0...60).contains(loss) else { throw Difference(description: "limit \(index) lost \(loss) s") }
      limits[index].survive(with: found)
    }
    if losesPower { clocks = stored }
  }

  /// The seconds that the engine has counted.
  private func counted(_ index: Int) -> Int64 {
    let counter = machine.engine.limits[keys[index]]
    return (counter?.use.amount(until: machine.present.elapsed) ?? 0) / Nanoseconds.perSecond
  }

  /// Whether a day of a limit on what is in use began strictly between two evaluations, although no clock was set.
  func missesDay(since former: NaiveClocks) -> Bool {
    limits.indices.contains { index in
      let rules = limits[index].rules
      let (start, end) = (former.own(isStrict: rules.isStrict), clocks.own(isStrict: rules.isStrict))
      guard rules.kind == .day, let app, rules.apps.contains(app), limits[index].isDayNatural(at: clocks),
        end - start == clocks.elapsed - former.elapsed
      else { return false }
      return days(of: index).next(after: start) < end
    }
  }
}

// What is compared.
extension LimitYear {
  private mutating func compare() throws {
    let present = machine.present
    guard present.elapsed == clocks.elapsed * Nanoseconds.perSecond,
      present.trusted.instant.epochSeconds == clocks.trusted
    else {
      throw Difference(
        description:
          "elapsed \(present.elapsed) for \(clocks.elapsed), trusted \(present.trusted) for \(clocks.trusted)")
    }
    for index in limits.indices where counted(index) != limits[index].count {
      throw Difference(description: "limit \(index) has \(counted(index)) s, not \(limits[index].count)")
    }
    try compareEvents()
  }

  private mutating func compareEvents() throws {
    var expected: [String] = []
    for index in limits.indices where !limits[index].events.isEmpty {
      expected += limits[index].events
      limits[index].events = []
    }
    reachedCount += expected.count
    let found = machine.events[eventCount...].compactMap { event -> String? in
      let names: [EventName: String] = [.eventWillReachThresholdWarning: "warning", .eventDidReachThreshold: "reached"]
      guard let name = names[event.name], let key = event.profile?.key.text, let message = event.message else {
        return nil
      }
      let kinds: [UsageLimit.Period] = [.day, .session, .window]
      let kind = kinds.first { message.contains(" a \($0.rawValue) of ") }
      return "\(key) \(kind?.rawValue ?? "") \(name) \(event.planned.epochSeconds)"
    }
    eventCount = machine.events.count
    if found.sorted() != expected.sorted() { throw Difference(description: "events \(found), not \(expected)") }
  }

  /// Compares what is blocked.
  func compareBlocks() throws {
    for name in Self.apps {
      let isBlocked = limits.contains { $0.isReached && $0.rules.apps.contains(name) }
      if machine.blocks(app: name) != isBlocked { throw Difference(description: "'\(name)' is blocked: \(!isBlocked)") }
    }
  }
}
