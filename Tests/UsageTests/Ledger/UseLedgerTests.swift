import Foundation
import ProgramTesting
import Scheduler
import SchedulerCivilTime
import SchedulerPlatform
import SchedulerStore
import Testing

@testable import SchedulerUsage

/// What a ledger writes, keeps, drops and says.
@Suite struct UseLedgerTests {
  private let second: Int64 = 1_000_000_000

  private func flushed(_ spans: UseSpan...) throws -> (ledger: UseLedger, files: SimulatedFileSystem) {
    var (ledger, files) = (UseLedger(), SimulatedFileSystem())
    for span in spans { ledger.add(span) }
    #expect(try ledger.flush(in: &files) == [])
    return (ledger, files)
  }

  @Test func `a span is divided among the quarters of an hour and the UTC days that it touches`() throws {
    let (ledger, files) = try flushed(
      .of(
        "firefox", domain: "reddit.com", categories: ["WebBrowser", "Network"], at: "2026-11-26T23:44:59Z",
        milliseconds: 902_000))
    let days = try files.reading().days
    #expect(days.map { "\($0.date)" } == ["2026-11-26", "2026-11-27"])
    #expect(
      days.map { $0.rows.map(\.key) }.allSatisfy {
        $0 == [UseKey(application: "firefox", domain: "reddit.com", categories: "Network;WebBrowser")]
      })
    let quarters = days.flatMap(\.rows).flatMap(\.quarters.elements)
    #expect(quarters.map(\.quarter) == [94, 95, 0])
    #expect(quarters.map(\.nanoseconds) == [second, 900 * second, second])
    #expect(!ledger.hasChanges)
  }

  @Test func `the file of a day is lines of text with a checksum, which only its user can read`() throws {
    let folder = try WorkFolder()
    var files = try DirectoryFileSystem(folder.path)
    var ledger = UseLedger()
    ledger.add(try .of("a b", at: "2026-11-27T10:00:00Z", milliseconds: 1_500))
    ledger.add(try .of("-", domain: "x.org", categories: ["Game"], at: "2026-11-27T10:00:02Z", milliseconds: 2_000))
    #expect(try ledger.finish(in: &files) == [])
    let path = folder.path + "/2026-11-27.use"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(
      text.split(separator: "\n").dropLast() == [
        "schedctl-use 1 2026-11-27", "u %2d x.org Game 40:2000", "u a%20b - - 40:1500", "a %2d 2000", "a a%20b 1500",
        "d x.org 2000",
      ])
    #expect(FileStatus(path: path)?.permissions == 0o600)
    #expect(try UseReading(.min ... .max, in: &files).days.first?.bytes == Array(text.utf8))
  }

  @Test func `the file of the format page is read, and is written as it is shown`() throws {
    let page = try String(contentsOfFile: Checkout.path("docs/formats.md"), encoding: .utf8)
    let shown = try #require(page.firstMatch(of: /```text\n(schedctl-use 1 [^`]+)```/)?.output.1)
    var (ledger, files) = (UseLedger(), SimulatedFileSystem())
    for span in try [
      UseSpan.of(
        "org.gnome.Builder", categories: ["IDE", "Development"], at: "2026-11-23T10:00:00Z", milliseconds: 942_000),
      .of(
        "firefox", domain: "www.reddit.com", categories: ["WebBrowser", "Network"], at: "2026-11-23T13:00:00Z",
        milliseconds: 1_200_000), .of("end", at: "2026-11-24T00:00:00Z", milliseconds: 1),
    ] { ledger.add(span, in: "Europe/Berlin") }
    #expect(try ledger.flush(in: &files) == [])
    #expect(files["2026-11-23.use"].map { String(decoding: $0, as: UTF8.self) } == String(shown))
  }

  @Test func `less than a millisecond waits for more, and nothing is written without a change`() throws {
    var (ledger, files) = (UseLedger(), SimulatedFileSystem())
    for _ in 0..<3 {
      var span = try UseSpan.of("x", at: "2026-11-27T10:00:00Z", milliseconds: 0)
      span.nanoseconds = 400_000
      ledger.add(span)
    }
    #expect(try ledger.flush(in: &files) == [])
    let count = files.operationCount
    #expect(try files.reading().days.map(\.nanoseconds) == [1_000_000])
    #expect(try ledger.flush(in: &files) == [])
    #expect(files.operationCount == count)
    ledger.add(try .of("x", at: "2026-11-27T10:00:01Z", milliseconds: 0))
    #expect(!ledger.hasChanges)
  }

  @Test func `a visit ends with five minutes without use of the target`() throws {
    let (first, _) = try flushed()
    var (ledger, files) = (first, SimulatedFileSystem())
    for (minute, length) in [(0, 60), (3, 30), (8, 20), (14, 10)] as [(Int, Int64)] {
      let clock = String(format: "2026-11-27T10:%02d:00Z", minute)
      ledger.add(try .of("firefox", domain: "reddit.com", at: clock, milliseconds: length * 1_000))
    }
    #expect(try ledger.finish(in: &files) == [])
    let visits = try files.reading().days.flatMap(\.visits)
    #expect(visits.map(\.target.name) == ["firefox", "reddit.com"])
    #expect(visits.map(\.lengths) == [[110_000, 10_000], [110_000, 10_000]])
  }

  @Test func `a damaged day is set aside and reported, and other days are kept`() throws {
    var (ledger, files) = try flushed(
      .of("x", at: "2026-11-26T10:00:00Z", milliseconds: 1_000),
      .of("x", at: "2026-11-27T10:00:00Z", milliseconds: 2_000))
    let whole = try #require(files["2026-11-27.use"])
    for index in whole.indices {
      var bytes = whole
      bytes[index] ^= 4
      files["2026-11-27.use"] = bytes
      let reading = try files.reading()
      #expect(reading.days.map { "\($0.date)" } == ["2026-11-26"])
      #expect(reading.losses.map(\.description) == ["the use of 2026-11-27 is damaged and not counted"])
    }
    ledger.add(try .of("x", at: "2026-11-27T11:00:00Z", milliseconds: 3_000))
    #expect(try ledger.flush(in: &files).map(\.description) == ["the use of 2026-11-27 is damaged and not counted"])
    let reading = try files.reading()
    #expect(reading.days.map(\.nanoseconds) == [second, 3 * second])
    #expect(reading.losses.count == 1)
    for length in whole.indices {
      #expect(throws: UseDay.TextProblem.damaged) { try UseDay(Array(whole[..<length]), of: reading.days[1].date) }
    }
  }

  @Test func `the day of a newer version is left as it is`() throws {
    var (ledger, files) = try flushed(.of("x", at: "2026-11-27T10:00:00Z", milliseconds: 1_000))
    var body = Array("schedctl-use 2 2026-11-27\n{}\n".utf8)
    let digits = String(CRC32C.checksum(of: body.span), radix: 16)
    body += "sum \(String(repeating: "0", count: 8 - digits.count))\(digits)\n".utf8
    files["2026-11-27.use"] = body
    ledger.add(try .of("x", at: "2026-11-27T11:00:00Z", milliseconds: 3_000))
    let words = "the use of 2026-11-27 was written by a newer version and is not counted"
    #expect(try ledger.flush(in: &files).map(\.description) == [words])
    #expect(files["2026-11-27.use"] == body)
    ledger.add(try .of("x", at: "2026-11-27T12:00:00Z", milliseconds: 3_000))
    #expect(try ledger.flush(in: &files) == [], "it is reported once")
    #expect(try files.reading().losses.map(\.description) == [words])
  }

  @Test func `a deleted ledger stays deleted, with the use that was not written yet`() throws {
    var (ledger, files) = try flushed(
      .of("x", at: "2026-11-26T10:00:00Z", milliseconds: 1_000),
      .of("x", at: "2026-11-27T10:00:00Z", milliseconds: 2_000))
    ledger.add(try .of("x", at: "2026-11-27T10:01:00Z", milliseconds: 5_000))
    #expect(try UseFiles.forget(before: nil, at: Instant(epochSeconds: 0), in: &files) == 2)
    #expect(try ledger.flush(in: &files) == [])
    #expect(try files.reading().days == [])
    ledger.add(try .of("x", at: "2026-11-27T10:02:00Z", milliseconds: 6_000))
    #expect(try ledger.finish(in: &files) == [])
    #expect(try files.reading().days.map(\.nanoseconds) == [6 * second])
    #expect(try files.reading().days.flatMap(\.visits).flatMap(\.lengths) == [6_000])
  }

  @Test func `days that are too old are deleted, but not by a clock that was just set ahead`() throws {
    var (ledger, files) = try flushed(
      .of("x", at: "2026-01-01T10:00:00Z", milliseconds: 1_000),
      .of("x", at: "2026-11-25T10:00:00Z", milliseconds: 2_000),
      .of("x", at: "2026-11-26T10:00:00Z", milliseconds: 4_000))
    let old = try #require(Instant(rfc3339: "2026-11-26T12:00:00Z"))
    let wrong = try #require(Instant(rfc3339: "2040-01-01T00:00:00Z"))
    #expect(try ledger.removeDays(olderThan: 365 * 86_400, at: wrong, in: &files) == 0)
    #expect(try ledger.removeDays(olderThan: 329 * 86_400, at: old, in: &files) == 0)
    #expect(try ledger.removeDays(olderThan: 328 * 86_400, at: old, in: &files) == 1)
    #expect(try ledger.removeDays(olderThan: 86_400, at: old, in: &files) == 0)
    ledger.add(try .of("x", at: "2026-11-26T10:00:05Z", milliseconds: 8_000))
    #expect(try ledger.flush(in: &files) == [])
    #expect(try files.reading().days.map(\.nanoseconds) == [2 * second, 12 * second])
  }

  @Test func `a full disk keeps the sums in memory, up to forty days`() throws {
    var (ledger, files) = (UseLedger(), SimulatedFileSystem())
    files.plan.capacity = 0
    for day in 0..<50 {
      ledger.add(
        UseSpan(
          target: UsedTarget(application: ApplicationIdentity(fileNames: ["x"])),
          start: Instant(epochSeconds: 1_700_000_000 + Int64(day) * 86_400), nanoseconds: second))
      #expect(throws: FileSystemError.self) { try ledger.flush(in: &files) }
    }
    files.plan.capacity = nil
    #expect(
      try ledger.flush(in: &files).map(\.description) == [
        "10 s of use could not be written for long and are lost"
      ])
    #expect(try files.reading().days.map(\.nanoseconds) == Array(repeating: second, count: 40))
    #expect(try ledger.flush(in: &files) == [])
  }

  @Test func `a flood of names is bounded, and its seconds still count`() throws {
    var (ledger, files) = (UseLedger(), SimulatedFileSystem())
    for number in 0..<3_000 {
      ledger.add(try .of("window \(number)", at: "2026-11-27T10:00:00Z", milliseconds: 1_000))
    }
    #expect(try ledger.finish(in: &files) == [])
    let day = try #require(try files.reading().days.first)
    #expect(day.nanoseconds == 3_000 * second)
    #expect(day.rows.count <= 1_001 && day.visits.count == 1_000)
    #expect(day.rows.first { $0.key.application == UseDay.otherNames }?.quarters.nanoseconds ?? 0 >= 2_000 * second)
  }

  @Test func `two agents of a person add to the same day, and wait for each other`() throws {
    var (one, files) = try flushed(.of("x", at: "2026-11-27T10:00:00Z", milliseconds: 1_000))
    var other = UseLedger()
    other.add(try .of("x", at: "2026-11-27T10:00:01Z", milliseconds: 2_000))
    try files.lock("lock")
    #expect(throws: FileSystemError(.lock, name: "lock", reason: .inUse(by: nil))) { try other.flush(in: &files) }
    files.unlock("lock")
    #expect(try other.flush(in: &files) == [])
    one.add(try .of("x", at: "2026-11-27T10:00:03Z", milliseconds: 4_000))
    #expect(try one.flush(in: &files) == [])
    #expect(try files.reading().days.map(\.nanoseconds) == [7 * second])
  }

  @Test func `odd spans neither trap nor count`() throws {
    var (ledger, files) = (UseLedger(), SimulatedFileSystem())
    let target = UsedTarget(application: ApplicationIdentity())
    for start in [Int64.min, -1, .max] {
      for length in [Int64.min, -1, 0, 1_000_000] {
        ledger.add(UseSpan(target: target, start: Instant(epochSeconds: start), nanoseconds: length))
      }
    }
    #expect(try ledger.finish(in: &files) == [])
    #expect(try files.reading().days.flatMap(\.rows).map(\.key.application) == [".", "."])
    #expect(try files.reading().days.map(\.nanoseconds).reduce(0, +) == 3_000_000)
    ledger.add(UseSpan(target: target, start: Instant(epochSeconds: 0), nanoseconds: .max))
    _ = try ledger.finish(in: &files)
    #expect(try files.reading().days.count == 32)
  }
}
