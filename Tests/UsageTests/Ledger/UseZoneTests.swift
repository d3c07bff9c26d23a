import Foundation
import Scheduler
import SchedulerCivilTime
import SchedulerPlatform
import SchedulerStore
import TestSupport
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
}

/// The lines of zones in the file of a day.
@Suite struct UseZoneTextTests {
  private let date = CivilDate(parsing: "2026-11-23") ?? .min

  /// The bytes of a file with lines, whose checksum is right.
  private func bytes(_ lines: String...) -> [UInt8] {
    var bytes = Array((["schedctl-use 1 \(date)"] + lines).map { $0 + "\n" }.joined().utf8)
    let digits = String(CRC32C.checksum(of: bytes.span), radix: 16)
    bytes += "sum \(String(repeating: "0", count: 8 - digits.count))\(digits)\n".utf8
    return bytes
  }

  private func text(_ spans: [(at: String, zone: String?)]) throws -> [Substring] {
    var (ledger, files) = (UseLedger(), SimulatedFileSystem())
    for span in spans { ledger.add(try .of("x", at: span.at, milliseconds: 1_000), in: span.zone) }
    #expect(try ledger.flush(in: &files) == [])
    return String(decoding: files["\(date).use"] ?? [], as: UTF8.self).split(separator: "\n")
  }

  @Test func `a zone has a line with its quarters, and those in a row are one run`() throws {
    let lines = try text([
      ("2026-11-23T23:59:00Z", "Europe/Berlin"), ("2026-11-23T00:00:00Z", "Europe/Berlin"),
      ("2026-11-23T00:20:00Z", "Europe/Berlin"), ("2026-11-23T00:35:00Z", "Europe/Berlin"),
      ("2026-11-23T01:00:00Z", "Asia/Tokyo"), ("2026-11-23T02:00:00Z", nil), ("2026-11-23T00:50:00Z", "Asia/Tokyo"),
      // The quarter has a zone already.
      ("2026-11-23T01:01:00Z", "Europe/Berlin"),
    ])
    #expect(lines[1...2] == ["z Asia/Tokyo 3-4", "z Europe/Berlin 0-2 95"])
    #expect(lines[3] == "u x - - 0:1000 1:1000 2:1000 3:1000 4:2000 8:1000 95:1000")
    let day = try UseDay(bytes("z Asia/Tokyo 3-4", "z Europe/Berlin 0-2 95", "u x - - 3:1000 95:1"), of: date)
    #expect(
      [0, 2, 3, 4, 5, 95].map { day.zone(of: $0) }.map { $0 ?? "none" } == [
        "Europe/Berlin", "Europe/Berlin", "Asia/Tokyo", "Asia/Tokyo", "none", "Europe/Berlin",
      ])
    #expect(try UseDay(bytes("u x - - 3:1000"), of: date).zones.isEmpty)
  }

  @Test(arguments: [
    "z", "z ", "z Asia/Tokyo", "z Asia/Tokyo ", "z Asia/Tokyo x", "z Asia/Tokyo 96", "z Asia/Tokyo 95-96",
    "z Asia/Tokyo 4-3", "z Asia/Tokyo 4 4", "z Asia/Tokyo 4 3", "z Asia/Tokyo 3-5 5", "z Asia/Tokyo 3-",
    "z Asia/Tokyo -3",
    "z Asia/Tokyo 3--4", "z Asia/Tokyo 3-4-5", "z Asia/Tokyo 3:4", "z Asia/Tokyo 3  4", "z Asia/Tokyo 3 ", "z  3",
    "z Asia/Tokyo 999999999999999999", "z Asia/Tokyo 9999999999999999999999", "z Asia/Tokyo 0-999999999999999999",
    "z - 3", "z ../x 3", "z /etc/passwd 3", "z Asia%20Tokyo 3", "z Asia/T\u{F6}kyo 3", "z Asia%00 3", "Z Asia/Tokyo 3",
    "z 3 Asia/Tokyo", "z Asia/Tokyo 3\nz Asia/Tokyo 4", "z Europe/Berlin 3\nz Asia/Tokyo 4",
    "z Asia/Tokyo 3-5\nz Europe/Berlin 5", "u x - - 3:1\nz Asia/Tokyo 3", "a x 1\nz Asia/Tokyo 3",
    "z \(String(repeating: "a", count: 65)) 3",
  ])
  func `a line of another form is damage`(_ line: String) throws {
    #expect(throws: UseDay.TextProblem.damaged) { try UseDay(bytes(line), of: date) }
    #expect(throws: UseDay.TextProblem.damaged) { try UseDay(bytes(line, "u x - - 3:1000"), of: date) }
  }

  @Test func `a line of any bytes neither traps nor is anything but damage or what is written again`() throws {
    var random = SeededRandom(seed: 1)
    let whole = Array("z Asia/Tokyo 3-4 7\nz Europe/Berlin 0-2 95\nu x - - 3:1000 95:1\nd x.org 1".utf8)
    var read = 0
    for _ in 0..<20_000 {
      var changed = whole
      for _ in 0...random.below(3) {
        let place = random.below(changed.count)
        switch random.below(3) {
        case 0: changed[place] = UInt8(truncatingIfNeeded: random.next())
        case 1: changed.remove(at: place)
        default: changed.insert(Array(" -0123456789:\nzZu/%".utf8)[random.below(19)], at: place)
        }
      }
      do throws(UseDay.TextProblem) {
        let day = try UseDay(bytes(String(decoding: changed, as: UTF8.self)), of: date)
        read += 1
        var again = UseDay(date)
        again.add(day)
        #expect(try UseDay(again.bytes, of: date).zones == day.zones)
      } catch { #expect(error == .damaged) }
    }
    #expect(read > 100, "\(read)")
  }

  @Test func `a day has room for a zone in each of its quarters`() throws {
    let zones = (0..<96).map { "Zone/Number\($0)" }
    var day = UseDay(date)
    for (quarter, zone) in zones.enumerated() {
      day.add(1_000_000, of: UseKey(application: "x"), in: quarter, zone: zone)
    }
    #expect(try UseDay(day.bytes, of: date) == day && day.zones.count == 96)
    #expect((0..<96).map { day.zone(of: $0) } == zones)
  }

  @Test func `of two agents in one quarter the first to write gives the zone, and a missing one is added`() throws {
    let zones = ["Asia/Tokyo", "Europe/Berlin"]
    for (first, other) in [(0, 1), (1, 0)] {
      var (agents, files) = ([UseLedger(), UseLedger()], SimulatedFileSystem())
      for agent in agents.indices {
        agents[agent].add(try .of("x", at: "2026-11-23T10:00:00Z", milliseconds: 1_000), in: zones[agent])
        agents[agent].add(try .of("x", at: "2026-11-23T1\(agent + 1):00:00Z", milliseconds: 1_000), in: zones[agent])
      }
      // An import has no zone.
      var imported = UseLedger()
      imported.add(try .of("y", at: "2026-11-23T11:01:00Z", milliseconds: 1_000))
      #expect(try imported.flush(in: &files) == [])
      for agent in [first, other] { #expect(try agents[agent].flush(in: &files) == []) }
      for agent in [other, first] { #expect(try agents[agent].finish(in: &files) == []) }
      let day = try #require(try files.reading().days.first)
      #expect(day.zone(of: 40) == zones[first] && day.zone(of: 44) == zones[0] && day.zone(of: 48) == zones[1])
      #expect(day.nanoseconds == 5_000_000_000 && day.zones.values.flatMap(\.runs).count == 3)
    }
  }

  @Test func `a zone is written with the first millisecond of its quarter, and survives a failed disk`() throws {
    var (ledger, files) = (UseLedger(), SimulatedFileSystem())
    var span = try UseSpan.of("x", at: "2026-11-23T10:00:00Z", milliseconds: 0)
    span.nanoseconds = 600_000
    ledger.add(span, in: "Asia/Tokyo")
    ledger.add(try .of("x", at: "2026-11-23T11:00:00Z", milliseconds: 1_000), in: "Europe/Berlin")
    files.plan.capacity = 0
    #expect(throws: FileSystemError.self) { try ledger.flush(in: &files) }
    files.plan.capacity = nil
    #expect(try ledger.flush(in: &files) == [])
    #expect(try files.reading().days.first?.zones.keys.sorted() == ["Europe/Berlin"])
    ledger.add(span, in: "America/New_York")
    #expect(try ledger.flush(in: &files) == [])
    let day = try #require(try files.reading().days.first)
    #expect(day.zone(of: 40) == "Asia/Tokyo" && day.zone(of: 44) == "Europe/Berlin" && day.nanoseconds == 1_001_000_000)
  }
}
