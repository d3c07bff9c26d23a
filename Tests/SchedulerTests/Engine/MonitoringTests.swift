import SchedulerCivilTime
import SchedulerJSON
import SchedulerStore
import Testing

@testable import Scheduler

/// Activities that a program monitors at run time.
struct MonitoringTests {
  private static let toml = "timezone = \"Europe/Berlin\"\n"

  private static func machine(at time: String, _ activities: MonitoredActivity...) throws -> VirtualMachine {
    var machine = try VirtualMachine(toml, at: time)
    machine.handle(.time)
    for activity in activities { machine.handle(.startMonitoring(activity)) }
    return machine
  }

  @Test func `an activity that is registered at run time starts and ends each day`() throws {
    var machine = try Self.machine(at: "2026-11-23 08:00", try .daily("a", from: 9, to: 17))
    try machine.run(to: "2026-11-24 18:00")
    #expect(machine.events.map(\.name) == [.intervalDidStart, .intervalDidEnd, .intervalDidStart, .intervalDidEnd])
    let hours = try ["23 09", "23 17", "24 09", "24 17"].map { try instant("2026-11-\($0):00", machine.zone) }
    #expect(machine.events.map(\.planned) == hours && machine.events.allSatisfy { !$0.isLate })
  }

  @Test func `an activity whose interval runs starts at once, late, and one that is stopped ends`() throws {
    var machine = try Self.machine(
      at: "2026-11-23 12:00", try .daily("a", from: 9, to: 17), try .daily("b", from: 13, to: 14))
    #expect(machine.events.map(\.name) == [.intervalDidStart])
    #expect(machine.events[0].isLate && machine.events[0].activity == .registered("a"))
    machine.handle(.stopMonitoring(names: ["b", "unknown", "a"]))
    #expect(machine.events.map(\.name) == [.intervalDidStart, .intervalDidEnd])
    #expect(
      machine.engine.router.monitored.isEmpty && machine.engine.nextDeadline == NextDeadline(wall: nil, boot: nil))
    try machine.run(to: "2026-11-25 18:00")
    #expect(machine.events.count == 2)
    #expect(!machine.engine.records.contains { $0.key.hasPrefix("monitored:") })
  }

  @Test func `a second registration replaces the first without an event`() throws {
    var machine = try Self.machine(at: "2026-11-23 12:00", try .daily("a", from: 9, to: 17))
    machine.handle(.startMonitoring(try .daily("a", from: 13, to: 14)))
    #expect(machine.events.map(\.name) == [.intervalDidStart])
    try machine.run(to: "2026-11-23 20:00")
    #expect(machine.events.dropFirst().map(\.name) == [.intervalDidStart, .intervalDidEnd])
    #expect(machine.engine.router.monitored.count == 1)
  }

  @Test func `the handler of an activity receives its edges`() throws {
    let handler = NotingHandler()
    let hours = try MonitoredActivity.daily("a", from: 9, to: 17).intervals
    let activity = MonitoredActivity(named: "a", intervals: hours, handler: handler)
    var machine = try Self.machine(at: "2026-11-23 08:00", activity)
    try machine.run(to: "2026-11-23 18:00")
    #expect(handler.seen == ["start a", "end a"])
  }

  @Test func `intervals that were never started are missed`() throws {
    var machine = try Self.machine(at: "2026-11-23 08:00", try .daily("a", from: 9, to: 10))
    machine.handle(.deviceUse(.unused))
    try machine.run(to: "2026-11-25 09:30")
    #expect(machine.events.isEmpty)
    machine.handle(.deviceUse(.inUse(items: nil)))
    #expect(machine.events.map(\.name) == [.intervalDidStart])
    #expect(machine.missed.flatMap(\.intervals).count == 2)
    #expect(machine.missed.allSatisfy { $0.activity == .registered("a") })
  }

  @Test func `a history line of a threshold has the activity and the name of the event`() throws {
    let thresholds = [UsageThreshold(named: "limit", items: ["game"], seconds: 600, warningSeconds: 60)]
    var machine = try Self.machine(at: "2026-11-23 09:00", try .daily("focus", from: 9, to: 17, thresholds: thresholds))
    machine.handle(.deviceUse(.inUse(items: ["game", "games"])))
    try machine.run(to: "2026-11-23 09:30")
    let events = Array(machine.events.dropFirst())
    #expect(events.map(\.name) == [.eventWillReachThresholdWarning, .eventDidReachThreshold])
    for (event, minute) in zip(events, ["09", "10"]) {
      let line = try #require(HistoryLine(.event(event)))
      let object = try #require(try JSONValue(parsing: line.bytes.dropLast()).objectValue)
      #expect(object["activity"] == .string("focus") && object["message"] == .string("limit"))
      #expect(object["planned"] == .string("2026-11-23T08:\(minute):00Z") && object["profile"] == nil)
      let record = try #require(HistoryRecord(line: line.bytes))
      #expect(record.event == event.name && record.activity == "focus" && record.message == "limit")
    }
  }

  /// The use of a morning, with an item in front at times.
  private static let morning: [(String, Input)] = [
    ("09:05", .deviceUse(.inUse(items: ["game"]))), ("09:10", .deviceUse(.unused)),
    ("10:00", .deviceUse(.inUse(items: ["mail"]))), ("10:30", .deviceUse(.inUse(items: ["game"]))),
  ]

  @Test(arguments: 0...4)
  func `an engine that continues from its records delivers what the other one would`(restart: Int) throws {
    let thresholds = [UsageThreshold(named: "limit", items: ["game"], seconds: 600, warningSeconds: 120)]
    let activity = try MonitoredActivity.daily("a", from: 9, to: 17, thresholds: thresholds)
    var (plain, restarted) = (
      try Self.machine(at: "2026-11-23 08:00", activity), try Self.machine(at: "2026-11-23 08:00", activity)
    )
    for (index, (time, input)) in (Self.morning + [("12:00", .time)]).enumerated() {
      if index == restart { restarted.restart() }
      try plain.run(to: "2026-11-23 \(time)")
      try restarted.run(to: "2026-11-23 \(time)")
      plain.handle(input)
      restarted.handle(input)
    }
    try plain.run(to: "2026-11-24 10:00")
    try restarted.run(to: "2026-11-24 10:00")
    #expect(plain.seen == restarted.seen)
    #expect(plain.engine.records == restarted.engine.records)
    // The game stays in front, so the second day reaches the threshold too.
    #expect(plain.seen.filter { $0.contains("Threshold") }.count == 4)
  }

  @Test func `a durable engine continues monitored activities after a crash and after a reboot`() throws {
    var machine = try DurableMachine(Self.toml, at: "2026-11-23 08:30")
    let thresholds = [UsageThreshold(named: "limit", seconds: 600)]
    let activity = try MonitoredActivity.daily("a", from: 9, to: 17, thresholds: thresholds)
    try machine.handle(.startMonitoring(activity))
    machine.pass(seconds: 1_800)
    #expect(try machine.handle(.deviceUse(.inUse(items: ["game"]))).events.map(\.name) == [.intervalDidStart])
    machine.pass(seconds: 360)
    try machine.handle(.deviceUse(.inUse(items: nil)))
    machine.kill()
    try machine.open(monitoring: activity)
    #expect(try machine.handle(.deviceUse(.inUse(items: ["game"]))).events == [])
    machine.pass(seconds: 240)
    #expect(try machine.handle().events.map(\.message) == ["limit"])
    machine.reboot(seconds: 8 * 3_600)
    try machine.open(monitoring: activity)
    #expect(try machine.handle().events.map(\.name) == [.intervalDidEnd])
    let words = try machine.history().map { $0["event"]?.stringValue }
    #expect(
      words.filter { $0 != "engineDidStart" }.compactMap(\.self) == [
        "intervalDidStart", "eventDidReachThreshold", "intervalDidEnd",
      ])
  }

  @Test func `a registration that cannot be stored is not made`() throws {
    var machine = try DurableMachine(Self.toml, at: "2026-11-23 12:00")
    try machine.handle()
    machine.files.plan.capacity = 0
    #expect(throws: StateStoreError.self) { try machine.handle(.startMonitoring(try .daily("a", from: 9, to: 17))) }
    #expect(machine.engine?.engine.router.monitored.isEmpty == true)
    machine.files.plan.capacity = nil
    #expect(
      try machine.handle(.startMonitoring(try .daily("a", from: 9, to: 17))).events.map(\.name) == [.intervalDidStart])
  }

  @Test func `the single interval of an activity stays over once it was missed, whatever the clock does`() throws {
    let once = MonitoredActivity(
      named: "a", intervals: DailyHours(from: 9, to: 10, zone: try zone("Europe/Berlin")), repeats: false)
    var machine = try Self.machine(at: "2026-11-23 08:00", once)
    machine.handle(.deviceUse(.unused))
    try machine.run(to: "2026-11-23 11:00")
    #expect(machine.engine.hasFinished(monitoring: "a"))
    machine.handle(.deviceUse(.inUse(items: nil)))
    try machine.setClock(to: "2026-11-23 08:30")
    try machine.run(to: "2026-11-24 11:00")
    #expect(machine.events.filter { $0.activity != nil } == [])
  }
}
