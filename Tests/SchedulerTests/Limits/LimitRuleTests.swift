import SchedulerCivilTime
import Testing

@testable import Scheduler

/// What a limit may not do: act without consent, live on under other rules, wake for nothing, or concern other people.
@Suite struct LimitRuleTests {
  private static let steam = "apps = [\"steam\"]\nuse = \"30m\"\n"

  private func machine(_ limit: String = steam, more: String = "", at time: String = "2026-11-23 10:00") throws
    -> VirtualMachine
  { try LimitTests.machine(limit, at: time, more: more) }

  private func toml(_ profile: String, _ limit: String = steam) -> String {
    "timezone = \"Europe/Berlin\"\n[profile.p]\n\(profile)\n[profile.p.limit]\n\(limit)\n"
  }

  @Test func `without consent nothing is blocked, locked or ended`() throws {
    for consequence in ["block", "logout"] {
      var machine = try machine(Self.steam + "then = \"\(consequence)\"")
      machine.use("steam")
      try machine.run(to: "10:31")
      #expect(machine.blocks(app: "steam") == (consequence == "block"))
      #expect(machine.engine.overuses.isEmpty == (consequence == "block"))
      machine.handle(.authorization(.denied))
      #expect(!machine.blocks(app: "steam") && machine.engine.overuses.isEmpty)
    }
  }

  @Test func `granted use is not spent by what was used beyond the limit`() throws {
    var machine = try machine(Self.steam + "extra = { length = \"15m\" }")
    machine.use("steam")
    try machine.run(to: "13:00")
    machine.more("steam")
    #expect(machine.reply == "moreGranted until 2026-11-24 00:00")
    #expect(!machine.blocks(app: "steam"))
    try machine.run(to: "13:15")
    #expect(machine.blocks(app: "steam"))
  }

  @Test func `'more' and 'access' are refused where 'may' or the limit forbids them`() throws {
    var machine = try machine(
      Self.steam + "extra = { length = \"15m\" }",
      more: "may = [\"break\"]\nwindow = [\"09:00-17:00\"]\nblock.apps = [\"steam\"]\naccess = { length = \"5m\" }")
    machine.use("steam")
    try machine.run(to: "10:31")
    let request = AccessRequest(to: .application(ApplicationName("steam")), for: UserIdentity(name: "kim"))
    machine.handle(.command(.more(request), by: Requester(isAdministrator: false)))
    #expect(machine.reply == "refused notPermitted")
    machine.access(application: "steam")
    #expect(machine.reply == "refused budgetSpent until 2026-11-24 00:00", "an access would open nothing")
  }

  @Test func `an edit to another period, or to other users, ends what was counted under the old rules`() throws {
    var machine = try machine()
    machine.use("steam")
    try machine.run(to: "10:31")
    try machine.reload(toml("", Self.steam + "per = \"session\""))
    #expect(!machine.blocks(app: "steam") && machine.counted() == [])
    try machine.reload(toml(""))
    try machine.run(to: "11:05")
    #expect(machine.blocks(app: "steam"))
    try machine.reload(toml("users = [\"lee\"]"))
    #expect(!machine.blocks(app: "steam") && machine.counted() == [])
  }

  @Test func `after limits are removed nothing wakes the engine because of them`() throws {
    var machine = try machine(Self.steam + "days = \"mon-fri\"", at: "2026-11-28 10:00")
    machine.use("steam")
    #expect(machine.engine.nextDeadline.wall != nil)
    try machine.reload("timezone = \"Europe/Berlin\"\n[profile.p]\n")
    #expect(machine.engine.nextDeadline.wall == nil && machine.engine.limits.nextElapsed == .max)
  }

  @Test func `a deadline lies ahead after each evaluation, also after one that stores what was counted`() throws {
    var machine = try machine()
    machine.use("steam")
    for _ in 0..<100 {
      machine.run(seconds: 7)
      #expect(machine.engine.limits.nextElapsed > machine.present.elapsed)
    }
  }

  @Test func `in another zone a day ends at its time there, but not sooner than it would have`() throws {
    var machine = try VirtualMachine(
      "timezone = \"system\"\n[profile.p.limit]\n\(Self.steam)", at: "2026-11-23 20:00")
    machine.use("steam")
    machine.run(seconds: 31 * 60)
    machine.use(nil)
    // It is 05:31 of the next day in Tokyo, and midnight there comes 18:29 hours later.
    machine.travel(to: try zone("Asia/Tokyo"))
    machine.run(seconds: 18 * 3600 + 28 * 60)
    #expect(machine.blocks(app: "steam"))
    machine.run(seconds: 120)
    #expect(!machine.blocks(app: "steam"))
    // In the other direction midnight would come after two hours, which are not the rest of the day.
    var other = try VirtualMachine("timezone = \"system\"\n[profile.p.limit]\n\(Self.steam)", at: "2026-11-23 13:00")
    other.use("steam")
    other.run(seconds: 31 * 60)
    other.use(nil)
    other.travel(to: try zone("Asia/Tokyo"))
    other.run(seconds: 3 * 3600)
    #expect(other.blocks(app: "steam"))
    other.run(seconds: 24 * 3600)
    #expect(!other.blocks(app: "steam"))
  }

  @Test func `a day that begins in an hour which occurs twice has its own weekday`() throws {
    // Sunday's 02:00 to 03:00 occurs twice. The first 02:30 begins the day.
    var machine = try machine(
      Self.steam + "days = \"sat\"\nday-start = \"02:30\"", at: "2026-10-25 00:00")
    machine.use("steam")
    machine.run(seconds: 2 * 3600)
    #expect(machine.counted() == [7200], "still Saturday")
    machine.run(seconds: 3600)
    #expect(machine.counted() == [], "02:00 to 03:00 for the second time: Sunday")
  }

  @Test func `an emergency of one person lifts no limit of another one, and its reason is for those concerned`() throws
  {
    var machine = try machine()
    machine.use("steam", by: "kim")
    machine.use("steam", by: "lee")
    try machine.run(to: "10:31")
    var requester = Requester(isAdministrator: false)
    requester.viewer = .user(UserIdentity(name: "kim"))
    machine.handle(.command(.emergency(reason: "a call"), by: requester))
    #expect(!machine.blocks(app: "steam", for: "kim") && machine.blocks(app: "steam", for: "lee"))
    #expect(machine.events.filter { $0.name == .emergencyDidUse }.map(\.user) == ["kim"])
  }

  @Test func `status says that an emergency lifted a limit, and how often more use is left`() throws {
    var machine = try machine(Self.steam + "extra = { length = \"15m\", count = 2 }")
    machine.use("steam")
    try machine.run(to: "10:31")
    func words() -> String? { machine.engine.limitStandings(at: machine.moment).first?.words { _ in "midnight" } }
    #expect(words() == "kim: used up until midnight; 'schedctl more' adds to it, 2 times")
    machine.command(.emergency(reason: "a call"))
    #expect(words() == "kim: lifted by an emergency until midnight")
  }

  @Test func `a person sees how their own limits stand, and no others, also while nothing is known`() throws {
    var machine = try machine()
    let kim = Viewer.user(UserIdentity(name: "kim"))
    #expect(machine.engine.limitStandings(at: machine.moment, for: kim).map(\.user) == ["kim"])
    machine.use("steam", by: "lee")
    #expect(machine.engine.limitStandings(at: machine.moment, for: kim).map(\.user) == ["kim"])
    #expect(machine.engine.limitStandings(at: machine.moment).map(\.user) == ["lee"])
    #expect(machine.engine.limitStandings(at: machine.moment, for: .nothing).isEmpty)
  }

  @Test func `a limit on domains alone is unmeasured until the source has named a domain, also in stored state`() throws
  {
    var machine = try machine("domains = [\"x.example\"]\nuse = \"30m\"")
    machine.use("firefox", source: "sway")
    #expect(machine.engine.limitStandings(at: machine.moment).map(\.source) == [""])
    machine.use("firefox", domain: "y.example", source: "sway")
    #expect(machine.engine.limitStandings(at: machine.moment).map(\.source) == ["sway"])
    machine.use(nil, source: "sway")
    machine.restart()
    machine.use(nil, source: "sway")
    #expect(machine.engine.limitStandings(at: machine.moment).map(\.source) == ["sway"], "it has other tabs")
    machine.use(nil, source: "i3")
    #expect(machine.engine.limitStandings(at: machine.moment).map(\.source) == [""])
  }

  @Test func `doctor asks for the agent where running programs alone measure a limit, and elsewhere names the source`()
    throws
  {
    var machine = try machine()
    var facts = EvaluationFacts(evaluatedAt: nil, authorization: .approved)
    facts.absentLimits = machine.engine.limitStandings(at: machine.moment)
    #expect(facts.limitFindings(hasDaemon: true, showsAbsent: false) == [])
    let absent = facts.limitFindings(hasDaemon: true, showsAbsent: true)
    #expect(absent.map(\.gravity) == [.note] && absent.allSatisfy { $0.remedy?.contains("'schedctl agent'") ?? false })
    #expect(absent.allSatisfy { $0.text.hasSuffix("because no session of its people is active (profile 'p')") })
    machine.use("steam", source: UseReport.runningPrograms)
    facts.limits = machine.engine.limitStandings(at: machine.moment)
    #expect(
      facts.limitFindings(hasDaemon: true, showsAbsent: false) == [
        Finding(
          .note, code: .use,
          text: "limits of 'kim' are measured by running programs alone, and programs in the background count, too",
          remedy: "run 'schedctl agent' in the desktop session: it reports what is in use")
      ])
    machine.use("steam", source: "sway")
    facts.limits = machine.engine.limitStandings(at: machine.moment)
    #expect(
      facts.limitFindings(hasDaemon: true, showsAbsent: false) == [
        Finding(.ok, code: .use, text: "limits of 'kim' are measured by sway")
      ])
  }

  @Test func `running programs count only if the limit can block them`() throws {
    var machine = try machine("all = true\nuse = \"30m\"")
    machine.use("sshd", source: UseReport.runningPrograms)
    machine.run(seconds: 100)
    #expect(machine.counted() == [], "a program without a desktop entry is not blocked by 'all'")
    machine.use("sshd")
    machine.run(seconds: 100)
    #expect(machine.counted() == [100])
  }

  /// Reports the programs that run, among them a browser and a game.
  private func runPrograms(on machine: inout VirtualMachine) {
    let names: [(String, Set<ApplicationCategory>)] = [("firefox", [.webBrowser]), ("chess", [])]
    let targets = names.map { name, categories in
      UsedTarget(application: ApplicationIdentity(desktopIDs: [name], fileNames: [name], categories: categories))
    }
    machine.handle(
      .use(UseReport(of: UserIdentity(name: "kim"), targets: targets, source: UseReport.runningPrograms)))
  }

  @Test func `after an agent that named pages, running browsers count for domains, so that ending it gains no time`()
    throws
  {
    for limit in ["domains = [\"x.example\"]", "apps = [\"steam\"]\ndomains = [\"x.example\"]"] {
      var machine = try machine("\(limit)\nuse = \"30m\"")
      machine.use("firefox", domain: "x.example", source: "sway")
      machine.run(seconds: 600)
      machine.use(nil, source: nil)
      #expect(machine.engine.limitsNeedPrograms)
      machine.handle(.useEnds)
      machine.restart()
      runPrograms(on: &machine)
      machine.run(seconds: 60)
      #expect(machine.counted() == [660], "\(limit)")
      #expect(machine.engine.limitStandings(at: machine.moment).map(\.source) == [UseReport.runningPrograms])
    }
    var machine = try machine("domains = [\"x.example\"]\nexcept = { apps = [\"firefox\"] }\nuse = \"30m\"")
    machine.use("firefox", domain: "y.example", source: "sway")
    runPrograms(on: &machine)
    machine.run(seconds: 60)
    #expect(machine.counted() == [])
  }

  @Test func `without a browser that names its pages, running browsers count for no domain`() throws {
    var machine = try machine("domains = [\"x.example\"]\nuse = \"30m\"")
    machine.use("firefox", source: "sway")
    #expect(!machine.engine.limitsNeedPrograms)
    runPrograms(on: &machine)
    machine.run(seconds: 60)
    #expect(machine.counted() == [])
  }

  @Test func `status says that domains are not measured beside applications`() throws {
    var machine = try machine("apps = [\"steam\"]\ndomains = [\"x.example\"]\nuse = \"30m\"")
    machine.use("steam", source: "sway")
    func words() -> [String] { machine.engine.limitStandings(at: machine.moment).map { $0.words { "\($0)" } } }
    #expect(words().allSatisfy { $0.hasSuffix(", measured by sway, but not its domains") }, "\(words())")
    machine.use("firefox", domain: "y.example", source: "sway")
    #expect(words().allSatisfy { $0.hasSuffix(", measured by sway") }, "\(words())")
  }

  @Test(arguments: [
    ("/opt/game.sh", "game.sh", "/bin/dash", true), ("/opt/game.sh", "game.py", "/bin/dash", false),
    ("/opt/a-very-long-name.sh", "a-very-long-nam", "/bin/dash", true), ("/opt/game.sh", "game", "/bin/dash", false),
    ("/opt/game.sh", "game.sh", "/usr/local/game.sh", false), ("/opt/game.sh", "game.sh", "/opt/game.sh", true),
  ])
  func `a script that is limited by its path counts by the name of its process`(
    limited: String, process: String, program: String, isCounted: Bool
  ) throws {
    var machine = try machine("apps = [\"\(limited)\"]\nuse = \"30m\"")
    // A script is known by the name of its process alone.
    let isScript = program == "/bin/dash"
    let application = ApplicationIdentity(paths: isScript ? [] : [program], fileNames: [process])
    machine.handle(
      .use(
        UseReport(
          of: UserIdentity(name: "kim"), targets: [UsedTarget(application: application)],
          source: UseReport.runningPrograms)))
    machine.run(seconds: 60)
    #expect(machine.counted() == (isCounted ? [60] : []))
  }
}
