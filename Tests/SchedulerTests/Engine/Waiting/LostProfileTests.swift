import SchedulerCivilTime
import SchedulerStore
import Testing

@testable import Scheduler

/// What was accepted is lost while the records of the sessions are there, and the files have no such profile any more.
@Suite struct LostProfileTests {
  private static let window = "window = [\"09:00-12:30\"]\n"
  private static let strict = "lock = \"strict\"\nbreak = { length = \"5m\" }\n" + window

  /// A machine on which a session of `p` runs since nine; it is ten, and the process knows only other files.
  private func lost(_ body: String, edited: Bool = false, _ files: String) throws -> VirtualMachine {
    var machine = try VirtualMachine(profiles(("p", body)), at: "2026-03-02 08:00")
    try machine.run(to: "10:00")
    if edited { try machine.reload(files) }
    machine.forget()
    try restart(&machine, files)
    return machine
  }

  /// Goes on from the records with these files alone.
  private func restart(_ machine: inout VirtualMachine, _ files: String) throws {
    let configuration = try configuration(files)
    var problems: [StateProblem] = []
    machine.replaceEngine { Engine(ConfigurationVersions(configuration), records: $0.records, problems: &problems) }
    #expect(problems.isEmpty)
    machine.handle(.configuration(configuration))
  }

  private static let files = [profiles(("q", "")), profiles(), profiles(("q", window + "cooldown = \"1h\""))]

  @Test(arguments: files, [false, true])
  func `a strict session of a lost profile runs to its end with the rules that it copied`(
    files: String, edited: Bool
  ) throws {
    var machine = try lost(Self.strict, edited: edited, files)
    for time in ["10:30", "11:00", "12:00"] {
      try machine.run(to: time)
      try restart(&machine, files)
      #expect(machine.holds("p") == ["schedule until 12:30"], "\(time)")
      #expect(machine.shielded.contains("p"))
    }
    machine.stop("p")
    #expect(machine.reply == "refused locked until 12:30")
    machine.command(.break(.profile("p".profileKey)))
    #expect(machine.lift("p") != nil)
    try machine.run(to: "12:29:59")
    #expect(machine.active.contains("p"))
    try machine.run(to: "12:30")
    #expect(!machine.active.contains("p"))
    try machine.run(to: "14:00")
    #expect(machine.engine.configuration.profiles.allSatisfy { $0.key.text != "p" })
    #expect(machine.finished.filter { $0.profile.key.text == "p" }.map(\.seconds) == [12_600])
  }

  @Test func `a change whose cooldown outlasts the strict session continues to wait`() throws {
    let files = profiles(("q", ""))
    let machine = try lost(Self.strict + "cooldown = \"1d\"\n", edited: true, files)
    #expect(machine.engine.pendingChanges.map(\.cooldownEnd) == [try instant("2026-03-03 10:00", machine.zone)])
  }

  @Test func `a strict start by hand of a lost profile runs to its end`() throws {
    var machine = try VirtualMachine(profiles(("p", "lock = \"strict\"")), at: "2026-03-02 08:00").woken()
    machine.start("p", for: 3_600)
    try restart(&machine, profiles(("q", "")))
    #expect(machine.holds("p") == ["manual until 09:00"])
    try machine.run(to: "09:00")
    #expect(machine.active == [])
  }

  @Test func `a profile with the lost key but another identity starts nothing until the strict session ends`() throws {
    let other = profiles(("p", "id = \"6f1c1c1e-8f0e-4c7d-9b36-0d8a1b9d4a10\""))
    var machine = try lost(Self.strict, other)
    #expect(machine.holds("p") == ["schedule until 12:30"])
    try machine.run(to: "12:30")
    #expect(machine.active == [])
    #expect(
      machine.engine.configuration.profiles.map(\.reference.statedID?.description) == [
        "6f1c1c1e-8f0e-4c7d-9b36-0d8a1b9d4a10"
      ])
  }

  @Test func `a session without a lock ends when its profile is lost`() throws {
    let machine = try lost(Self.window, profiles(("q", "")))
    #expect(machine.active == [])
  }
}
