import SchedulerCivilTime
import Testing

@testable import Scheduler

/// What locks, keys and permissions refuse, and until when.
@Suite struct LockTests {
  private static let toml = """
    timezone = "Europe/Berlin"
    [profile.strict]
    lock = "strict"
    window = ["09:00-12:00", "13:00-14:00"]
    break = { length = "5m" }
    [profile.strict.strategy]
    type = "pomodoro"
    auto-start = "breaks"
    [profile.paused]
    lock = "strict"
    block.domains = ["a.org"]
    window = ["09:00-12:00"]
    pause = { length = "10m" }
    [profile.paused.strategy]
    type = "pomodoro"
    auto-start = "breaks"
    [profile.remote]
    lock = "remote"
    window = ["09:00-12:00"]
    [profile.remote.strategy]
    type = "pomodoro"
    [profile.keyed]
    lock = "strict"
    window = ["09:00-12:00"]
    [[profile.keyed.unlock]]
    type = "hash"
    sha256 = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
    [profile.typed]
    window = ["09:00-12:00"]
    [[profile.typed.unlock]]
    type = "text"
    length = 32
    [profile.limited]
    may = ["break"]
    window = ["09:00-12:00"]
    break = { length = "5m" }
    pause = { length = "5m" }
    [profile.cooling]
    cooldown = "6h"
    window = ["09:00-12:00", "16:00-17:00"]
    """

  private func machine(at time: String = "2026-11-23 10:00") throws -> VirtualMachine {
    var machine = try VirtualMachine(Self.toml, at: time)
    machine.handle(.time)
    return machine
  }

  private static func target(_ key: String) -> SessionTarget { .profile(key.profileKey) }

  private static let child = Requester(isAdministrator: false)
  private static let link = Requester(.link)
  private static let program = Requester(.program)
  private static let test = Requester(keyContent: Array("test\n".utf8))
  private static let wrong = Requester(.link, keyContent: Array("Test".utf8))

  @Test(
    arguments: [
      (.stop(target("strict")), Requester(), "refused locked until 12:00"),
      (.skip("strict".profileKey), Requester(), "refused locked until 12:00"),
      (.break(target("strict")), Requester(), "breakStarted until 10:05"),
      (.pause(target("strict")), Requester(), "refused notConfigured"),
      (.pause(target("paused")), Requester(), "paused until 10:10"),
      (.stop(target("remote")), Requester(), "stopped"), (.stop(target("remote")), link, "refused personNeeded"),
      (.stop(target("remote")), program, "refused personNeeded"),
      (.skip("remote".profileKey), program, "refused personNeeded"),
      (.skip("strict".profileKey), link, "refused locked until 12:00"),
      (.stop(target("strict")), program, "refused locked until 12:00"),
      (.skip("remote".profileKey), Requester(), "skipped until 2026-11-24 12:00"),
      (.stop(target("keyed")), Requester(), "refused locked until 12:00"), (.stop(target("keyed")), test, "stopped"),
      (.stop(target("keyed")), wrong, "refused locked until 12:00"),
      (.skip("keyed".profileKey), test, "refused locked until 12:00"),
      (.stop(target("typed")), Requester(), "refused keyNeeded until 12:00"),
      (.stop(target("typed")), test, "refused wrongKey until 12:00"),
      (.stop(target("typed")), Requester(typedLength: 31), "refused wrongKey until 12:00"),
      (.stop(target("typed")), Requester(.link, typedLength: 32), "stopped"),
      (.stop(target("limited")), Requester(), "stopped"), (.stop(target("limited")), child, "refused notPermitted"),
      (.skip("limited".profileKey), child, "refused notPermitted"),
      (.pause(target("limited")), child, "refused notPermitted"),
      (.break(target("limited")), child, "breakStarted until 10:05"),
      (.emergency(target("limited"), reason: "fire"), child, "refused notPermitted"),
      (.emergency(reason: "fire"), child, "refused notPermitted"),
      (.emergency(target("strict"), reason: " "), Requester(), "refused reasonMissing"),
      (.emergency(target("strict"), reason: String(repeating: "ä", count: 1_001)), link, "refused reasonTooLong"),
      (.emergency(target("strict"), reason: String(repeating: "ä", count: 1_000)), link, "emergencyUsed"),
      (.emergency(target("strict"), reason: "fire"), link, "emergencyUsed"),
      (.skip("cooling".profileKey), Requester(), "skipped until 17:00"),
    ] as [(Command, Requester, String)])
  func `the lock, the unlock key and the user's permission decide the reply to a command`(
    command: Command, requester: Requester, reply: String
  ) throws {
    var machine = try machine()
    machine.handle(.command(command, by: requester))
    #expect(machine.reply == reply)
  }

  @Test(arguments: [("strict", ""), ("keyed", ", and what was shown is none of its keys")])
  func `a refusal mentions unlock keys only if the profile has keys`(profile: String, words: String) throws {
    var machine = try machine()
    machine.handle(.command(.stop(Self.target(profile)), by: Self.wrong))
    guard case .refused(let refusal)? = machine.transition.reply else { return #expect(Bool(false)) }
    #expect(refusal.message.hasSuffix("its lock is strict" + words))
  }

  @Test func `a strict session is over when its holds have ended`() throws {
    var machine = try machine()
    try machine.run(to: "12:00")
    #expect(!machine.active.contains("strict"))
    machine.command(.skip("strict".profileKey))
    #expect(machine.reply == "skipped until 14:00")
  }

  @Test(arguments: [("strict", "refused locked until 12:00"), ("remote", "reset")])
  func `reset is refused for a pomodoro in a strict session`(key: String, reply: String) throws {
    var machine = try machine()
    machine.start(key, strategy: .pomodoro)
    machine.command(.reset(Self.target(key)))
    #expect(machine.reply == reply)
  }

  @Test(arguments: ["remote", "strict"])
  func `a link cannot skip an interval of a locked profile, even while the profile does not run`(
    key: String
  ) throws {
    var machine = try machine(at: "2026-11-23 07:00")
    machine.handle(.command(.skip(key.profileKey), by: Self.link))
    #expect(machine.reply == "refused personNeeded")
    machine.handle(.command(.skip(key.profileKey)))
    #expect(machine.reply == "skipped until 12:00")
    machine.handle(.command(.skip(key.profileKey, undo: true), by: Self.link))
    #expect(machine.reply == "restored until 12:00")
  }

  @Test func `a reset, which may end the session, needs the key as a stop does`() throws {
    var machine = try machine(at: "2026-11-23 07:00")
    machine.start("typed", strategy: .pomodoro)
    machine.command(.reset())
    #expect(machine.reply == "refused keyNeeded" && machine.active == ["typed"])
    machine.handle(.command(.reset(), by: Requester(typedLength: 31)))
    #expect(machine.reply == "refused wrongKey")
    machine.handle(.command(.reset(), by: Requester(typedLength: 32)))
    #expect(machine.reply == "reset" && machine.active == [])
  }

  @Test func `a strict pomodoro takes a configured pause of limited length and resumes by itself`() throws {
    var machine = try machine(at: "2026-11-23 07:00")
    machine.start("paused", strategy: .pomodoro)
    machine.command(.pause())
    #expect(machine.reply == "paused until 07:10")
    #expect(machine.engine.shield.allSatisfy { $0.layer.domains.block.isEmpty })
    #expect(machine.pomodoro("paused") == "focus running")
    try machine.run(to: "07:10")
    #expect(machine.engine.shield.contains { !$0.layer.domains.block.isEmpty })
    machine.start("strict", strategy: .pomodoro)
    machine.command(.pause(Self.target("strict")))
    #expect(machine.reply == "refused notConfigured")
  }

  @Test func `a strict start by hand needs a length`() throws {
    var machine = try machine(at: "2026-11-23 07:00")
    machine.start("keyed")
    #expect(machine.reply == "refused lengthMissing")
    try machine.plan("keyed", at: "07:30")
    #expect(machine.reply == "refused lengthMissing")
    machine.start("keyed", for: 600)
    machine.stop("keyed")
    #expect(machine.reply == "refused locked until 07:10")
  }

  @Test(arguments: [
    ("both", "refused lengthMissing", "08:00"), ("breaks", "started until 08:30", "08:30"),
    ("focus", "started until 07:25", "08:25"), ("none", "started until 07:25", "08:25"),
  ])
  func `a start of a strict pomodoro that would never end is refused`(choice: String, reply: String, end: String) throws
  {
    let body = "lock = \"strict\"\nstrategy = { type = \"pomodoro\", auto-start = \"\(choice)\" }"
    var machine = try VirtualMachine(profiles(("p", body)), at: "2026-11-23 07:00").woken()
    machine.start("p")
    #expect(machine.reply == reply)
    machine.start("p", for: 3_600)
    #expect(machine.reply == "started until \(end)")
    try machine.plan("p", at: "07:30", strategy: .pomodoro)
    #expect(machine.reply.hasPrefix(choice == "both" ? "refused lengthMissing" : "planned"))
  }

  @Test func `an interval that starts within the cooldown cannot be skipped`() throws {
    var machine = try machine(at: "2026-11-23 10:00")
    machine.command(.skip("cooling".profileKey))
    machine.command(.skip("cooling".profileKey, undo: true))
    try machine.run(to: "10:01")
    machine.command(.skip("cooling".profileKey))
    #expect(machine.reply == "refused coolingDown")
  }

  @Test func `an unlock key that is added during a strict session does not open that session`() throws {
    var machine = try machine()
    let key = "\n[[profile.strict.unlock]]\ntype = \"text\"\nlength = 8\n"
    try machine.reload(Self.toml + key)
    machine.handle(.command(.stop(Self.target("strict")), by: Requester(typedLength: 8)))
    #expect(machine.reply == "refused locked until 12:00")
  }
}

/// What emergencies end, and how many there are.
@Suite struct EmergencyTests {
  private static let toml = """
    timezone = "Europe/Berlin"
    emergency = { uses = 2, refill = "1w" }
    [profile.a]
    lock = "strict"
    window = ["09:00-12:00"]
    [profile.b]
    lock = "strict"
    window = ["09:00-12:00"]
    [[profile.b.unlock]]
    type = "text"
    length = 8
    """

  private func machine() throws -> VirtualMachine {
    var machine = try VirtualMachine(Self.toml, at: "2026-11-23 10:00")
    machine.handle(.time)
    return machine
  }

  @Test func `one emergency ends all sessions, records its reason, and nothing starts again`() throws {
    var machine = try machine()
    machine.command(.emergency(reason: "the house burns"))
    #expect(machine.reply == "emergencyUsed" && machine.active == [])
    let used = machine.events.filter { $0.name == .emergencyDidUse }
    #expect(used.map(\.profile?.key.text) == ["a", "b"] && used.allSatisfy { $0.message == "the house burns" })
    try machine.run(to: "11:00")
    machine.handle(.configuration(machine.engine.configuration))
    #expect(machine.active == [])
    try machine.run(to: "2026-11-24 10:00")
    #expect(machine.active == ["a", "b"])
  }

  @Test func `emergencies are limited in elapsed time, whatever the clocks show`() throws {
    var machine = try machine()
    let use = Command.emergency(reason: "once more")
    machine.command(use)
    machine.command(use)
    #expect(machine.reply == "refused notRunning")
    try machine.run(to: "2026-11-24 10:00")
    machine.command(use)
    #expect(machine.reply == "emergencyUsed")
    try machine.run(to: "2026-11-25 10:00")
    machine.command(use)
    #expect(machine.reply == "refused budgetSpent until 2026-11-30 10:00")
    try machine.setClock(to: "2027-01-04 10:00")
    machine.command(use)
    #expect(machine.reply.hasPrefix("refused budgetSpent"))
    try machine.setClock(to: "2026-11-25 10:00")
    try machine.reboot(at: "2026-11-25 10:01")
    machine.command(use)
    #expect(machine.reply.hasPrefix("refused budgetSpent"))
    try machine.run(to: "2026-11-30 10:01")
    machine.command(use)
    #expect(machine.reply == "emergencyUsed")
  }

  @Test func `used emergencies are remembered across a restart`() throws {
    var machine = try machine()
    machine.command(.emergency(.profile("a".profileKey), reason: "x"))
    machine.command(.emergency(.profile("b".profileKey), reason: "y"))
    var problems: [StateProblem] = []
    machine.replaceEngine { Engine(ConfigurationVersions($0.configuration), records: $0.records, problems: &problems) }
    try machine.run(to: "2026-11-24 10:00")
    machine.command(.emergency(reason: "z"))
    #expect(machine.reply.hasPrefix("refused budgetSpent") && problems == [])
  }
}
