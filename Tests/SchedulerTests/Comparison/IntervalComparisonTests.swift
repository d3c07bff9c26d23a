import SchedulerCivilTime
import Testing

@testable import Scheduler

/// Which intervals belong together, and what an edit of a window is called.
@Suite struct IntervalComparisonTests {
  /// Windows before and after, and the groups of changes that they make.
  struct Edit: CustomTestStringConvertible {
    let old: [String]
    let new: [String]
    let groups: [String]
    var zone = "Europe/Berlin"
    var newZone = "Europe/Berlin"
    var from = "2026-11-23"
    var until = "2027-12-28"
    var testDescription: String { "\(old) \(zone) -> \(new) \(newZone)" }

    init(
      _ old: [String], _ new: [String], _ groups: [String], zone: String = "Europe/Berlin", newZone: String? = nil,
      from: String = "2026-11-23", until: String = "2027-12-28"
    ) {
      self.old = old
      self.new = new
      self.groups = groups
      self.zone = zone
      self.newZone = newZone ?? zone
      self.from = from
      self.until = until
    }
  }

  @Test(arguments: edits + clockChanges)
  func `an edit is summarised in few groups`(edit: Edit) throws {
    let old = try timeline(edit.old, in: edit.zone)
    let new = try timeline(edit.new, in: edit.newZone)
    let range = try instant(edit.from, new.zone)..<instant(edit.until, new.zone)
    let changes = IntervalComparison.changes(from: old, to: new, in: range)
    let groups = IntervalChangeGroup.groups(
      of: changes, in: new.zone, range: range, zonesDiffer: edit.zone != edit.newZone)
    #expect(groups.map(\.words) == edit.groups)
  }

  static let edits = [
    Edit(["mon-fri 09:00-12:30"], ["mon-fri 09:00-12:30"], []),
    Edit(
      ["mon-fri 09:00-12:30"], ["mon-fri 09:00-12:30", "thu 15:00-17:00"],
      ["gained - 15:00-17:00 every Thursday 2 h"]),
    Edit(["22:00-06:00"], ["22:30-06:00"], ["shortened 22:00-06:00 22:30-06:00 daily -30 min"]),
    Edit(["fri 23:00-24:00"], ["fri 23:00-01:00"], ["lengthened 23:00-24:00 23:00-01:00 every Friday 1 h"]),
    Edit(["09:00-12:00"], ["14:00-17:00"], ["moved 09:00-12:00 14:00-17:00 daily 0 s"]),
    Edit(
      ["mon 09:00 - fri 17:00"], ["mon 09:00 - thu 17:00"],
      [
        "shortened 09:00-17:00 +4 09:00-17:00 +3 every Monday -24 h"
      ]),
    // The start passes midnight and yet belongs to the same night.
    Edit(["mon 23:30-06:00"], ["tue 00:30-06:00"], ["shortened 23:30-06:00 00:30 +1-06:00 +1 every Monday -1 h"]),
    // What no longer touches something else on its date is another interval.
    Edit(
      ["mon 22:00-06:00"], ["tue 05:00-09:00"],
      [
        "lost 22:00-06:00 - every Monday -8 h", "gained - 05:00-09:00 every Tuesday 4 h",
      ]),
    // What is new on other dates is no moved window on the date on which something else is skipped.
    Edit(
      ["mon-fri 09:00-10:00"],
      [
        "{ days = \"mon-fri\", start = \"09:00\", end = \"10:00\", skip = [\"c\"] }", "thu 14:00-16:00",
      ],
      ["lost 09:00-10:00 - Thu 2026-11-26 -1 h", "gained - 14:00-16:00 every Thursday 2 h"]),
    // A stretch of time that is left out divides an interval: the part with its end continues.
    Edit(
      ["sat 09:00-17:00"], ["sat 09:30-12:00", "sat 13:00-17:00"],
      ["shortened 09:00-17:00 13:00-17:00 every Saturday -4 h", "gained - 09:30-12:00 every Saturday 2 h 30 min"]),
    // Two touching intervals become one: nothing more is blocked.
    Edit(
      ["sat 09:00-12:00", "sat 12:00-15:00"], ["sat 09:00-15:00"],
      [
        "lengthened 09:00-12:00 09:00-15:00 every Saturday 3 h", "lost 12:00-15:00 - every Saturday -3 h",
      ]),
    Edit(
      ["{ days = \"mon-fri\", start = \"09:00\", end = \"10:00\" }"],
      [
        "{ days = \"mon-fri\", start = \"09:00\", end = \"10:00\", skip = [\"c\"] }"
      ], ["lost 09:00-10:00 - Thu 2026-11-26 -1 h"]),
    Edit(
      ["sat 10:00-12:00"], ["{ days = \"sat\", every = 2, from = 2026-11-28, start = \"10:00\", end = \"12:00\" }"],
      [
        "lost 10:00-12:00 - every 2nd Saturday -2 h"
      ]),
    Edit(
      [], ["{ days = \"wed\", from = 2027-01-01, start = \"10:00\", end = \"12:00\" }"],
      [
        "gained - 10:00-12:00 every Wednesday from 2027-01-06 2 h"
      ]),
    Edit(
      [], ["{ days = \"daily\", until = 2026-12-24, start = \"10:00\", end = \"12:00\" }"],
      [
        "gained - 10:00-12:00 daily until 2026-12-24 2 h"
      ]),
    Edit(
      ["09:00-10:00"], ["{ start = \"09:00\", end = \"10:00\", warn = [\"5m\"] }"],
      [
        "warned 09:00-10:00 09:00-10:00 daily 0 s"
      ]),
  ]

  static let clockChanges = [
    // The night of the change is in the same group, an hour shorter or longer.
    Edit([], ["sat 22:00-06:00"], ["gained - 22:00-06:00 every Saturday 8 h, 7 h on 2027-03-27, 9 h on 2027-10-30"]),
    // 02:30 does not exist on 2027-03-28; the end is told as it is written.
    Edit(["sun 01:00-01:30"], ["sun 01:00-02:30"], ["lengthened 01:00-01:30 01:00-02:30 every Sunday 1 h"]),
    Edit(
      [], ["sun 02:30-03:00"], ["gained - 02:30-03:00 every Sunday, not 2027-03-28 30 min, 1 h 30 min on 2027-10-31"]),
    // Only in summer do the zones differ, and in the night of the change only one end.
    Edit(
      ["22:00-06:00"], ["22:00-06:00"],
      [
        "lengthened 22:00-06:00 22:00-06:00 Sat 2027-03-27 shift 0 3600 1 h",
        "moved 22:00-06:00 22:00-06:00 daily from 2027-03-28 to 2027-10-29 shift 3600 3600 0 s",
        "shortened 22:00-06:00 22:00-06:00 Sat 2027-10-30 shift 3600 0 -1 h",
      ], zone: "Europe/Berlin", newZone: "Africa/Lagos"),
    Edit(["22:00-06:00"], ["22:00-06:00"], [], zone: "Europe/Berlin", newZone: "Europe/Paris"),
    Edit(
      ["mon-fri 09:00-17:00"], ["mon-fri 09:00-17:00"],
      [
        "moved 09:00-17:00 09:00-17:00 mon-fri shift -32400 -32400 0 s"
      ], zone: "UTC", newZone: "Asia/Tokyo"),
  ]

  @Test func `the comparison does not count time outside of the range`() throws {
    let old = try configuration("timezone = 'UTC'\n[profile.p]\nwindow = ['22:00-06:00']\n")
    let new = try configuration("timezone = 'UTC'\n[profile.p]\nwindow = ['21:00-07:00']\n")
    let range = try instant("2026-11-23 00:00", .utc)..<instant("2026-11-24 21:30", .utc)
    // An hour on the first morning, then one in the evening and one in the morning, then half an hour.
    let groups = ConfigurationDifference(from: old, to: new, in: range).profiles.flatMap(\.intervalGroups)
    #expect(groups.map(\.seconds) == [12_600])
    #expect(groups.map(\.changes.count) == [3])
    let added = ConfigurationDifference(from: try configuration(""), to: new, in: range)
    #expect(added.profiles.flatMap(\.intervalGroups).map(\.seconds) == [63_000])
  }

  /// Windows before and after, the ends of a range on one date, what is freed and held in it, and what that does.
  @Test(
    arguments: [
      ("09:00-12:00", "09:00-13:00", "11:00", "12:30", 0, 1800, .tightens),
      ("09:00-12:00", "09:00-13:00", "11:00", "12:00", 0, 0, .neutral),
      ("09:00-12:00", "09:00-11:00", "08:00", "10:30", 0, 0, .neutral),
      ("09:00-12:00", "09:00-11:00", "08:00", "11:30", 1800, 0, .loosens),
      ("09:00-12:00", "13:00-15:00", "12:30", "14:00", 0, 3600, .tightens),
      ("09:00-12:00", "13:00-15:00", "11:00", "12:30", 3600, 0, .loosens),
      ("09:00-12:00", "10:00-13:00", "10:30", "12:30", 0, 1800, .tightens),
      ("09:00-12:00", "10:00-13:00", "10:30", "11:00", 0, 0, .neutral),
    ] as [(String, String, String, String, Int64, Int64, ChangeDirection)])
  func `a comparison counts freed and held seconds only inside its range`(
    old: String, new: String, from: String, until: String, freed: Int64, held: Int64, direction: ChangeDirection
  ) throws {
    let range = try instant("2026-11-23 \(from)", .utc)..<instant("2026-11-23 \(until)", .utc)
    let changes = IntervalComparison.changes(
      from: try timeline([old], in: "UTC"), to: try timeline([new], in: "UTC"), in: range)
    #expect(changes.map(\.freedSeconds) == [freed] && changes.map(\.heldSeconds) == [held])
    #expect(changes.map(\.direction) == [direction])
  }

  @Test(
    arguments: [
      ("'sat 10:00-12:00'", 2), ("'sat-sun 10:00-12:00'", 4),
      ("{ days = 'sat', every = 2, from = 2026-11-28, start = '10:00', end = '12:00' }", nil),
      ("{ days = 'sat', from = 2027-01-01, start = '10:00', end = '12:00' }", nil),
      ("{ days = 'sat', until = 2027-01-01, start = '10:00', end = '12:00' }", nil),
      ("{ on = [2026-12-24], start = '10:00', end = '12:00' }", nil),
    ] as [(String, Int64?)])
  func `a group has weekly seconds only if it recurs in every week of the range`(window: String, hours: Int64?) throws {
    let new = try configuration("timezone = 'UTC'\n[profile.p]\nwindow = [\(window)]\n")
    let range = try instant("2026-11-23", .utc)..<instant("2027-12-28", .utc)
    let groups = ConfigurationDifference(from: try configuration(""), to: new, in: range).profiles[0].intervalGroups
    let seconds = hours.map { $0 * 3600 }
    #expect(groups.map(\.weeklySeconds) == [seconds])
  }

  @Test func `an edit that only joins intervals frees and holds nothing`() throws {
    let old = try timeline(["sat 09:00-12:00", "sat 12:00-15:00"], in: "UTC")
    let new = try timeline(["sat 09:00-15:00"], in: "UTC")
    let range = try instant("2026-11-23", .utc)..<instant("2026-12-23", .utc)
    let changes = IntervalComparison.changes(from: old, to: new, in: range)
    #expect(changes.count == 8 && changes.allSatisfy { $0.direction == .neutral })
  }
}

extension IntervalChangeGroup {
  /// What it says, in one line.
  fileprivate var words: String {
    let times = [old, new].map { $0?.description ?? "-" }
    let shift = shift.map { " shift \($0.start) \($0.end)" } ?? ""
    let lengths = unusual.map { ", \(Self.words($0.seconds)) on \($0.date)" }.joined()
    return "\(kind) \(times[0]) \(times[1]) \(pattern)\(shift) \(Self.words(usualSeconds))\(lengths)"
  }

  private static func words(_ seconds: Int64) -> String {
    (seconds < 0 ? "-" : "") + LengthWords.text(seconds: abs(seconds))
  }
}
