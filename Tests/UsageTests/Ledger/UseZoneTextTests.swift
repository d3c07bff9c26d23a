import SchedulerCivilTime
import SchedulerStore
import Testing

@testable import SchedulerUsage

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
