import Foundation
import Scheduler
import SchedulerCivilTime
import SchedulerPlatform
import SchedulerStore
import TestSupport
import Testing

@testable import SchedulerUsage

/// What an export of ActivityWatch adds to a record of use.
@Suite struct ActivityWatchExportTests {
  /// An event that begins some seconds after 2026-11-26 10:00 UTC.
  private static func event(_ start: Double, _ length: Double, _ data: String) -> String {
    let whole = Int(start)
    let fraction = String(format: "%06d", Int((start - Double(whole)) * 1e6))
    let time = Instant(epochSeconds: 1_795_687_200 + Int64(whole)).description.dropLast()
    return #"{"id": 1, "timestamp": "\#(time).\#(fraction)+00:00", "duration": \#(length), "data": \#(data)}"#
  }

  private static func bucket(_ name: String, _ kind: String, host: String = "vm", _ events: [String]) -> String {
    // The newest comes first.
    #""\#(name)": {"id": "\#(name)", "type": "\#(kind)", "client": "x", "hostname": "\#(host)", "events": [\#(events.reversed().joined(separator: ","))]}"#
  }

  private static func window(_ app: String) -> String { #"{"app": "\#(app)", "title": "secret"}"# }
  private static let here = #"{"status": "not-afk"}"#
  private static let away = #"{"status": "afk"}"#

  private func export(_ buckets: [String], host: String? = nil) throws -> ActivityWatchExport {
    try ActivityWatchExport(
      Array(#"{"buckets": {\#(buckets.joined(separator: ","))}}"#.utf8), host: host,
      environment: ProcessEnvironment(variables: ["XDG_DATA_DIRS": "/x"], effectiveUserID: 4_000_000_000))
  }

  private func words(_ export: ActivityWatchExport) -> [String] {
    export.spans.map { span in
      let domain = span.target.domain.map { " \($0.text)" } ?? ""
      return
        "\(span.start.epochSeconds - 1_795_687_200) \(span.target.name ?? "-")\(domain) \(span.nanoseconds / 1_000_000)"
    }
  }

  @Test func `a window counts while the person is there, and for the page that its browser showed`() throws {
    let export = try export([
      Self.bucket(
        "aw-watcher-window_vm", "currentwindow",
        [
          Self.event(0, 100, Self.window("foot")), Self.event(100.5, 199.5, Self.window("Firefox-esr")),
          // It overlaps the one before.
          Self.event(250, 50, Self.window("steam")),
        ]),
      Self.bucket(
        "aw-watcher-afk_vm", "afkstatus",
        [
          Self.event(0, 50, Self.here), Self.event(50, 70, Self.away), Self.event(120, 500, Self.here),
        ]),
      Self.bucket(
        "aw-watcher-web-firefox", "web.tab.current", host: "unknown",
        [
          Self.event(90, 60, #"{"url": "https://me:pw@www.Reddit.com:8080/r/x?y#z", "title": "t"}"#),
          Self.event(160, 10, #"{"url": "about:blank"}"#), Self.event(170, 1000, #"{"url": "http://10.0.0.1/"}"#),
        ]),
      Self.bucket(
        "aw-watcher-web-firefox_vm", "web.tab.current",
        [Self.event(155, 3, #"{"url": "https://private.test/", "incognito": true}"#)]),
      Self.bucket("aw-watcher-input_vm", "os.hid.input", [Self.event(0, 100, "{}")]),
    ])
    #expect(
      words(export) == [
        "0 foot 50000", "120 Firefox-esr www.reddit.com 30000", "150 Firefox-esr 5000", "155 Firefox-esr 3000",
        "158 Firefox-esr 2000", "160 Firefox-esr 10000",
        "170 Firefox-esr 10.0.0.1 80000", "250 steam 50000",
      ])
    #expect(export.oddCount == 0)
  }

  @Test func `events that make no sense do not count`() throws {
    let odd = [
      "{}", "[]", "null", #"{"timestamp": "x", "duration": 1, "data": {}}"#,
      #"{"timestamp": "2026-11-26T10:00:00Z", "duration": -1, "data": {}}"#,
      #"{"timestamp": "2026-11-26T10:00:00Z", "duration": 1e300, "data": {}}"#,
      #"{"timestamp": "2026-11-26T10:00:00Z", "duration": "1", "data": {}}"#,
      #"{"timestamp": "9999-12-31T23:59:59Z", "duration": 1, "data": {}}"#,
      #"{"timestamp": "0000-01-01T00:00:00Z", "duration": 1, "data": {}}"#, Self.event(0, 2_700_000, Self.window("x")),
    ]
    let export = try export([
      Self.bucket("w", "currentwindow", odd + [Self.event(0, 5, Self.window("foot")), Self.event(9, 5, "{}")]),
      Self.bucket("a", "afkstatus", [Self.event(0, 100, Self.here), Self.event(3, 2, "7")]),
    ])
    #expect(export.oddCount == odd.count + 1, "and a window without an application")
    #expect(words(export) == ["0 foot 3000"])
  }

  @Test func `an export of another form, without windows or idleness, or of several machines is refused`() throws {
    let window = Self.bucket("w", "currentwindow", [Self.event(0, 5, Self.window("foot"))])
    let idleness = Self.bucket("a", "afkstatus", [Self.event(0, 5, Self.here)])
    let other = Self.bucket("o", "currentwindow", host: "other", [])
    func problem(_ buckets: [String], host: String? = nil) -> ActivityWatchExport.Problem? {
      #expect(throws: ActivityWatchExport.Problem.self) { try export(buckets, host: host) }
    }
    #expect(problem([]) == .missing("windows"))
    #expect(problem([idleness]) == .missing("windows"))
    #expect(problem([window]) == .missing("times away from the machine"))
    #expect(problem([window, idleness, other]) == .severalHosts(["other", "vm"]))
    #expect(problem([window, idleness], host: "x") == .unknownHost(among: ["vm"]))
    #expect(problem([other, idleness], host: "other") == .missing("times away from the machine"))
    #expect(try words(export([window, idleness, other], host: "vm")) == ["0 foot 5000"])
    for text in ["[]", "{}", #"{"buckets": []}"#] {
      #expect(throws: ActivityWatchExport.Problem.foreign) {
        try ActivityWatchExport(Array(text.utf8), host: nil, environment: ProcessEnvironment(effectiveUserID: 1))
      }
    }
  }

  @Test func `a second import adds nothing, and quarters of an hour with use stay as they are`() throws {
    var (ledger, files) = (UseLedger(), SimulatedFileSystem())
    ledger.add(try .of("mail", at: "2026-11-26T10:20:00Z", milliseconds: 60_000))
    #expect(try ledger.finish(in: &files) == [])
    let spans = [
      try UseSpan.of("foot", at: "2026-11-26T10:10:00Z", milliseconds: 1_800_000),
      try UseSpan.of("foot", at: "2026-11-26T23:50:00Z", milliseconds: 1_200_000),
    ]
    for turn in 0..<3 {
      var (ledger, work) = (UseLedger(), UseImport(into: try files.reading()))
      var writes = 0
      try work.add(spans, to: &ledger) { (ledger) throws(FileSystemError) in
        writes += 1
        #expect(try ledger.flush(in: &files) == [])
      }
      #expect(try ledger.finish(in: &files) == [])
      let minutes = [work.added, work.known].map { $0 / 60_000_000_000 }
      #expect(minutes == (turn == 0 ? [35, 15] : [0, 50]) && writes == 2)
      #expect(work.dates.map { "\($0.upperBound)" } == (turn == 0 ? "2026-11-27" : nil))
    }
    let days = try files.reading().days
    #expect(days.map { "\($0.date) \($0.nanoseconds / 60_000_000_000)" } == ["2026-11-26 26", "2026-11-27 10"])
  }

  /// Random events, for which a naive count of each second must come to the same.
  @Test(arguments: Laws.cases(UInt64(0)..<200, few: 40)) func `sums equal those of a naive count`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var (windows, idleness): ([(Int, Int, String)], [(Int, Int, Bool)]) = ([], [])
    for _ in 0..<random.below(40) {
      windows.append((random.below(1_000), random.below(90), ["a", "b", "c"][random.below(3)]))
    }
    for _ in 0..<random.below(20) { idleness.append((random.below(1_000), random.below(200), random.bool())) }
    // Starts are distinct, because nothing says which of two events with one start came first.
    windows = Dictionary(windows.map { ($0.0, $0) }) { a, _ in a }.values.filter { $0.1 > 0 }.sorted { $0.0 < $1.0 }
    idleness = Dictionary(idleness.map { ($0.0, $0) }) { a, _ in a }.values.filter { $0.1 > 0 }.sorted { $0.0 < $1.0 }
    let found = try export([
      Self.bucket("w", "currentwindow", windows.map { Self.event(Double($0.0), Double($0.1), Self.window($0.2)) }),
      Self.bucket(
        "a", "afkstatus", idleness.map { Self.event(Double($0.0), Double($0.1), $0.2 ? Self.here : Self.away) }),
    ])
    var naive: [String: Int64] = [:]
    for second in 0..<1_300 {
      // Of the events that last, the one that began last counts.
      guard let window = windows.last(where: { $0.0 <= second && second < $0.0 + $0.1 }),
        let presence = idleness.last(where: { $0.0 <= second && second < $0.0 + $0.1 }), presence.2
      else { continue }
      naive[window.2, default: 0] += 1
    }
    let sums = Dictionary(
      found.spans.map { ($0.target.name ?? "", $0.nanoseconds / 1_000_000_000) }, uniquingKeysWith: +)
    #expect(sums == naive, "seed \(seed)")
  }
}
