import SchedulerCivilTime
import Testing

@testable import Scheduler

/// A limit of a strict profile that was used up locks the loosening of its profile until its period ends, as a strict
/// session does.
@Suite struct LimitLockTests {
  private static let limit = "apps = [\"steam\"]\nuse = \"30m\"\n"

  private static func toml(_ limit: String, profile: String = "lock = \"strict\"", files: String = "") -> String {
    "timezone = \"Europe/Berlin\"\n\(files)[profile.p]\n\(profile)\n"
      + (limit.isEmpty ? "" : "[[profile.p.limit]]\n\(limit)\n")
  }

  /// A machine on which kim used up a limit of a strict profile at 10:30. It is 10:31.
  private func machine(
    _ limit: String = limit, profile: String = "lock = \"strict\"", files: String = ""
  ) throws -> VirtualMachine {
    var machine = try VirtualMachine(Self.toml(limit, profile: profile, files: files), at: "2026-11-23 10:00")
    machine.handle(.time)
    machine.use("steam")
    try machine.run(to: "10:31")
    machine.use(nil)
    machine.forget()
    return machine
  }

  /// Continues with another engine, which reads the records and the accepted configurations.
  private func restart(_ machine: inout VirtualMachine) {
    machine.replaceEngine { old in
      var problems: [StateProblem] = []
      let engine = Engine(old.configurationVersions, records: old.records, problems: &problems)
      #expect(problems.isEmpty)
      return engine
    }
  }

  static let loosened = [
    toml("apps = [\"steam\"]\nuse = \"3h\""),
    toml("apps = [\"steam\"]\nuse = \"30m\"\nextra = { length = \"1h\" }"),
    toml("apps = [\"mail\"]\nuse = \"30m\""),
    toml(limit + "except = { apps = [\"steam\"] }"),
    toml(limit + "per = \"session\""),
    toml(limit + "days = \"sat\""),
    toml(limit + "then = \"lock\""),
    toml(""),
    toml(limit, profile: "lock = \"strict\"\nenabled = false"),
    toml(limit, profile: "lock = \"none\""),
    toml(limit, profile: "lock = \"strict\"\nusers = [\"lee\"]"),
    "timezone = \"Europe/Berlin\"\n[profile.q]\n",
  ]

  @Test(arguments: loosened)
  func `an edit that loosens waits for the end of the period, also over a restart and a reboot`(_ edit: String) throws {
    var machine = try machine()
    try machine.reload(edit)
    #expect(machine.blocks(app: "steam"))
    let change = try #require(machine.engine.pendingChanges.first)
    // Targets that the edit adds are limited at once.
    #expect(change.limits.map(\.limit) == ["30m a day of " + (edit.contains("mail") ? "mail, steam" : "steam")])
    #expect(change.sessions.isEmpty)
    #expect(change.until(at: machine.present) == (try instant("2026-11-24 00:00", zone("Europe/Berlin"))))
    restart(&machine)
    try machine.run(to: "12:00")
    #expect(machine.blocks(app: "steam"))
    try machine.reboot(at: "2026-11-23 23:00")
    #expect(machine.blocks(app: "steam") && !machine.engine.pendingChanges.isEmpty)
    machine.forget()
    try machine.run(to: "2026-11-24 00:00")
    #expect(!machine.blocks(app: "steam"))
    #expect(machine.engine.pendingChanges.isEmpty)
    #expect(machine.seen.contains("00:00 configurationDidChange"), "\(machine.seen)")
  }

  @Test(arguments: [
    "timezone = \"Europe/Berlin\"\n[profile.q]\n",
    toml("sets = [\"games\"]\nuse = \"30m\"", files: "[set.games]\n"),
    toml("sets = [\"games\"]\nuse = \"30m\"", profile: "lock = \"strict\"\nenabled = false", files: "[set.games]\n"),
    toml("sets = [\"games\"]\nuse = \"30m\"", files: "[set.games]\napps = [\"mail\"]\n"),
  ])
  func `an edit that takes the targets from the set of a limit waits as well`(_ edit: String) throws {
    var machine = try machine("sets = [\"games\"]\nuse = \"30m\"", files: "[set.games]\napps = [\"steam\"]\n")
    #expect(machine.blocks(app: "steam"))
    try machine.reload(edit)
    #expect(machine.blocks(app: "steam") && !machine.engine.pendingChanges.isEmpty)
    try machine.run(to: "2026-11-24 00:00")
    #expect(!machine.blocks(app: "steam") && machine.engine.pendingChanges.isEmpty)
  }

  @Test(arguments: ["profile", "files"])
  func `another zone, in which the day is longer, waits`(_ place: String) throws {
    var machine = try machine()
    let edit = Self.toml(Self.limit, profile: "lock = \"strict\"")
    let london = "timezone = \"Europe/London\"\n"
    try machine.reload(
      place == "files"
        ? edit.replacing("Berlin", with: "London") : edit.replacing("[profile.p]\n", with: "[profile.p]\n\(london)"))
    #expect(machine.engine.pendingChanges.map(\.key) == ["timezone"])
    try machine.run(to: "2026-11-24 00:00")
    #expect(machine.engine.pendingChanges.isEmpty && !machine.blocks(app: "steam"))
  }

  @Test(arguments: ["asleep", "awake"], ["00:00", "09:00"])
  func `the end of the day lets an edit take effect before the windows start`(_ way: String, _ start: String) throws {
    let profile = "lock = \"strict\"\nwindow = [\"\(start)-12:00\"]"
    var machine = try machine(profile: profile)
    try machine.run(to: "12:30")
    try machine.reload("timezone = \"Europe/Berlin\"\n[profile.q]\n")
    let end = try instant("2026-11-24 00:00", zone("Europe/Berlin"))
    #expect(machine.engine.pendingChanges.allSatisfy { $0.until(at: machine.present) == end })
    machine.handle(.authorization(.denied))
    #expect(machine.engine.awaitedAuthorization == .denied)
    if way == "asleep" {
      try machine.run(to: "22:00")
      machine.forget()
      try machine.sleep(to: "2026-11-24 09:30")
      machine.handle(.time)
    } else {
      machine.forget()
      try machine.run(to: "2026-11-24 09:30")
    }
    #expect(machine.engine.pendingChanges.isEmpty && machine.active.isEmpty, "\(machine.seen)")
    for event in ["configurationDidChange", "authorizationDidChange"] {
      #expect(machine.seen.contains { $0.hasPrefix("00:00 \(event)") }, "\(machine.seen)")
    }
    #expect(machine.engine.authorization == .denied)
  }

  @Test func `idleness that is known later opens no lock`() throws {
    let other = "\n[profile.q]\nwindow = [\"12:00-13:00\"]\nblock.domains = [\"x.example\"]\n"
    var machine = try VirtualMachine(Self.toml(Self.limit) + other, at: "2026-11-23 10:00")
    machine.handle(.time)
    machine.use("steam")
    try machine.run(to: "10:31")
    try machine.reload(Self.toml("apps = [\"steam\"]\nuse = \"3h\"") + other)
    try machine.run(to: "12:10")
    #expect(machine.active == ["q"] && !machine.engine.pendingChanges.isEmpty)
    machine.forget()
    let person = UserIdentity(name: "kim")
    machine.handle(.use(UseReport(of: person, targets: [], source: "test", idleSeconds: 7_000)))
    #expect(!machine.engine.pendingChanges.isEmpty && machine.blocks(app: "steam"), "\(machine.seen)")
    #expect(machine.seen.isEmpty)
  }

  @Test func `a lock that is lost with its record ends no session that started since the edit`() throws {
    let other = "\n[profile.q]\nwindow = [\"12:00-13:00\"]\nblock.domains = [\"x.example\"]\n"
    var machine = try VirtualMachine(Self.toml(Self.limit) + other, at: "2026-11-23 10:00")
    machine.handle(.time)
    machine.use("steam")
    try machine.run(to: "10:31")
    machine.use(nil)
    try machine.reload(Self.toml("apps = [\"steam\"]\nuse = \"3h\"") + other)
    try machine.run(to: "12:10")
    let session = try #require(machine.session("q")?.id)
    machine.replaceEngine { old in
      var problems: [StateProblem] = []
      let records = old.records.filter { !$0.key.hasPrefix("limit:") }
      return Engine(old.configurationVersions, records: records, problems: &problems)
    }
    machine.forget()
    try machine.run(to: "12:20")
    #expect(machine.engine.pendingChanges.isEmpty && machine.session("q")?.id == session, "\(machine.seen)")
    #expect(machine.session("q")?.start == (try instant("2026-11-23 12:00", zone("Europe/Berlin"))), "\(machine.seen)")
    #expect(!machine.seen.contains { $0.contains("interval") }, "\(machine.seen)")
  }

  @Test func `an emergency opens the lock also after more use was granted`() throws {
    var machine = try machine(Self.limit + "extra = { length = \"15m\" }")
    machine.more("steam")
    try machine.reload(Self.toml("apps = [\"steam\"]\nuse = \"3h\"\nextra = { length = \"15m\" }"))
    #expect(!machine.engine.pendingChanges.isEmpty && !machine.blocks(app: "steam"))
    machine.command(.emergency(reason: "a call"))
    #expect(machine.engine.pendingChanges.isEmpty, "\(machine.seen)")
  }

  @Test func `an emergency does not count a limit that neither blocks nor locks`() throws {
    var machine = try machine(Self.limit + "extra = { length = \"15m\" }", profile: "enabled = true")
    machine.more("steam")
    machine.command(.emergency(reason: "a call"))
    #expect(machine.reply == "refused notRunning")
  }

  @Test func `people who share a profile do not see in the waiting changes who used a limit up`() throws {
    var machine = try VirtualMachine(
      Self.toml(Self.limit, profile: "lock = \"strict\"\nusers = [\"kim\", \"lee\"]"), at: "2026-11-23 10:00")
    machine.handle(.time)
    machine.use("steam", by: "kim")
    try machine.run(to: "10:31")
    try machine.reload(Self.toml("", profile: "lock = \"strict\"\nusers = [\"kim\", \"lee\"]"))
    let change = try #require(machine.engine.pendingChanges.first)
    var finder = SettingFinder(in: SourceMap())
    for (name, seen) in [("kim", ["30m a day of steam"]), ("lee", [])] {
      let viewer = Viewer.user(UserIdentity(name: name))
      #expect(PendingLine(change, at: machine.present, using: &finder, for: viewer).limits == seen)
    }
  }

  @Test func `a machine that is off when the period ends has the edit in force at its boot`() throws {
    var machine = try machine()
    try machine.reload(Self.loosened[0])
    try machine.reboot(at: "2026-11-24 08:00")
    #expect(machine.engine.pendingChanges.isEmpty && !machine.blocks(app: "steam"))
    machine.use("steam")
    try machine.run(to: "2026-11-24 10:00")
    #expect(!machine.blocks(app: "steam"), "three hours are allowed now")
  }

  @Test func `a clock that is set to the next day opens nothing`() throws {
    var machine = try machine()
    try machine.reload(Self.loosened[0])
    try machine.setClock(to: "2026-11-24 00:30")
    #expect(machine.blocks(app: "steam") && !machine.engine.pendingChanges.isEmpty)
  }

  @Test func `an edit that only tightens acts at once`() throws {
    var machine = try machine()
    try machine.reload(Self.toml("apps = [\"steam\", \"mail\"]\nuse = \"20m\""))
    #expect(machine.engine.pendingChanges.isEmpty && machine.blocks(app: "mail"))
  }

  @Test func `limits of a profile that is not strict, and limits that were not used up, lock nothing`() throws {
    var open = try machine(profile: "lock = \"remote\"")
    try open.reload(Self.loosened[0].replacing("strict", with: "remote"))
    #expect(open.engine.pendingChanges.isEmpty && !open.blocks(app: "steam"))
    var unused = try machine("apps = [\"steam\"]\nuse = \"40m\"")
    try unused.reload(Self.loosened[0])
    #expect(unused.engine.pendingChanges.isEmpty)
  }

  @Test func `after more use was granted the profile stays locked`() throws {
    let extra = Self.limit + "extra = { length = \"15m\" }"
    var machine = try machine(extra)
    machine.more("steam")
    #expect(!machine.blocks(app: "steam"))
    try machine.reload(Self.toml("apps = [\"steam\"]\nuse = \"3h\"\nextra = { length = \"15m\" }"))
    #expect(!machine.engine.pendingChanges.isEmpty)
    machine.use("steam")
    try machine.run(to: "10:50")
    #expect(machine.blocks(app: "steam"))
  }

  @Test func `other profiles are not locked, and stay so when the limit of a second person is over`() throws {
    let other = "\n[profile.q]\nwindow = [\"12:00-13:00\"]\nblock.domains = [\"x.example\"]\n"
    var machine = try VirtualMachine(Self.toml(Self.limit) + other, at: "2026-11-23 10:00")
    machine.handle(.time)
    machine.use("steam", by: "kim")
    machine.use("steam", by: "lee")
    try machine.run(to: "10:31")
    try machine.reload(
      Self.toml("apps = [\"steam\"]\nuse = \"3h\"") + other.replacing("12:00-13:00", with: "12:00-12:30"))
    #expect(machine.engine.pendingChanges.map(\.key) == ["limit"])
    #expect(machine.engine.pendingChanges.first?.limits.count == 2, "each person has used it up")
    try machine.run(to: "12:40")
    #expect(machine.active.isEmpty)
  }

  @Test func `an emergency that lifts the limit lets the edit take effect`() throws {
    var machine = try machine()
    try machine.reload(Self.loosened[0])
    machine.command(.emergency(reason: "a call"))
    #expect(machine.engine.pendingChanges.isEmpty && !machine.blocks(app: "steam"))
  }

  @Test func `an edit waits for its cooldown and the period, whichever ends later`() throws {
    for (cooldown, end) in [("1h", "2026-11-24 00:00"), ("2d", "2026-11-25 10:31")] {
      let profile = "lock = \"strict\"\ncooldown = \"\(cooldown)\""
      var machine = try machine(profile: profile)
      try machine.reload(Self.toml("apps = [\"steam\"]\nuse = \"3h\"", profile: profile))
      let changes = machine.engine.pendingChanges
      #expect(try changes.map { $0.until(at: machine.present) } == [instant(end, zone("Europe/Berlin"))])
      try machine.run(to: end)
      #expect(machine.engine.pendingChanges.isEmpty)
    }
  }

  @Test func `general settings wait as well, and so does a withdrawal of consent`() throws {
    var machine = try machine()
    try machine.reload(Self.toml(Self.limit, files: "[emergency]\nuses = 9\n"))
    #expect(machine.engine.pendingChanges.map(\.key).contains { $0.hasPrefix("emergency") })
    #expect(machine.engine.configuration.emergency.uses == 3)
    machine.handle(.authorization(.denied))
    #expect(machine.engine.awaitedAuthorization == .denied && machine.blocks(app: "steam"))
    try machine.run(to: "2026-11-24 00:00")
    #expect(machine.engine.configuration.emergency.uses == 9 && machine.engine.authorization == .denied)
  }

  @Test func `a limit by window is over with the window, and so is its lock`() throws {
    let window = "lock = \"strict\"\nwindow = [\"10:00-11:00\"]"
    var machine = try machine(Self.limit + "per = \"window\"", profile: window)
    #expect(machine.blocks(app: "steam"))
    try machine.reload(Self.toml("apps = [\"steam\"]\nuse = \"3h\"\nper = \"window\"", profile: window))
    #expect(!machine.engine.pendingChanges.isEmpty && machine.blocks(app: "steam"))
    try machine.run(to: "11:00")
    #expect(machine.engine.pendingChanges.isEmpty)
  }
}
