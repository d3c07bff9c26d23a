import SchedulerCivilTime
import Testing

@testable import Scheduler

extension VirtualMachine {
  /// Reports what a person uses; nil if nothing.
  mutating func use(_ name: String?, domain: String? = nil, by user: String = "kim", source: String? = "test") {
    let target = name.map {
      UsedTarget(
        application: ApplicationIdentity(desktopIDs: [$0], fileNames: [$0]),
        domain: domain.map(DomainName.init(checked:)))
    }
    handle(.use(UseReport(of: UserIdentity(name: user), targets: target.map { [$0] } ?? [], source: source)))
  }

  /// The seconds that the limits of a person have counted, in the order of their places.
  func counted(by user: String = "kim") -> [Int64] {
    engine.limits.counters.filter { $0.key.user == user }.sorted { $0.key < $1.key }
      .map { $0.value.use.amount(until: present.elapsed) / Nanoseconds.perSecond }
  }

  /// Whether an application is blocked for a user.
  func blocks(app name: String, for user: String = "kim") -> Bool {
    AccessRequest(to: .application(ApplicationName(name)), for: UserIdentity(name: user)).isBlocked(by: engine)
  }

  mutating func more(_ name: String, for user: String = "kim") {
    command(.more(AccessRequest(to: .application(ApplicationName(name)), for: UserIdentity(name: user))))
  }
}

/// Limits of use: what counts, when the limit is reached, and until when it blocks.
@Suite struct LimitTests {
  static func machine(_ limit: String, at time: String = "2026-11-23 10:00", more: String = "") throws -> VirtualMachine
  {
    var machine = try VirtualMachine(
      "timezone = \"Europe/Berlin\"\n[profile.p]\n\(more)\n[profile.p.limit]\n\(limit)\n", at: time)
    machine.handle(.time)
    machine.forget()
    return machine
  }

  private static let steam = "apps = [\"steam\"]\nuse = \"30m\"\nwarn = \"5m\""

  @Test
  func `use in pieces is added up, a warning and the limit are delivered, and the target is blocked until midnight`()
    throws
  {
    var machine = try Self.machine(Self.steam)
    machine.use("steam")
    try machine.run(to: "10:20")
    machine.use("mail")
    try machine.run(to: "10:40")
    #expect(machine.counted() == [1200])
    machine.use("steam")
    try machine.run(to: "10:55")
    #expect(
      machine.seen == [
        "10:45 eventWillReachThresholdWarning p", "10:50 eventDidReachThreshold p", "10:50 shieldDidChange",
      ])
    #expect(machine.events.first?.message == "30m a day of steam")
    #expect(machine.events.first?.user == "kim")
    #expect(machine.blocks(app: "steam"))
    #expect(!machine.blocks(app: "mail"))
    #expect(!machine.blocks(app: "steam", for: "lee"), "the limit of one person blocks no other one")
    machine.use(nil)
    machine.forget()
    try machine.run(to: "2026-11-23 23:59:59")
    #expect(machine.blocks(app: "steam"))
    try machine.run(to: "2026-11-24 00:00")
    #expect(!machine.blocks(app: "steam"))
    #expect(machine.seen == ["00:00 shieldDidChange"])
  }

  @Test func `idleness that is known later is taken off, also from a limit that it has reached, and once only`() throws
  {
    func idle(_ seconds: Int64) -> Input {
      .use(UseReport(of: UserIdentity(name: "kim"), targets: [], source: "test", idleSeconds: seconds))
    }
    var machine = try Self.machine("apps = [\"steam\"]\nuse = \"30m\"")
    machine.use("steam")
    try machine.run(to: "10:10")
    // A report in time, of the same use.
    machine.use("steam")
    try machine.run(to: "10:10:30")
    machine.handle(idle(60))
    #expect(machine.counted() == [570])
    machine.handle(idle(60))
    #expect(machine.counted() == [570])
    try machine.run(to: "11:00")
    machine.use("steam")
    try machine.run(to: "11:20:30")
    #expect(machine.blocks(app: "steam") && machine.seen.contains("11:20:30 eventDidReachThreshold p"))
    machine.handle(idle(60))
    #expect(!machine.blocks(app: "steam") && machine.counted() == [1740])
    // The block ends the program before idleness is known.
    machine.use("steam")
    machine.run(seconds: 60)
    #expect(machine.blocks(app: "steam"))
    machine.use("desktop")
    machine.run(seconds: 20)
    machine.handle(idle(50))
    #expect(machine.counted() == [1770] && !machine.blocks(app: "steam"))
    machine.handle(idle(80))
    #expect(machine.counted() == [1770])
    // Two agents of a session see the same.
    let steam = UsedTarget(application: ApplicationIdentity(desktopIDs: ["steam"], fileNames: ["steam"]))
    func report(_ targets: [UsedTarget], idle: Int64 = 0) -> Input {
      .use(UseReport(of: UserIdentity(name: "kim"), targets: targets, source: "test", idleSeconds: idle))
    }
    machine.handle(report([steam, steam]))
    machine.run(seconds: 20)
    machine.handle(report([steam]))
    machine.handle(report([], idle: 15))
    #expect(machine.counted() == [1775])
  }

  @Test func `idleness is taken off everything that was in use meanwhile, for five minutes at most`() throws {
    func idle(_ seconds: Int64) -> Input {
      .use(UseReport(of: UserIdentity(name: "kim"), targets: [], source: "test", idleSeconds: seconds))
    }
    var machine = try Self.machine("all = true\nuse = \"30m\"")
    for name in ["steam", "mail", "chat", "news"] {
      machine.use(name)
      machine.run(seconds: 20)
    }
    machine.handle(idle(70))
    #expect(machine.counted() == [10])
    machine.use("steam")
    machine.run(seconds: 1_500)
    machine.handle(idle(86_400))
    #expect(machine.counted() == [1_210])
  }

  @Test func `use that continues over the beginning of a day counts for the new day from there`() throws {
    var machine = try Self.machine(
      "apps = [\"steam\"]\nuse = \"30m\"\nday-start = \"04:00\"", at: "2026-11-23 03:50")
    machine.use("steam")
    try machine.run(to: "04:05")
    #expect(machine.counted() == [300])
    try machine.run(to: "04:30")
    #expect(machine.blocks(app: "steam"))
    #expect(machine.seen == ["04:30 eventDidReachThreshold p", "04:30 shieldDidChange"])
  }

  @Test func `a limit holds on its days only, and a day lasts until its next start`() throws {
    var machine = try Self.machine(
      "apps = [\"steam\"]\nuse = \"1h\"\ndays = \"mon-fri\"\nday-start = \"04:00\"", at: "2026-11-28 03:30")
    machine.use("steam")
    try machine.run(to: "2026-11-28 03:59")
    #expect(machine.counted() == [1740], "Friday lasts until 4:00 on Saturday")
    try machine.run(to: "2026-11-30 03:59")
    #expect(machine.counted() == [])
    try machine.run(to: "2026-11-30 04:10")
    #expect(machine.counted() == [600])
  }

  @Test func `each second counts once, also for an application, its category and a domain in one limit`() throws {
    var machine = try Self.machine(
      "apps = [\"firefox\"]\ncategories = [\"WebBrowser\"]\ndomains = [\"x.example\"]\nuse = \"1h\"")
    let browser = ApplicationIdentity(
      desktopIDs: ["firefox"], categories: Set([ApplicationCategory("WebBrowser")].compactMap(\.self)))
    let target = UsedTarget(application: browser, domain: DomainName(checked: "a.x.example"))
    machine.handle(.use(UseReport(of: UserIdentity(name: "kim"), targets: [target], source: "test")))
    machine.run(seconds: 100)
    machine.handle(.use(UseReport(of: UserIdentity(name: "kim"), targets: [target, target], source: "test")))
    machine.run(seconds: 100)
    #expect(machine.counted() == [200])
  }

  @Test(arguments: [
    ("all = true", ["steam": true, "mail": true], [:]),
    (
      "all = true\nexcept = { apps = [\"mail\"], domains = [\"wiki.example\"] }", ["steam": true, "mail": false],
      ["wiki.example": false, "x.example": true]
    ),
    ("domains = [\"x.example\"]", ["steam": false], ["a.x.example": true, "y.example": false]),
    ("sets = [\"s\"]", ["steam": true, "mail": false], ["x.example": true]),
  ])
  func `the lists, 'all' and 'except' say what counts`(
    _ keys: String, _ apps: [String: Bool], _ domains: [String: Bool]
  ) throws {
    let toml = """
      timezone = "UTC"
      [set.s]
      apps = ["steam"]
      domains = ["x.example"]
      [profile.p.limit]
      use = "10m"
      \(keys)
      """
    for (name, counts) in apps {
      var machine = try VirtualMachine(toml, at: "2026-11-23 10:00")
      machine.use(name)
      machine.run(seconds: 60)
      #expect(machine.counted() == (counts ? [60] : []), "\(name)")
    }
    for (domain, counts) in domains {
      var machine = try VirtualMachine(toml, at: "2026-11-23 10:00")
      machine.use("browser", domain: domain)
      machine.run(seconds: 60)
      #expect(machine.counted() == (counts ? [60] : []), "\(domain)")
    }
  }

  @Test func `several limits act at once, and the one that is used up first blocks first`() throws {
    var machine = try VirtualMachine(
      """
      timezone = "UTC"
      [[profile.p.limit]]
      apps = ["steam", "chess"]
      use = "20m"
      [[profile.p.limit]]
      apps = ["steam"]
      use = "15m"
      """, at: "2026-11-23 10:00")
    machine.use("steam")
    try machine.run(to: "10:16")
    #expect(machine.blocks(app: "steam"))
    #expect(!machine.blocks(app: "chess"))
    machine.use("chess")
    try machine.run(to: "10:21")
    #expect(machine.blocks(app: "chess"))
    #expect(Set(machine.engine.shield.compactMap(\.limit)) == ["20m a day of chess, steam", "15m a day of steam"])
  }

  @Test func `limits by session and by window count inside theirs, and end with them`() throws {
    for (period, keys) in [("session", ""), ("window", "")] {
      var machine = try Self.machine(
        "apps = [\"steam\"]\nuse = \"10m\"\nper = \"\(period)\"\n\(keys)", at: "2026-11-23 08:50",
        more: "window = [\"09:00-12:00\", \"14:00-15:00\"]")
      machine.use("steam")
      try machine.run(to: "08:59:59")
      #expect(machine.counted() == [], "\(period)")
      try machine.run(to: "09:11")
      #expect(machine.blocks(app: "steam"))
      #expect(machine.engine.shield.first?.until == (try instant("2026-11-23 12:00", machine.zone)))
      try machine.run(to: "12:00")
      #expect(!machine.blocks(app: "steam"))
      try machine.run(to: "14:09")
      #expect(!machine.blocks(app: "steam"))
      try machine.run(to: "14:10")
      #expect(machine.blocks(app: "steam"))
    }
  }

  @Test func `'more' adds use as often as the configuration allows, and only after the limit was reached`() throws {
    var machine = try Self.machine(Self.steam + "\nextra = { length = \"15m\", count = 2 }")
    machine.use("steam")
    machine.more("steam")
    #expect(machine.reply == "refused notBlocked")
    try machine.run(to: "10:31")
    machine.more("steam")
    #expect(machine.reply == "moreGranted until 2026-11-24 00:00")
    #expect(!machine.blocks(app: "steam"))
    try machine.run(to: "10:45:59")
    #expect(!machine.blocks(app: "steam"))
    try machine.run(to: "10:46")
    #expect(machine.blocks(app: "steam"))
    machine.more("steam")
    try machine.run(to: "11:02")
    machine.more("steam")
    #expect(machine.reply == "refused budgetSpent until 2026-11-24 00:00")
    machine.more("steam", for: "lee")
    #expect(machine.reply == "refused notBlocked")
  }

  @Test func `an emergency lifts a limit until its period ends, and uses one emergency`() throws {
    var machine = try Self.machine(Self.steam, more: "lock = \"strict\"")
    machine.use("steam")
    try machine.run(to: "10:31")
    machine.command(.emergency(reason: "a call"))
    #expect(machine.reply == "emergencyUsed")
    try machine.run(to: "12:00")
    #expect(!machine.blocks(app: "steam"))
    try machine.run(to: "2026-11-24 00:31")
    #expect(machine.blocks(app: "steam"))
  }
}
