import Foundation
import Scheduler
import SchedulerCivilTime
import SchedulerPlatform
import SchedulerStore
import TestSupport
import Testing

@testable import SchedulerUsage

/// The record of a year, with its changes of the clocks, against a second implementation that adds up seconds.
@Suite struct UseLedgerYearLawTests {
  @Test(arguments: Laws.cases(0..<24 as Range<UInt64>, few: 5))
  func `the dates of a year have the sums of a naive implementation, over kills, power cuts and clocks that are set`(
    seed: UInt64
  ) throws {
    var year = try UseYear(seed: seed, dayCount: Laws.areWhole ? 366 : 24)
    while year.now < year.end { try year.step() }
    try year.flush()
    try year.compare("at its end")
    #expect(year.removedCount > 0 || !Laws.areWhole, "seed \(seed)")
  }
}

/// A person and their record over months.
private struct UseYear {
  /// Milliseconds by quarter of an hour since 1970, and by target.
  typealias Sums = [Int64: [UseKey: Int64]]

  private let seed: UInt64
  private var random: SeededRandom
  private(set) var now: Int64
  let end: Int64
  private let zone: ZoneRules
  private var calendar = Calendar(identifier: .gregorian)
  private var ledger = UseLedger()
  private var files = SimulatedFileSystem()
  /// What was used.
  private var counted: Sums = [:]
  /// What is on the disk for certain.
  private var flushed: Sums = [:]
  private var tidiedMonth: Int64
  private(set) var removedCount = 0

  private static let zones = [
    "Europe/Berlin", "Australia/Lord_Howe", "Pacific/Apia", "America/New_York", "Asia/Kolkata", "America/Santiago",
  ]
  private static let names = ["firefox", "foot", "steam", "org.gnome.Maps"]
  /// The days that are kept.
  private static let keptDays: Int64 = 100

  init(seed: UInt64, dayCount: Int64) throws {
    let name = Self.zones[Int(seed) % Self.zones.count]
    self.seed = seed
    random = SeededRandom(seed: seed)
    zone = try ZoneInfoDirectory.system(ProcessEnvironment(effectiveUserID: 1_000)).rules(for: name)
    calendar.timeZone = try #require(TimeZone(identifier: name))
    // Apia had no 2011-12-30. The short part of a year begins 12 days before a change of the clocks, where there is one.
    let first: Int64 = name == "Pacific/Apia" ? 1_293_840_000 : 1_767_225_600
    let change = calendar.timeZone.nextDaylightSavingTimeTransition(
      after: Date(timeIntervalSince1970: TimeInterval(first + Int64(seed) % 2 * 180 * 86_400)))
    let middle = change.map { Int64($0.timeIntervalSince1970) } ?? first
    now = dayCount > 365 ? first : max(first, middle - 12 * 86_400)
    end = now + dayCount * 86_400
    tidiedMonth = now / (30 * 86_400)
  }

  mutating func step() throws {
    switch random.below(150) {
    case 0..<40: now += Int64(random.below(20_000))
    case 40: now += Int64(random.below(500_000)) - 200_000
    case 41: now += Int64(random.below(7_200)) - 3_600
    case 42: try restart("a kill") { $0.crash() }
    case 43:
      let seed = random.next()
      try restart("a power cut") { $0.losePower(seed: seed) }
    case 44: try cutWhileWriting()
    case 45:
      try flush()
      try restart("a stop") { $0.crash() }
    case 46..<80: try flush()
    default: try use()
    }
    if now / (30 * 86_400) != tidiedMonth { try tidy() }
  }

  private mutating func use() throws {
    let name = Self.names[random.below(Self.names.count)]
    let domain = name == "firefox" ? [nil, "reddit.com", "x.org"][random.below(3)] : nil
    let length = Int64([random.below(4_000), random.below(90_000), random.below(4_000_000)][random.below(3)])
    var span = try UseSpan.of(
      name, domain: domain, categories: name == "steam" ? ["Game"] : [], at: "", milliseconds: length)
    span.start = Instant(epochSeconds: now)
    ledger.add(span)
    let key = UseKey(application: name, domain: domain ?? "", categories: name == "steam" ? "Game" : "")
    var rest = length
    while rest > 0 {
      counted[now / 900, default: [:]][key, default: 0] += min(rest, 1_000)
      if rest >= 1_000 { now += 1 }
      rest -= 1_000
    }
  }

  mutating func flush() throws {
    #expect(try ledger.finish(in: &files) == [])
    flushed = counted
  }

  /// The process starts anew after it stopped without writing.
  private mutating func restart(_ place: String, stopping stop: (inout SimulatedFileSystem) -> Void) throws {
    stop(&files)
    (counted, ledger, files.plan) = (flushed, UseLedger(), FaultPlan())
    try compare("after \(place)")
  }

  /// The power is cut while the ledger writes: each UTC day has all that is new, or nothing of it.
  private mutating func cutWhileWriting() throws {
    let stops: [FaultPlan.Fault] = [.stopBefore, .stopAfter, .stopWithin(byteCount: random.below(200))]
    files.plan.faults = [files.operationCount + 1 + random.below(14): stops[random.below(3)]]
    do throws(FileSystemError) { _ = try ledger.flush(in: &files) } catch {
      #expect(error.reason == .system(code: 0, meaning: "the machine has stopped"))
    }
    files.losePower(seed: random.next())
    let found = Self.sums(try files.reading().days)
    for day in Set(counted.keys.map { $0 / 96 }) {
      let quarters = (day * 96)..<(day * 96 + 96)
      let isNew = quarters.allSatisfy { found[$0] == counted[$0] }
      let isOld = quarters.allSatisfy { found[$0] == flushed[$0] }
      #expect(isNew || isOld, "seed \(seed), a power cut while day \(day) was written")
    }
    flushed = found
    try restart("a power cut while it was written") { _ in }
  }

  /// Deletes what is too old, once a month. A clock that was set a month ahead of the record deletes nothing by itself.
  private mutating func tidy() throws {
    tidiedMonth = now / (30 * 86_400)
    let today = now / 86_400
    let written = flushed.keys.map { $0 / 96 }
    let limit = min(today, (written.filter { $0 < today }.max() ?? today - 31) + 31) - Self.keptDays
    let old = Set(written.filter { $0 < limit })
    let removed = try ledger.removeDays(
      olderThan: Self.keptDays * 86_400, at: Instant(epochSeconds: now), in: &files)
    #expect(removed == old.count, "seed \(seed)")
    removedCount += removed
    counted = counted.filter { limit <= $0.key / 96 }
    flushed = flushed.filter { limit <= $0.key / 96 }
    try flush()
    try compare("after old days were deleted")
  }

  private static func sums(_ days: [UseDay]) -> Sums {
    var sums: Sums = [:]
    for day in days {
      for row in day.rows {
        for element in row.quarters.elements {
          let quarter = Int64(day.date.epochDay) * 96 + Int64(element.quarter)
          sums[quarter, default: [:]][row.key, default: 0] += element.nanoseconds / 1_000_000
        }
      }
    }
    return sums
  }

  /// Compares what another process reads with what was written, by quarter, and by date and hour in the zone.
  func compare(_ place: String) throws {
    let days = try files.reading().days
    #expect(Self.sums(days) == flushed, "seed \(seed), \(place)")
    var use = UseByDate(in: zone)
    for day in days { use.add(day) }
    var expected: [String: Int64] = [:]
    for (quarter, sums) in flushed {
      let parts = calendar.dateComponents(
        [.year, .month, .day, .hour], from: Date(timeIntervalSince1970: TimeInterval(quarter * 900)))
      let date = "\(parts.year ?? 0)-\(parts.month ?? 0)-\(parts.day ?? 0)"
      for (key, length) in sums {
        expected["\(date) \(parts.hour ?? 0)", default: 0] += length
        expected["\(date) \(key.application)|\(key.domain)|\(key.categories)", default: 0] += length
      }
    }
    var found: [String: Int64] = [:]
    for (date, day) in use.days {
      let (year, month, number) = date.components
      for (hour, length) in day.hours.enumerated() where length > 0 {
        found["\(year)-\(month)-\(number) \(hour)"] = length / 1_000_000
      }
      for (key, length) in day.keys {
        found["\(year)-\(month)-\(number) \(key.application)|\(key.domain)|\(key.categories)"] = length / 1_000_000
      }
    }
    #expect(found == expected, "seed \(seed), \(place)")
  }
}
