import Scheduler
import Testing

@testable import schedctl

/// Which share of the width each segment of a day has.
@Suite struct DayLanesTests {
  @Test(arguments: [
    (["09:00-10:00"], ["a 0-1 of 1"]),
    (["09:00-11:00", "10:00-12:00"], ["a 0-1 of 2", "b 1-2 of 2"]),
    // What only touches shares no width.
    (["09:00-10:00", "10:00-11:00"], ["a 0-1 of 1", "b 0-1 of 1"]),
    (["09:00-10:00", "09:00-10:00", "10:00-11:00"], ["a 0-1 of 2", "b 1-2 of 2", "c 0-1 of 1"]),
    // A lane is free for what starts when its last one ends.
    (["09:00-12:00", "09:00-10:00", "10:00-11:00"], ["a 0-1 of 2", "b 1-2 of 2", "c 1-2 of 2"]),
    // It is as wide as what it touches does not hinder it to be.
    (
      ["09:00-12:00", "09:00-10:00", "09:00-10:00", "10:00-11:00"],
      ["a 0-1 of 3", "b 1-2 of 3", "c 2-3 of 3", "d 1-3 of 3"]
    ),
    (
      ["09:00-10:00", "09:00-12:00", "09:00-11:00", "10:00-11:00", "11:00-12:00"],
      ["a 0-1 of 3", "b 1-2 of 3", "c 2-3 of 3", "d 0-1 of 3", "e 0-1 of 3"]
    ),
  ])
  func `segments that overlap share the width, and segments that only touch do not`(windows: [String], lanes: [String])
    throws
  {
    let keys = ["a", "b", "c", "d", "e"]
    let profiles = zip(keys, windows).map { "[profile.\($0)]\nwindow = [\"mon \($1)\"]\n" }
    let configuration = try ExampleWeek.configuration(text: "timezone = \"UTC\"\n" + profiles.joined())
    let slots = DayLanes(try ExampleWeek.layout(configuration, "2026-11-23"), day: 0).slots
    let words = slots.map { "\(keys[$0.row]) \($0.lane)-\($0.lane + $0.span) of \($0.laneCount)" }
    #expect(words.sorted() == lanes)
  }
}
