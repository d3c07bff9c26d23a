import SchedulerCivilTime
import SchedulerStore
import Testing

@testable import Scheduler

/// The records of activities that a program monitors at run time.
struct MonitoringRecordTests {
  private static let toml = "timezone = \"Europe/Berlin\"\n"

  /// A machine on which two activities run since 9 o'clock, with the item `game` in front.
  private static func machine() throws -> VirtualMachine {
    var machine = try VirtualMachine(toml, at: "2026-11-23 09:00")
    machine.handle(.startMonitoring(try .daily("a", from: 9, to: 17)))
    machine.handle(.startMonitoring(try .daily("b", from: 9, to: 17)))
    machine.handle(.deviceUse(.inUse(items: ["game"])))
    return machine
  }

  /// Starts the program again with other activities, and with some records damaged. Returns the keys of the problems.
  private static func restart(
    _ machine: inout VirtualMachine, monitoring activities: MonitoredActivity..., damaging damaged: Set<String> = []
  ) -> [String] {
    var router = ActivityRouter()
    for activity in activities { router.monitor(activity) }
    var problems: [StateProblem] = []
    machine.replaceEngine { engine in
      let records = engine.records.map { damaged.contains($0.key) ? StateChange(key: $0.key, payload: [0]) : $0 }
      return Engine(ConfigurationVersions(engine.configuration), router: router, records: records, problems: &problems)
    }
    return problems.compactMap(\.key)
  }

  private static func keys(_ changes: [StateChange]) -> [String] {
    changes.filter { $0.key != "engine" }.map { $0.payload.isEmpty ? "-\($0.key)" : $0.key }
  }

  @Test func `records that cannot be read are rewritten or removed at once`() throws {
    var machine = try Self.machine()
    let damaged: Set = ["monitored:a", "monitored:b", "use"]
    #expect(Self.restart(&machine, monitoring: try .daily("a", from: 9, to: 17), damaging: damaged).count == 3)
    machine.handle(.time)
    #expect(Self.keys(machine.transition.changes) == ["monitored:a", "-monitored:b", "use"])
    #expect(Self.restart(&machine) == [])
    machine.handle(.time)
    #expect(machine.transition.changes == [])
  }

  @Test func `records that cannot be read are removed from a program that monitors nothing`() throws {
    var machine = try Self.machine()
    #expect(Self.restart(&machine, damaging: ["monitored:a"]) == ["monitored:a"])
    machine.handle(.time)
    #expect(Self.keys(machine.transition.changes) == ["-monitored:a"])
  }

  @Test func `the progress of an activity that the router lacks is kept until monitoring stops`() throws {
    var machine = try Self.machine()
    _ = Self.restart(&machine, monitoring: try .daily("b", from: 9, to: 17))
    #expect(machine.engine.hasFinished(monitoring: "a") && !machine.engine.hasFinished(monitoring: "b"))
    let count = machine.events.count
    machine.handle(.time)
    #expect(machine.engine.records.contains { $0.key == "monitored:a" })
    _ = Self.restart(&machine, monitoring: try .daily("a", from: 9, to: 17))
    machine.handle(.time)
    #expect(machine.events.count == count)
    machine.handle(.stopMonitoring(names: ["b", "unknown"]))
    #expect(Self.keys(machine.transition.changes) == ["-monitored:b"] && machine.events.count == count)
    #expect(!machine.engine.records.contains { $0.key == "monitored:b" })
  }

  @Test func `an activity that was not evaluated yet has not finished`() throws {
    var machine = try Self.machine()
    _ = Self.restart(&machine, monitoring: try .daily("c", from: 18, to: 19))
    #expect(!machine.engine.hasFinished(monitoring: "c"))
  }

  @Test func `the progress of an activity that is new in the router is durable at once`() throws {
    var machine = try Self.machine()
    _ = Self.restart(&machine, monitoring: try .daily("c", from: 18, to: 19))
    machine.handle(.time)
    #expect(Self.keys(machine.transition.changes) == ["monitored:c"] && machine.transition.entries == [])
    machine.handle(.time)
    #expect(machine.transition.changes == [])
  }

  @Test func `progress changes only what it changes`() throws {
    var machine = try Self.machine()
    machine.handle(.deviceUse(.inUse(items: ["game"])))
    #expect(machine.transition.changes == [])
    machine.handle(.clockStep(isSynchronised: false))
    #expect(Self.keys(machine.transition.changes) == [])
    machine.handle(.deviceUse(.unused))
    #expect(Self.keys(machine.transition.changes) == ["use"])
  }

  @Test func `a threshold continues the progress of its name`() throws {
    func limits(_ names: String...) -> [UsageThreshold] {
      names.map { UsageThreshold(named: $0, seconds: $0 == "short" ? 600 : 1_200) }
    }
    var machine = try VirtualMachine(Self.toml, at: "2026-11-23 09:00")
    machine.handle(.startMonitoring(try .daily("a", from: 9, to: 17, thresholds: limits("dropped", "short", "long"))))
    machine.handle(.deviceUse(.inUse(items: ["game"])))
    try machine.run(to: "2026-11-23 09:15")
    let renamed = try MonitoredActivity.daily("a", from: 9, to: 17, thresholds: limits("new", "long", "short"))
    #expect(Self.restart(&machine, monitoring: renamed) == [])
    machine.handle(.time)
    #expect(Self.keys(machine.transition.changes) == ["monitored:a"])
    try machine.run(to: "2026-11-23 16:00")
    let reached = machine.events.filter { $0.name == .eventDidReachThreshold }
    #expect(reached.map(\.message) == ["short", "long", "new"])
    let minutes = try ["10", "20", "35"].map { try instant("2026-11-23 09:\($0)", machine.zone) }
    #expect(reached.map(\.planned) == minutes)
  }

  /// An activity whose threshold counts ten minutes of an item.
  private static func limited(_ name: String, to item: String) throws -> MonitoredActivity {
    try .daily(name, from: 9, to: 17, thresholds: [UsageThreshold(named: "limit", items: [item], seconds: 600)])
  }

  private static func reached(_ machine: VirtualMachine) -> [Instant] {
    machine.events.filter { $0.name == .eventDidReachThreshold }.map(\.planned)
  }

  @Test func `a threshold counts the use of its items while the router lacked its activity, and no other use`() throws {
    var machine = try VirtualMachine(Self.toml, at: "2026-11-23 09:00")
    machine.handle(.startMonitoring(try Self.limited("a", to: "game")))
    machine.handle(.deviceUse(.inUse(items: ["game"])))
    try machine.run(to: "2026-11-23 09:02")
    _ = Self.restart(&machine)
    try machine.run(to: "2026-11-23 09:05")
    machine.handle(.deviceUse(.inUse(items: ["mail"])))
    try machine.run(to: "2026-11-23 09:06")
    _ = Self.restart(&machine, monitoring: try Self.limited("a", to: "game"))
    try machine.run(to: "2026-11-23 09:30")
    machine.handle(.deviceUse(.inUse(items: ["game"])))
    try machine.run(to: "2026-11-23 10:00")
    #expect(Self.reached(machine) == [try instant("2026-11-23 09:35", machine.zone)])
  }

  @Test func `a threshold whose items changed counts the use of the new ones since the interval was opened`() throws {
    var machine = try VirtualMachine(Self.toml, at: "2026-11-23 09:00")
    machine.handle(.startMonitoring(try Self.limited("a", to: "game")))
    machine.handle(.deviceUse(.inUse(items: ["mail"])))
    try machine.run(to: "2026-11-23 09:03")
    machine.handle(.deviceUse(.inUse(items: ["game"])))
    try machine.run(to: "2026-11-23 09:08")
    _ = Self.restart(&machine, monitoring: try Self.limited("a", to: "mail"))
    try machine.run(to: "2026-11-23 09:20")
    machine.handle(.deviceUse(.inUse(items: ["mail"])))
    try machine.run(to: "2026-11-23 10:00")
    #expect(Self.reached(machine) == [try instant("2026-11-23 09:27", machine.zone)])
  }
}
