import Testing

@testable import Scheduler

/// What is asked for is done, or refused with a reason, and then nothing has changed.
@Suite struct CommandTests {
  private static let toml = profiles(
    (key: "a", body: "window = [\"09:00-12:00\"]"),
    (key: "b", body: "[profile.b.strategy]\ntype = \"timer\"\nlength = \"45m\"\n"),
    (key: "c", body: "[profile.c.strategy]\ntype = \"timer\"\nlength = \"1h\"\nearly-stop = false\n"))

  private func machine(at time: String = "2026-11-23 08:00") throws -> VirtualMachine {
    var machine = try VirtualMachine(Self.toml, at: time)
    machine.handle(.time)
    return machine
  }

  private static func start(_ key: String, _ seconds: Int64? = nil, _ strategy: Strategy.Kind? = nil) -> Command {
    .start(key.profileKey, StartOptions(lengthSeconds: seconds, strategy: strategy))
  }

  @Test(
    arguments: [
      ([start("a")], "started"), ([start("a"), start("a")], "alreadyRunning"),
      ([start("a", 60)], "started until 08:01"),
      ([start("a", 60), start("a")], "alreadyRunning until 08:01"),
      ([start("a", 60), start("a", 90)], "refused alreadyHeld until 08:01"),
      ([start("a"), start("a", 90)], "refused alreadyHeld"), ([start("b")], "started until 08:45"),
      ([start("b"), start("b")], "refused alreadyHeld until 08:45"), ([start("b", 60)], "started until 08:01"),
      ([start("b"), start("b", 60)], "started until 08:45"), ([start("b", 60, .timer)], "started until 08:01"),
      ([start("a", nil, .timer)], "refused lengthMissing"), ([start("a", 60, .timer)], "started until 08:01"),
      ([start("a", 0)], "refused lengthInvalid"), ([start("a", 7 * 86_400 + 1)], "refused lengthInvalid"),
      ([start("a", 7 * 86_400)], "started until 2026-11-30 08:00"),
      ([start("a", 60, .pomodoro)], "refused lengthInvalid"),
      ([start("a", nil, .pomodoro)], "started"), ([start("nobody")], "refused unknownProfile"),
      ([.stop()], "refused notRunning"), ([.stop(.profile("a".profileKey))], "refused notRunning"),
      ([.stop(.profile("nobody".profileKey))], "refused unknownProfile"), ([start("a"), .stop()], "stopped"),
      ([start("a"), start("b"), .stop()], "refused ambiguous"),
      ([start("a"), start("b"), .stop(.profile("b".profileKey))], "stopped"),
      ([start("c"), .stop()], "refused timerRunsOut until 09:00"),
      ([start("c"), start("c", 60), .stop()], "refused timerRunsOut until 09:00"),
      ([start("a"), .extend(seconds: 60)], "refused openEnded"),
      ([start("b"), .extend(seconds: 600)], "extended until 08:55"),
      ([start("a", 60), .extend(seconds: 60)], "extended until 08:02"),
      ([start("b"), .extend(seconds: 0)], "refused lengthInvalid"),
      ([start("b"), .extend(seconds: 7 * 86_400)], "refused tooFarAhead"),
      ([start("b"), .extend(seconds: .max)], "refused tooFarAhead"),
      ([start("b"), .extend(seconds: 7 * 86_400 - 60)], "refused tooFarAhead until 08:44"),
      ([start("a", nil, .pomodoro), .extend(seconds: 60)], "refused openEnded"),
      ([.extend(seconds: 60)], "refused notRunning"),
      ([.skip("b".profileKey)], "refused nothingToDo"), ([.skip("a".profileKey)], "skipped until 12:00"),
      ([.skip("a".profileKey, undo: true)], "refused nothingToDo"), ([start("a"), .break()], "refused notConfigured"),
    ] as [([Command], String)])
  func `the engine replies to each command`(commands: [Command], reply: String) throws {
    var machine = try machine()
    for command in commands { machine.command(command) }
    #expect(machine.reply == reply)
  }

  @Test func `a refusal changes nothing and writes nothing`() throws {
    var machine = try machine()
    machine.command(Self.start("c"))
    let before = machine.engine.records
    machine.command(.stop())
    #expect(machine.engine.records == before)
    #expect(machine.transition.changes == [] && machine.transition.entries == [] && machine.transition.shield == nil)
  }

  @Test func `without a profile the refusal names the running sessions`() throws {
    var machine = try machine()
    machine.command(Self.start("b"))
    machine.command(Self.start("a"))
    machine.command(.stop())
    guard case .refused(let refusal)? = machine.transition.reply else {
      Issue.record("not refused")
      return
    }
    #expect(refusal.candidates.map(\.text) == ["a", "b"])
    #expect(refusal.message == "several sessions are running: 'a', 'b'; say which")
  }

  @Test func `a stop by session identity works once, then reports that the session has already ended`() throws {
    var machine = try machine()
    machine.command(Self.start("a"))
    let id = try #require(machine.session("a")?.id)
    machine.command(.stop(.session(id)))
    #expect(machine.reply == "stopped")
    machine.command(.stop(.session(id)))
    #expect(machine.reply == "refused alreadyEnded")
    machine.command(.stop(.session(SessionID(.urlNamespace))))
    #expect(machine.reply == "refused unknownSession")
  }

  @Test func `a start during the profile's window adds a hold with a length and changes nothing without one`() throws {
    var machine = try machine(at: "2026-11-23 10:00")
    machine.command(Self.start("a"))
    #expect(machine.reply == "alreadyRunning until 12:00")
    #expect(machine.holds("a") == ["schedule until 12:00"])
    machine.command(Self.start("a", 3 * 3600))
    #expect(machine.holds("a") == ["schedule until 12:00", "manual until 13:00"])
    machine.command(.extend(seconds: 3600))
    #expect(machine.holds("a") == ["schedule until 12:00", "manual until 14:00"])
    try machine.run(to: "14:00")
    #expect(machine.active == [])
  }

  @Test func `a stop ends every hold or none`() throws {
    var machine = try machine()
    for key in ["b", "c"] {
      machine.start(key)
      machine.start(key, for: 7200)
    }
    machine.stop("c")
    #expect(machine.reply == "refused timerRunsOut until 09:00")
    #expect(machine.holds("c") == ["timer until 09:00", "manual until 10:00"])
    machine.stop("b")
    #expect(machine.active == ["c"])
  }

  @Test func `every edge due at or before a command's instant takes effect before the command`() throws {
    var machine = try machine()
    machine.pass(3600)
    machine.command(.stop())
    #expect(machine.reply == "stopped")
    #expect(machine.finished.count == 1)
    #expect(machine.active == [])
    #expect(machine.shieldWrites == 0)
  }
}
