import Foundation
import Scheduler
import SchedulerCivilTime
import SchedulerPlatform
import SchedulerStore
import Testing

@testable import SchedulerUsage

/// What the days of a ledger come to in a zone.
@Suite struct UseByDateTests {
  private static let machine = ZoneInfoDirectory.system(ProcessEnvironment(effectiveUserID: 1_000))

  /// The days of a ledger with spans, and those spans.
  private func random(_ seed: UInt64, from start: Int64) throws -> (spans: [UseSpan], days: [UseDay]) {
    var random = SeededRandom(seed: seed)
    var (ledger, files, spans) = (UseLedger(), SimulatedFileSystem(), [UseSpan]())
    var now = start
    for _ in 0..<60 {
      let name = ["firefox", "steam", "foot"][random.below(3)]
      var span = try UseSpan.of(
        name, domain: name == "firefox" ? ["reddit.com", "old.reddit.com", "x.org"][random.below(3)] : nil,
        categories: name == "steam" ? ["Game"] : [], at: "", milliseconds: Int64(1 + random.below(4_000)) * 1_000)
      span.start = Instant(epochSeconds: now)
      now += span.nanoseconds / 1_000_000_000 + Int64(random.below(5_000))
      spans.append(span)
      ledger.add(span)
    }
    _ = try ledger.finish(in: &files)
    return (spans, try files.reading().days)
  }

  private func hour(of minute: Int64, in calendar: Calendar) -> String {
    let parts = calendar.dateComponents(
      [.year, .month, .day, .hour], from: Date(timeIntervalSince1970: TimeInterval(minute * 60)))
    let date = String(format: "%04d-%02d-%02d", parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
    return "\(date) \(parts.hour ?? 0)"
  }

  @Test(
    arguments: [
      "Europe/Berlin", "America/St_Johns", "Asia/Kathmandu", "Australia/Lord_Howe", "Pacific/Apia", "UTC",
    ], 0..<4 as Range<UInt64>)
  func `days and hours are those of the zone, over changes of its clocks`(name: String, seed: UInt64) throws {
    let zone = try Self.machine.rules(for: name)
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: name))
    // 2026-03-28 and 2026-10-24 are the days before the clocks change in Europe; Apia had no 2011-12-30.
    for start in [1_774_656_000, 1_792_800_000, 1_325_116_800] as [Int64] {
      let (spans, days) = try random(seed, from: start)
      var use = UseByDate(in: zone)
      for day in days { use.add(day) }
      var names: [Int64: String] = [:]
      var expected: [String: Int64] = [:]
      for span in spans {
        for second in 0..<span.nanoseconds / 1_000_000_000 {
          let minute = (span.start.epochSeconds + second) / 60
          let name = names[minute] ?? hour(of: minute, in: calendar)
          names[minute] = name
          expected[name, default: 0] += 1
        }
      }
      var found: [String: Int64] = [:]
      for (date, day) in use.days {
        for (hour, length) in day.hours.enumerated() where length > 0 {
          found["\(date) \(hour)"] = length / 1_000_000_000
        }
        #expect(day.hours.reduce(0, +) == day.keys.values.reduce(0, +), "seed \(seed)")
      }
      #expect(found == expected, "\(name), seed \(seed)")
    }
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `a goal counts each second once, also where its targets overlap`(seed: UInt64) throws {
    let (spans, days) = try random(seed, from: 1_790_000_000)
    var use = UseByDate(in: try Self.machine.rules(for: "UTC"))
    for day in days { use.add(day) }
    let goal = Goal(
      name: "g",
      subject: .use(
        applications: [ApplicationName("steam"), ApplicationName("/usr/bin/firefox")],
        categories: [try #require(ApplicationCategory("Game"))], domains: [try DomainName("reddit.com")]),
      bound: .atMost, seconds: 0, period: .day)
    let some = Goal(
      name: "g", subject: .use(applications: [], categories: [], domains: [try DomainName("reddit.com")]),
      bound: .atMost, seconds: 0, period: .day)
    func seconds(_ isMeant: (UseSpan) -> Bool) -> Int64 {
      spans.filter(isMeant).reduce(0) { $0 + $1.nanoseconds / 1_000_000_000 }
    }
    func counted(_ goal: Goal) throws -> Int64 {
      let targets = try #require(GoalTargets(goal) { ApplicationIdentity(fileNames: [String($0.fileName)]) })
      return use.seconds(on: use.days.keys, where: targets.contains)
    }
    #expect(try counted(goal) == seconds { $0.target.name != "foot" }, "seed \(seed)")
    #expect(try counted(some) == seconds { $0.target.domain?.text.hasSuffix("reddit.com") ?? false }, "seed \(seed)")
    let sums = UseSums(use, on: Array(use.days.keys))
    #expect(sums.seconds == seconds { _ in true } && sums.applications.reduce(0) { $0 + $1.seconds } == sums.seconds)
  }

  @Test func `a goal has no verdict that lost use could change, on the dates that the lost UTC day touches`() throws {
    let lost = try #require(CivilDate(parsing: "2026-11-23"))
    for (name, dates) in [("UTC", [23]), ("Europe/Berlin", [23, 24]), ("America/St_Johns", [22, 23])] {
      for loss in [UseLoss.damaged(lost), .newer(lost), .unreadable(lost, .full)] {
        var use = UseByDate(in: try Self.machine.rules(for: name))
        use.add(UseLoss.dropped(nanoseconds: 1))
        #expect(use.isWhole(on: [lost]))
        use.add(loss)
        let found = (20...26).filter { day in
          CivilDate(parsing: "2026-11-\(day)").map { !use.isWhole(on: [$0]) } ?? false
        }
        #expect(found == dates, "\(name)")
        #expect(!use.isWhole(on: (-5...5).compactMap { lost.adding(days: $0) }), "a week counts as a whole")
      }
    }
    for (bound, seconds, isWhole, isKept) in [
      (.atMost, 50, true, true), (.atMost, 50, false, nil), (.atMost, 150, false, false), (.atLeast, 50, true, false),
      (.atLeast, 50, false, nil), (.atLeast, 150, false, true),
    ] as [(Goal.Bound, Int64, Bool, Bool?)] {
      let goal = Goal(name: "g", subject: .focus, bound: bound, seconds: 100, period: .day)
      let count = GoalCount(goal, date: lost, seconds: seconds, isWhole: isWhole, isOver: true)
      #expect(count.isKept == isKept, "\(bound) \(seconds) \(isWhole)")
    }
  }

  @Test func `attempts within one median count once, and the lower median is taken`() throws {
    let attempts = [0, 10, 50, 60, 130, 131].map { Instant(epochSeconds: $0) }
    #expect(TimeSaved.seconds(attempts: attempts.reversed(), median: 60) == 3 * 60)
    #expect(TimeSaved.seconds(attempts: attempts, median: 0) == 0 && TimeSaved.seconds(attempts: [], median: 5) == 0)
    var (saved, day) = (TimeSaved(), UseDay(.min))
    for length in [9_000, 1_000, 5_000, 7_000] as [Int64] {
      day.add(visit: length, of: VisitedTarget("x", isDomain: false))
    }
    day.add(visit: 3_000, of: VisitedTarget("www.x.org", isDomain: true))
    saved.add(day)
    #expect(saved.median(of: ["x"]) == 5 && saved.median(of: ["x.org"]) == 3 && saved.median(of: ["y"]) == nil)
  }
}
