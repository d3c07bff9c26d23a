import DeviceActivity
import ScreenTimeSystem
import ScreenTimeTesting
import Testing

/// Acceptance row of faults: D25. Each changes a reference transcript in its documented way alone.
@Suite struct AcceptanceFaultTests {
  /// Two activities, one of them once, for two days with one use of 30 minutes on each.
  private static func transcript(_ faults: [Fault]) throws -> [String] {
    let bench = Bench("08:00", faults: faults)
    try bench.start("work", "09:00–17:00", warning: 10, events: [.init("limit"): Bench.event(minutes: 20)])
    try bench.start("once", "10:00–11:00", repeats: false)
    for _ in 0..<2 {
      bench.device.advance(to: "12:00")
      bench.device.use("com.example.game", for: .minutes(30))
      bench.device.connectCharger()
    }
    bench.device.advance(to: "18:00")
    return bench.lines
  }

  private static let reference = [
    "08-13 08:50:00 startWarning work", "08-13 09:00:00 start work", "08-13 10:00:00 start once",
    "08-13 11:00:00 end once", "08-13 12:10:00 eventWarning work limit", "08-13 12:20:00 reached work limit",
    "08-13 16:50:00 endWarning work", "08-13 17:00:00 end work", "08-14 08:50:00 startWarning work",
    "08-14 09:00:00 start work", "08-14 12:10:00 eventWarning work limit", "08-14 12:20:00 reached work limit",
    "08-14 16:50:00 endWarning work", "08-14 17:00:00 end work",
  ]

  /// A fault, the lines that it removes, and the lines that it adds.
  struct Row: CustomTestStringConvertible {
    let fault: Fault
    var removed: [String] = []
    var added: [String] = []
    var testDescription: String { "\(fault)" }
  }

  private static let rows: [Row] = [
    Row(fault: .drop(.init(.intervalDidStart, activity: "work", count: 1)), removed: ["08-13 09:00:00 start work"]),
    Row(
      fault: .drop(.init(.intervalDidEnd, activity: "work", skipping: 1)), removed: ["08-14 17:00:00 end work"]),
    Row(
      fault: .drop(.init(activity: "once")), removed: ["08-13 10:00:00 start once", "08-13 11:00:00 end once"]),
    Row(
      fault: .drop(.init(.eventDidReachThreshold)),
      removed: ["08-13 12:20:00 reached work limit", "08-14 12:20:00 reached work limit"]),
    Row(
      fault: .delay(.init(.intervalDidEnd, activity: "once"), milliseconds: 90_500),
      removed: ["08-13 11:00:00 end once"], added: ["08-13 11:01:30 end once"]),
    Row(
      fault: .delay(.init(.intervalDidStart, activity: "once"), milliseconds: 5_400_000),
      removed: ["08-13 10:00:00 start once"], added: ["08-13 11:30:00 start once"]),
    Row(
      fault: .duplicate(.init(.intervalDidStart, activity: "work", count: 1)), added: ["08-13 09:00:00 start work"]),
    Row(
      fault: .thresholdAtRegistration(.init()), added: ["08-13 08:00:00 reached work limit"]),
    Row(fault: .thresholdAtRegistration(.init(activity: "once"))),
    Row(
      fault: .thresholdOnCharge(.init(count: 1)), added: ["08-13 12:30:00 reached work limit"]),
    Row(
      fault: .thresholdBurst(.init(skipping: 1), times: 3),
      added: ["08-14 12:20:00 reached work limit", "08-14 12:20:00 reached work limit"]),
    Row(fault: .killBefore(.init(.intervalWillEndWarning, count: 1)), removed: ["08-13 16:50:00 endWarning work"]),
    Row(fault: .oneShotSilent, removed: ["08-13 10:00:00 start once", "08-13 11:00:00 end once"]),
  ]

  @Test func `AT25: without faults nothing is lost`() throws { #expect(try Self.transcript([]) == Self.reference) }

  @Test(arguments: rows)
  func `AT25: each fault alone changes the transcript in its documented way`(row: Row) throws {
    var lines = try Self.transcript([row.fault])
    // In the order of time, except for what is late.
    #expect(lines.map { $0.prefix(14) } == lines.map { $0.prefix(14) }.sorted())
    for line in row.added { lines.remove(at: try #require(lines.firstIndex(of: line), "\(line) in \(lines)")) }
    var expected = Self.reference
    for line in row.removed { expected.remove(at: try #require(expected.firstIndex(of: line))) }
    #expect(lines == expected)
  }

  @Test func `AT25: chance decides by its seed`() throws {
    let runs = try [1, 1, 2].map { (seed: UInt64) in
      try Self.transcript([.drop(.init(oneIn: 3, seed: seed))])
    }
    #expect(runs[0] == runs[1] && runs[0] != runs[2])
    #expect(runs[0].count < Self.reference.count && !runs[0].isEmpty)
    #expect(Set(runs[0]).isSubset(of: Self.reference))
  }

  @Test func `AT25: a callback that is lost is in the journal, with the reason`() throws {
    let bench = Bench("09:30", faults: [.drop(.init(.intervalDidStart)), .killBefore(.init(.intervalDidEnd))])
    try bench.start("a", "09:00–17:00")
    bench.device.advance(to: "18:00")
    #expect(bench.lines == [])
    let lost = bench.device.journal.map(\.description).filter { $0.contains("lost") }
    #expect(
      lost == [
        "2026-08-13 09:30:00 (intervalDidStart a lost: dropped)",
        "2026-08-13 17:00:00 (intervalDidEnd a lost: killed before it)",
      ])
  }

  @Test func `AT25: an extension that is killed forgets what it knew`() throws {
    let calls = SharedState<[String]>([])
    let policy = SemanticsPolicy.documented.with(\.monitorLifetime, as: .process)
    let bench = Bench("09:30", policy: policy, faults: [.killBefore(.init(activity: "victim"))]) {
      AcceptanceOrderTests.Calling { kind, activity in calls.withLock { $0.append("\(kind) \(activity.rawValue)") } }
    }
    try bench.start("a", "09:00–17:00")
    try bench.start("victim", "10:00–18:00")
    bench.device.advance(to: "19:00")
    #expect(calls.withLock { $0 } == ["start 1 a", "end 1 a"])
  }

  @Test(arguments: [false, true])
  func `AT25: a callback that is late delays no other, also if another activity is stopped meanwhile`(
    stops: Bool
  ) throws {
    let fault = Fault.delay(.init(.intervalDidStart, activity: "a"), milliseconds: 3_600_000)
    let bench = Bench("08:00", faults: [fault])
    try bench.start("a", "09:00–17:00")
    try bench.start("b", "09:10–17:00")
    try bench.start("other", "20:00–21:00")
    bench.device.advance(to: "09:05")
    if stops { bench.stop("other") }
    bench.device.advance(to: "12:00")
    #expect(bench.lines == ["08-13 09:10:00 start b", "08-13 10:00:00 start a"])
  }
}
