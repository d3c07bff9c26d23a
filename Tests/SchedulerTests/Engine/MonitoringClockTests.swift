import SchedulerCivilTime
import Testing

@testable import Scheduler

/// Activities that a program monitors at run time, while the clock is set.
struct MonitoringClockTests {
  private static func machine(at time: String, _ activity: MonitoredActivity) throws -> VirtualMachine {
    var machine = try VirtualMachine("timezone = \"Europe/Berlin\"\n", at: time)
    machine.handle(.startMonitoring(activity))
    return machine
  }

  private static func starts(_ machine: VirtualMachine) throws -> [Instant] {
    machine.events.filter { $0.name == .intervalDidStart }.map(\.planned)
  }

  private static func nine(_ days: String...) throws -> [Instant] {
    try days.map { try instant("2026-\($0) 09:00", zone("Europe/Berlin")) }
  }

  @Test func `after the clock was a month ahead, only intervals that were started do not start again`() throws {
    var machine = try Self.machine(at: "2026-11-23 08:00", try .daily("a", from: 9, to: 17))
    try machine.run(to: "2026-11-23 18:00")
    try machine.setClock(to: "2026-12-23 10:00")
    try machine.run(to: "2026-12-23 18:00")
    try machine.setClock(to: "2026-11-23 16:00")
    machine.restart()
    try machine.run(to: "2026-12-25 08:00")
    let starts = try Self.starts(machine)
    #expect(starts.prefix(4) == (try Self.nine("11-23", "12-23", "11-24", "11-25"))[...])
    #expect(starts.suffix(3) == (try Self.nine("12-21", "12-22", "12-24"))[...])
    #expect(starts.count == Set(starts).count)
  }

  @Test func `an interval that moved with the zone does not start again`() throws {
    var machine = try Self.machine(at: "2026-11-23 08:00", try .daily("a", from: 9, to: 17))
    try machine.run(to: "2026-11-23 12:00")
    try machine.travel(to: "Europe/Helsinki")
    try machine.run(to: "2026-11-23 18:00")
    try machine.setClock(to: "2026-11-23 15:00")
    try machine.run(to: "2026-11-23 20:00")
    #expect(machine.events.filter { $0.activity != nil }.map(\.name) == [.intervalDidStart, .intervalDidEnd])
  }

  @Test func `a clock that a synchronised source sets forward adds no use`() throws {
    let threshold = UsageThreshold(named: "t", seconds: 600)
    var machine = try Self.machine(at: "2026-11-23 10:00", try .daily("a", from: 9, to: 17, thresholds: [threshold]))
    machine.handle(.deviceUse(.inUse(items: ["steam"])))
    try machine.run(to: "10:05")
    try machine.setClock(to: "14:00", isSynchronised: true)
    try machine.run(to: "14:04:59")
    #expect(!machine.events.contains { $0.name == .eventDidReachThreshold })
    try machine.run(to: "14:05")
    #expect(machine.events.contains { $0.name == .eventDidReachThreshold })
  }

  @Test func `the runs of started intervals that are remembered are few`() throws {
    var machine = try Self.machine(at: "2026-11-23 08:00", try .daily("a", from: 9, to: 17))
    try machine.run(to: "2026-12-23 18:00")
    #expect(machine.engine.monitoring["a"]?.started.count == 1)
    for _ in 0..<50 {
      machine.handle(.deviceUse(.unused))
      machine.run(seconds: 86_400)
      machine.handle(.deviceUse(.inUse(items: nil)))
      machine.run(seconds: 86_400)
    }
    #expect(machine.engine.monitoring["a"]?.started.count == ActivityProgress.runLimit)
  }

  @Test func `no warning of a threshold comes after the end of the interval`() throws {
    var machine = try Self.machine(at: "2026-11-23 16:30", try .daily("a", from: 9, to: 17))
    machine.handle(.deviceUse(.unused))
    try machine.setClock(to: "2026-11-23 18:00")
    let limit = UsageThreshold(named: "new", seconds: 600, warningSeconds: 600)
    var router = ActivityRouter()
    router.monitoringRules.warningsAwaitUse = false
    router.monitor(try .daily("a", from: 9, to: 17, thresholds: [limit]))
    var problems: [StateProblem] = []
    machine.replaceEngine {
      Engine(ConfigurationVersions($0.configuration), router: router, records: $0.records, problems: &problems)
    }
    machine.handle(.time)
    machine.handle(.deviceUse(.inUse(items: nil)))
    #expect(machine.events.filter { $0.activity != nil }.map(\.name) == [.intervalDidStart, .intervalDidEnd])
  }
}
