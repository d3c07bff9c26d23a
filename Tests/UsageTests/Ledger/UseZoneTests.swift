import Foundation
import Scheduler
import SchedulerCivilTime
import SchedulerPlatform
import SchedulerStore
import Synchronization
import Testing

@testable import SchedulerUsage

/// Use counts on the dates and hours of the zone in which the person was then.
@Suite struct UseZoneTests {
  private static let machine = ZoneInfoDirectory.system(ProcessEnvironment(effectiveUserID: 1_000))

  /// A use of 15 minutes: its start, the zone, and the date and hour of its clock.
  private typealias Use = (start: String, zone: String?, place: String)

  /// What the days come to: `2026-11-23 9: 900`, in seconds.
  private func hours(of use: UseByDate) -> [String] {
    use.days.sorted { $0.key < $1.key }.flatMap { date, day in
      day.hours.indices.filter { day.hours[$0] > 0 }.map { "\(date) \($0): \(day.hours[$0] / 1_000_000_000)" }
    }
  }

  private func days(_ uses: [(start: String, zone: String?)]) throws -> [UseDay] {
    var (ledger, files) = (UseLedger(), SimulatedFileSystem())
    for use in uses { ledger.add(try .of("x", at: use.start, milliseconds: 900_000), in: use.zone) }
    #expect(try ledger.finish(in: &files) == [])
    return try files.reading().days
  }

  private static let journeys: [String: [Use]] = [
    "Tokyo to Berlin to New York in a week": [
      ("2026-11-23T00:00:00Z", "Asia/Tokyo", "2026-11-23 9"), ("2026-11-23T14:45:00Z", "Asia/Tokyo", "2026-11-23 23"),
      ("2026-11-23T23:30:00Z", "Asia/Tokyo", "2026-11-24 8"),
      ("2026-11-24T21:00:00Z", "Europe/Berlin", "2026-11-24 22"),
      ("2026-11-24T23:00:00Z", "Europe/Berlin", "2026-11-25 0"),
      ("2026-11-26T08:00:00Z", "Europe/Berlin", "2026-11-26 9"),
      ("2026-11-27T04:45:00Z", "America/New_York", "2026-11-26 23"),
      ("2026-11-27T05:00:00Z", "America/New_York", "2026-11-27 0"),
    ],
    "over the date line, to the day before": [
      ("2026-11-23T10:00:00Z", "Pacific/Kiritimati", "2026-11-24 0"),
      ("2026-11-23T11:45:00Z", "Etc/GMT+12", "2026-11-22 23"), ("2026-11-23T12:00:00Z", "Etc/GMT+12", "2026-11-23 0"),
      ("2026-11-24T11:45:00Z", "Etc/GMT+12", "2026-11-23 23"),
    ],
    "over changes of the clocks": [
      ("2026-03-29T00:45:00Z", "Europe/Berlin", "2026-03-29 1"),
      ("2026-03-29T01:00:00Z", "Europe/Berlin", "2026-03-29 3"),
      ("2026-03-29T22:00:00Z", "Europe/Berlin", "2026-03-30 0"),
      ("2026-03-29T22:15:00Z", "Europe/London", "2026-03-29 23"),
      ("2026-10-25T00:30:00Z", "Europe/Berlin", "2026-10-25 2"),
      ("2026-10-25T01:45:00Z", "Europe/Berlin", "2026-10-25 2"),
      ("2026-11-01T05:45:00Z", "America/New_York", "2026-11-01 1"),
      ("2026-11-01T06:00:00Z", "America/New_York", "2026-11-01 1"),
    ],
    "of parts of an hour": [
      ("2026-11-23T18:15:00Z", "Asia/Kathmandu", "2026-11-24 0"),
      ("2026-11-24T03:15:00Z", "America/St_Johns", "2026-11-23 23"),
    ],
  ]

  @Test(arguments: journeys.keys.sorted())
  func `a journey leaves each use on the date and hour of its place, wherever it is read`(_ name: String) throws {
    let uses = try #require(Self.journeys[name])
    let days = try days(uses.map { ($0.start, $0.zone) })
    var sums: [String: Int] = [:]
    for use in uses { sums[use.place, default: 0] += 900 }
    let expected = Set(sums.map { "\($0.key): \($0.value)" })
    for present in ["Europe/Berlin", "Asia/Tokyo", "Pacific/Kiritimati", "Etc/GMT+12", "UTC"] {
      var use = UseByDate(in: try Self.machine.rules(for: present), recorded: Self.machine)
      for day in days { use.add(day) }
      #expect(Set(hours(of: use)) == expected, "read in \(present)")
      var pinned = UseByDate(in: try Self.machine.rules(for: present))
      var unmarked = UseByDate(in: try Self.machine.rules(for: present), recorded: Self.machine)
      for day in days { pinned.add(day) }
      for day in try self.days(uses.map { ($0.start, nil) }) { unmarked.add(day) }
      #expect(pinned.days == unmarked.days, "a configuration that names a zone, and a record without: \(present)")
    }
  }

  @Test func `use of no zone, or of one that the machine does not know, counts in the present zone`() throws {
    let names: [String?] = [
      nil, "Mars/Olympus", "posix/Asia/Tokyo", "localtime", "Factory", "../../etc/passwd", "a/../../../etc/passwd",
      "Europe", "zone.tab", "", "-", "Asia/Tokyo ", "Asia/Tokyo\n", String(repeating: "a", count: 65),
      String(repeating: "a/", count: 32),
    ]
    for name in names {
      var use = UseByDate(in: try Self.machine.rules(for: "Asia/Tokyo"), recorded: Self.machine)
      let days = try days([("2026-11-23T20:00:00Z", name)])
      for day in days { use.add(day) }
      #expect(hours(of: use) == ["2026-11-24 5: 900"], "\(name ?? "none")")
    }
    let longest = "A" + String(repeating: "z", count: 63)
    #expect(try days([("2026-11-23T20:00:00Z", longest)]).first?.zone(of: 80) == longest)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `sums are the same whichever zones are recorded, and each second counts on one date`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let names = [
      nil, "Asia/Tokyo", "Europe/Berlin", "Pacific/Kiritimati", "Etc/GMT+12", "America/St_Johns", "No/Where",
    ]
    var (agents, files) = ([UseLedger(), UseLedger()], SimulatedFileSystem())
    var plain = (ledger: UseLedger(), files: SimulatedFileSystem())
    var now = 1_774_656_000 + Int64(random.below(1_000_000))
    var zone = names[0]
    for _ in 0..<80 {
      if random.below(4) == 0 { zone = names[random.below(names.count)] }
      var span = try UseSpan.of(
        ["x", "y"][random.below(2)], at: "", milliseconds: Int64(1 + random.below(3_000)) * 1_000)
      span.start = Instant(epochSeconds: now)
      now += Int64(random.below(9_000))
      plain.ledger.add(span)
      let agent = random.below(2)
      agents[agent].add(span, in: zone)
      if random.bool() { #expect(try agents[agent].flush(in: &files) == []) }
    }
    for agent in agents.indices { #expect(try agents[agent].finish(in: &files) == []) }
    #expect(try plain.ledger.finish(in: &plain.files) == [])
    let (days, others) = try (files.reading().days, plain.files.reading().days)
    #expect(days.map(\.rows) == others.map(\.rows) && days.contains { $0.zones.count > 1 }, "seed \(seed)")
    let present = try Self.machine.rules(for: "Europe/Berlin")
    var use = UseByDate(in: present, recorded: Self.machine)
    var expected: [String: Int64] = [:]
    for day in days {
      #expect(try UseDay(day.bytes, of: day.date) == day, "seed \(seed)")
      use.add(day)
      for element in day.rows.flatMap(\.quarters.elements) {
        let name = day.zone(of: element.quarter).flatMap { $0 == "No/Where" ? nil : $0 } ?? "Europe/Berlin"
        let start = Int(day.date.epochDay) * 86_400 + element.quarter * 900
        expected[try clock(of: start, in: name), default: 0] += element.nanoseconds / 1_000_000_000
      }
    }
    #expect(Set(hours(of: use)) == Set(expected.map { "\($0.key): \($0.value)" }), "seed \(seed)")
    let total = others.reduce(0) { $0 + $1.nanoseconds } / 1_000_000_000
    #expect(use.seconds(on: use.days.keys) == total && expected.values.reduce(0, +) == total, "seed \(seed)")
  }

  /// The date and hour of a second since 1970, as Foundation knows them.
  private func clock(of second: Int, in name: String) throws -> String {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: name == "Etc/GMT+12" ? "GMT-12" : name))
    let parts = calendar.dateComponents(
      [.year, .month, .day, .hour], from: Date(timeIntervalSince1970: TimeInterval(second)))
    return String(
      format: "%04d-%02d-%02d %d", parts.year ?? 0, parts.month ?? 0, parts.day ?? 0, parts.hour ?? 0)
  }

  @Test func `a goal has no verdict on the dates that a lost UTC day has in any zone of the record`() throws {
    let present = try Self.machine.rules(for: "Europe/Berlin")
    let lost = try #require(CivilDate(parsing: "2026-11-23"))
    for (zones, dates) in [
      ([], [23, 24]), (["America/New_York"], [22, 23, 24]), (["Asia/Tokyo"], [23, 24]), (["No/Where"], [23, 24]),
      (["America/New_York", "Asia/Tokyo"], [22, 23, 24]),
    ] {
      var use = UseByDate(in: present, recorded: Self.machine)
      use.add(UseLoss.damaged(lost))
      for day in try days(zones.map { ("2026-11-20T10:00:00Z", $0) } + zones.map { ("2026-11-26T09:00:00Z", $0) }) {
        use.add(day)
      }
      let found = try (18...28).filter { !use.isWhole(on: [try #require(CivilDate(parsing: "2026-11-\($0)"))]) }
      #expect(found == Array(dates), "\(zones)")
    }
  }

  /// Zones whose use is counted.
  private final class CountedZones: ZoneSource {
    let loads = Mutex<[String: Int]>([:])

    func rules(for identifier: String) throws(ZoneError) -> ZoneRules {
      loads.withLock { $0[identifier, default: 0] += 1 }
      throw .unknownIdentifier(identifier)
    }
    func systemRules() throws(ZoneError) -> ZoneRules { .utc }
    func identifiers() -> [String] { [] }
  }

  @Test func `the rules of a zone are loaded once, and a flood of names is bounded`() throws {
    let zones = CountedZones()
    var use = UseByDate(in: .utc, recorded: zones)
    for number in 0..<30 {
      var day = UseDay(try #require(CivilDate(epochDay: 20_000 + number / 2)))
      for quarter in 0..<96 {
        day.add(1_000_000_000, of: UseKey(application: "x"), in: quarter, zone: "Zone/\(day.date)/\(quarter)")
      }
      use.add(day)
    }
    #expect(zones.loads.withLock { $0.count == 1_000 && $0.values.allSatisfy { $0 == 1 } })
    #expect(use.seconds(on: use.days.keys) == 30 * 96)
  }
}
