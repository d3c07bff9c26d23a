import SchedulerCivilTime
import TestSupport
import Testing

@testable import Scheduler

/// Starts, ends and warnings, and the order in which they come.
@Suite struct EdgeTests {
  /// The edges of one or more profiles from a civil time on, as `a 2026-11-23 09:00 intervalDidStart`, up to a time.
  private func edges(_ profiles: [(String, [String])], from: String, until: String) throws -> [String] {
    let tables = profiles.map { "[profile.\($0.0)]\nwindow = [\($0.1.joined(separator: ", "))]\n" }
    let configuration = try configuration("timezone = \"UTC\"\n" + tables.joined())
    let timeline = configuration.timeline
    let end = try instant(until, .utc)
    return timeline.edges(from: try instant(from, .utc)).prefix { $0.edge.instant < end }.map { element in
      let civil = ZoneRules.utc.civil(at: element.edge.instant)
      return "\(timeline.tracks[element.track].profile.key) \(civil.date) \(civil.time) \(element.edge.kind.name)"
    }
  }

  @Test func `at one instant an end comes before a start`() throws {
    let found = try edges(
      [("b", ["\"05:00-20:00\""]), ("a", ["\"21:00-05:00\""])], from: "2026-11-23 04:00", until: "2026-11-23 06:00")
    #expect(found == ["a 2026-11-23 05:00 intervalDidEnd", "b 2026-11-23 05:00 intervalDidStart"])
  }

  @Test func `ends come before starts even if the ending profile has the later key`() throws {
    let found = try edges(
      [("a", ["\"05:00-20:00\""]), ("b", ["\"21:00-05:00\""])], from: "2026-11-23 04:00", until: "2026-11-23 06:00")
    #expect(found == ["b 2026-11-23 05:00 intervalDidEnd", "a 2026-11-23 05:00 intervalDidStart"])
  }

  @Test func `edges of one instant come as end warning, end, start and start warning, each kind sorted by key`() throws
  {
    let found = try edges(
      [
        ("z", [#"{ start = "11:00", end = "13:00", warn = ["1h"] }"#]), ("y", ["\"09:00-12:00\""]),
        ("x", ["\"12:00-14:00\""]), ("w", [#"{ start = "13:00", end = "15:00", warn = ["1h"] }"#]),
        ("a", ["\"12:00-14:00\""]),
      ], from: "2026-11-23 12:00", until: "2026-11-23 12:01")
    #expect(
      found == [
        "z 2026-11-23 12:00 intervalWillEndWarning", "y 2026-11-23 12:00 intervalDidEnd",
        "a 2026-11-23 12:00 intervalDidStart", "x 2026-11-23 12:00 intervalDidStart",
        "w 2026-11-23 12:00 intervalWillStartWarning",
      ])
  }

  @Test func `a timeline has warnings before the start and before the end`() throws {
    let found = try edges(
      [("p", [#"{ start = "09:00", end = "12:00", warn = ["1m", "10m"] }"#])], from: "2026-11-23 00:00",
      until: "2026-11-24 00:00")
    #expect(
      found == [
        "p 2026-11-23 08:50 intervalWillStartWarning", "p 2026-11-23 08:59 intervalWillStartWarning",
        "p 2026-11-23 09:00 intervalDidStart", "p 2026-11-23 11:50 intervalWillEndWarning",
        "p 2026-11-23 11:59 intervalWillEndWarning", "p 2026-11-23 12:00 intervalDidEnd",
      ])
  }

  @Test func `the window that opens an interval sets its start warnings, the one that ends last its end warnings`()
    throws
  {
    let found = try edges(
      [
        (
          "p",
          [
            #"{ start = "09:00", end = "12:00", warn = ["10m"] }"#,
            #"{ start = "11:00", end = "14:00", warn = ["5m"] }"#,
          ]
        )
      ], from: "2026-11-23 00:00", until: "2026-11-24 00:00")
    #expect(
      found == [
        "p 2026-11-23 08:50 intervalWillStartWarning", "p 2026-11-23 09:00 intervalDidStart",
        "p 2026-11-23 13:55 intervalWillEndWarning", "p 2026-11-23 14:00 intervalDidEnd",
      ])
  }

  @Test func `equal warnings of two windows come once`() throws {
    let window = #"{ start = "09:00", end = "12:00", warn = ["10m"] }"#
    let found = try edges([("p", [window, window])], from: "2026-11-23 00:00", until: "2026-11-23 09:00")
    #expect(found == ["p 2026-11-23 08:50 intervalWillStartWarning"])
  }

  @Test func `an end warning that would not come after the start is dropped`() throws {
    let found = try edges(
      [("p", [#"{ start = "09:00", end = "09:30", warn = ["30m", "29m"] }"#])], from: "2026-11-23 09:00",
      until: "2026-11-23 09:30")
    #expect(found == ["p 2026-11-23 09:00 intervalDidStart", "p 2026-11-23 09:01 intervalWillEndWarning"])
  }

  @Test func `there are no warnings between touching intervals`() throws {
    let found = try edges(
      [
        (
          "p",
          [
            #"{ start = "09:00", end = "12:00", warn = ["10m"] }"#,
            #"{ start = "12:00", end = "15:00", warn = ["10m"] }"#,
          ]
        )
      ], from: "2026-11-23 09:00", until: "2026-11-23 15:00")
    #expect(
      found == [
        "p 2026-11-23 09:00 intervalDidStart", "p 2026-11-23 12:00 intervalDidEnd",
        "p 2026-11-23 12:00 intervalDidStart",
        "p 2026-11-23 14:50 intervalWillEndWarning",
      ])
  }

  @Test func `an interval that is cut on Monday gives no warnings at the cut`() throws {
    let found = try edges(
      [("p", [#"{ start = "09:00", end = "09:00", warn = ["10m"] }"#, "\"08:00-10:00\""])], from: "2026-11-22 00:00",
      until: "2026-11-24 00:00")
    #expect(found == ["p 2026-11-23 00:00 intervalDidEnd", "p 2026-11-23 00:00 intervalDidStart"])
  }

  @Test func `a warning may come days before its start, in order with everything else`() throws {
    let found = try edges(
      [
        ("a", [#"{ on = [2026-11-27], start = "09:00", end = "10:00", warn = ["2d"] }"#]),
        ("b", ["\"wed 08:00-09:30\""]),
      ],
      from: "2026-11-25 00:00", until: "2026-11-26 00:00")
    #expect(
      found == [
        "b 2026-11-25 08:00 intervalDidStart", "a 2026-11-25 09:00 intervalWillStartWarning",
        "b 2026-11-25 09:30 intervalDidEnd",
      ])
  }

  @Test(arguments: [1, 2, 3, 4, 5] as [UInt64])
  func `edges come in order and include all edges of each interval`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let center = try #require(CivilDate(year: 2026, month: 3, day: 29))
    let zone = try zone("Europe/Berlin")
    let tracks = try ["c", "a", "b"].map { key in
      var windows = RandomWindows.make(around: center, using: &random).map(\.window)
      for index in windows.indices { windows[index].warningSeconds = [3600, 60] }
      return Timeline.Track(
        profile: ProfileReference(key: try #require(ProfileKey(key))),
        timeline: ProfileTimeline(windows: windows, zone: zone))
    }
    let timeline = Timeline(tracks)
    let from = Instant(epochSeconds: Int64(center.epochDay - 3) * 86_400)
    let until = from.adding(seconds: 8 * 86_400)
    let found = timeline.edges(from: from).prefix { $0.edge.instant < until }.map { Row($0.edge, $0.track) }
    let expected = timeline.tracks.enumerated().flatMap { index, track in
      track.timeline.intervals(endingAfter: from.adding(seconds: -86_400)).prefix {
        $0.start < until.adding(seconds: 86_400)
      }
      .flatMap { track.timeline.edges(of: $0) }.filter { from <= $0.instant && $0.instant < until }.map {
        Row($0, index)
      }
    }.sorted()
    #expect(found == expected, "seed \(seed)")
  }

  private struct Row: Equatable, Comparable {
    let order: [Int64]
    init(_ edge: Edge, _ track: Int) {
      order = [edge.instant.epochSeconds, Int64(edge.kind.rawValue), Int64(track), edge.interval.start.epochSeconds]
    }
    static func < (a: Row, b: Row) -> Bool { a.order.lexicographicallyPrecedes(b.order) }
  }
}
