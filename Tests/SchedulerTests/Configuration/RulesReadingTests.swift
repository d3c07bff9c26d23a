import SchedulerCivilTime
import SchedulerDiagnostics
import Testing

@testable import Scheduler

/// What the tables of sessions, keys, hooks and the daemon become.
@Suite struct RulesReadingTests {
  @Test func `the configuration keeps every session key`() throws {
    let profile = try profile(
      """
      users = ["root"]
      groups = ["root"]
      may = ["break", "access", "break"]
      lock = "strict"
      overlap = "replace"
      cooldown = "1h30m"
      pause = { length = "10m", count = 2 }
      access = { length = "5m", count = 3, refill = "6h" }
      limit = { apps = ["steam"], categories = ["Game"], domains = ["Twitch.tv"], use = "30m", per = "window" }
      shield = { title = "T", subtitle = "S", button = "B" }
      reminder = { after-end = "15m", message = "Deep work time!" }
      """)
    #expect(profile.users == ["root"] && profile.groups == ["root"])
    #expect(profile.permissions == [.break, .access])
    #expect(profile.lock == .strict && profile.overlap == .replace && profile.cooldownSeconds == 5400)
    #expect(profile.pause == PauseRules(lengthSeconds: 600, count: 2))
    #expect(profile.access == AccessRules(lengthSeconds: 300, count: 3, refillSeconds: 21_600))
    let limit = try #require(profile.limits.first)
    #expect(limit.applications.map(\.text) == ["steam"] && limit.categories.map(\.name) == ["Game"])
    #expect(limit.domains.map(\.text) == ["twitch.tv"] && limit.useSeconds == 1800 && limit.period == .window)
    #expect([profile.screen.title, profile.screen.subtitle, profile.screen.button] == ["T", "S", "B"])
    #expect(profile.reminder == Reminder(afterEndSeconds: 900, message: "Deep work time!"))
  }

  @Test(arguments: [
    ("length = \"15m\"", BreakRules(lengthSeconds: 900, budgetSeconds: nil, count: nil, reset: nil), 900, 1),
    ("length = \"15m\"\ncount = 3", BreakRules(lengthSeconds: 900, count: 3), 2700, 3),
    (
      "length = \"5300w\"\ncount = 1000000", BreakRules(lengthSeconds: 3_205_440_000, count: 1_000_000), 3_205_440_000,
      1_000_000
    ),
    ("length = \"15m\"\nbudget = \"30m\"", BreakRules(lengthSeconds: 900, budgetSeconds: 1800), 1800, nil),
    ("length = \"15m\"\nbudget = \"15m\"", BreakRules(lengthSeconds: 900, budgetSeconds: 900), 900, nil),
    (
      "length = \"15m\"\nbudget = \"30m\"\ncount = 3\nreset = \"04:00\"",
      BreakRules(lengthSeconds: 900, budgetSeconds: 1800, count: 3, reset: TimeOfDay(hour: 4, minute: 0)), 1800, 3
    ),
  ])
  func `a count alone gives as many whole breaks, a budget alone as many as fit, and neither one break`(
    keys: String, rules: BreakRules, budget: Int64, count: Int64?
  ) throws {
    let profile = try profile("[profile.p.break]\n" + keys)
    #expect(profile.breaks == rules)
    #expect(profile.breaks?.budgetSeconds == budget && profile.breaks?.count == count)
  }

  @Test func `a strategy keeps the settings of the other kinds for a start that selects another kind`() throws {
    #expect(try profile("").strategy == Strategy())
    let timer = try profile("strategy = { type = \"timer\", length = \"7d\", early-stop = false }").strategy
    #expect(timer == Strategy(.timer, timer: TimerRules(lengthSeconds: 604_800, allowsEarlyStop: false)))
    let rounds = try profile(
      """
      [profile.p.strategy]
      type = "pomodoro"
      focus = "50m"
      short-break = "10m"
      long-break = "30m"
      rounds = 2
      auto-start = "breaks"
      length = "45m"
      """
    ).strategy
    #expect(rounds.kind == .pomodoro && rounds.timer == TimerRules(lengthSeconds: 2700))
    #expect(rounds.pomodoro.focusSeconds == 3000 && rounds.pomodoro.shortBreakSeconds == 600)
    #expect(rounds.pomodoro.longBreakSeconds == 1800 && rounds.pomodoro.rounds == 2)
    #expect(rounds.pomodoro.autoStart == .breaks)
  }

  @Test func `an unlock key is a hash of content or a text to type`() throws {
    let digest = "9F86D081884C7D659A2FEAA0C55AD015A3BF4F1B2B0B822CD15D6C15B0F00A08"
    let profile = try profile(
      """
      [[profile.p.unlock]]
      name = "desk tag"
      sha256 = "\(digest)"
      [[profile.p.unlock]]
      type = "text"
      length = 120
      [[profile.p.unlock]]
      type = "text"
      """)
    #expect(
      profile.unlockKeys == [
        UnlockKey(name: "desk tag", .hash(sha256: digest.lowercased())), UnlockKey(.text(length: 120)),
        UnlockKey(.text(length: 32)),
      ])
  }

  @Test func `several files make one list of hooks and one table of each kind`() throws {
    let configuration = try configuration(
      "[[hook]]\non = [\"sessionDidEnd\"]\nrun = [\"/bin/a\", \"{\\\"x\\\": 1}\"]\n[daemon]\ngroup = \"root\"\n",
      "[emergency]\nuses = 0\nrefill = \"never\"\n[enforce]\nadapters = [\"hosts\", \"exec-guard\"]\n"
        + "grace = \"0s\"\nfreeze = true\n",
      """
      [[hook]]
      on = ["intervalDidStart", "shieldDidChange"]
      run = ["/bin/b"]
      [daemon]
      authorized = true
      on-exit = "keep"
      cooldown = "2h"
      private = true
      notify = false
      history = "4w"
      keep-use = "1w 1d"
      """)
    #expect(configuration.hooks.map { $0.command[0] } == ["/bin/a", "/bin/b"])
    #expect(configuration.hooks[1].events == [.intervalDidStart, .shieldDidChange])
    #expect(configuration.emergency.uses == 0 && configuration.emergency.refillSeconds == nil)
    #expect(configuration.enforcement.adapters == [.hosts, .execGuard])
    #expect(configuration.enforcement.graceSeconds == 0 && configuration.enforcement.freezes)
    let daemon = configuration.daemon
    #expect(daemon.group == "root" && daemon.isAuthorized && daemon.onExit == .keep && daemon.cooldownSeconds == 7200)
    #expect(daemon.isPrivate && !daemon.notifies && daemon.historySeconds == 2_419_200)
    #expect(daemon.useSeconds == 8 * 86_400)
  }

  @Test func `a key of a top-level table may be set in only one file`() throws {
    var list = DiagnosticList()
    let sources = sources("[daemon]\nnotify = true\n", "[daemon]\nprivate = true\nnotify = false\n")
    #expect(Configuration(reading: sources, zones: machineZones, diagnostics: &list) == nil)
    #expect(list.diagnostics.map(\.code.name) == ["defined-twice"])
    #expect(list.diagnostics.first?.primary?.span.source.index == 1)
    #expect(list.diagnostics.first?.secondary.first?.span.source.index == 0)
  }

  @Test func `a profile uses its own cooldown, or the daemon's if it sets none`() throws {
    let configuration = try configuration("[daemon]\ncooldown = \"2h\"\n[profile.a]\n[profile.b]\ncooldown = \"0s\"\n")
    #expect(configuration.profiles.map { configuration.cooldownSeconds(of: $0) } == [7200, 0])
  }

  @Test func `keys that begin with x- are kept in every table`() throws {
    let configuration = try configuration(
      """
      x-top = 1
      [set.s]
      x-set = 2
      [profile.p]
      x-profile = 3
      window = [{ start = "09:00", end = "10:00" }, { start = "11:00", end = "12:00", x-window = 4 }]
      block = { x-block = 5 }
      [profile.p.break]
      length = "5m"
      x-break = 6
      [[hook]]
      on = ["sessionDidEnd"]
      run = ["/bin/true"]
      x-hook = { deep = 7 }
      [daemon]
      x-daemon = 8
      """)
    #expect(configuration.profiles[0].extensions.mapValues(\.integer) == ["x-profile": 3])
    #expect(
      configuration.extensions.keys.sorted() == [
        "daemon.x-daemon", "hook.1.x-hook", "profile.p.block.x-block", "profile.p.break.x-break",
        "profile.p.window.2.x-window", "set.s.x-set", "x-top",
      ])
    #expect(configuration.extensions["profile.p.window.2.x-window"]?.integer == 4)
    #expect(configuration.extensions["hook.1.x-hook"]?.table?["deep"]?.value.integer == 7)
  }

  @Test func `hooks are numbered across all files`() throws {
    let hook = "[[hook]]\non = [\"sessionDidEnd\"]\nrun = [\"/bin/true\"]\n"
    let configuration = try configuration(hook + "x-n = 1\n", hook + hook + "x-n = 3\n")
    #expect(configuration.hooks.count == 3)
    #expect(configuration.extensions.mapValues(\.integer) == ["hook.1.x-n": 1, "hook.3.x-n": 3])
  }

  @Test(arguments: [("", true), ("[daemon]\ncooldown = \"1h\"\n", false), ("[daemon]\ncooldown = \"0s\"\n", true)])
  func `a daemon cooldown above zero prevents the warning about strict without a cooldown`(
    daemon: String, isNoted: Bool
  ) throws {
    let strict = "[profile.p]\nlock = \"strict\"\nblock.sets = [\"social\"]\n"
    var list = DiagnosticList()
    _ = try #require(Configuration(reading: sources(strict + daemon), zones: machineZones, diagnostics: &list))
    #expect(list.diagnostics.contains { $0.code.name == "strict-without-cooldown" } == isNoted)
  }

  @Test(arguments: [
    ("{event}", ["event"]), ("{event} {profile}", ["event", "profile"]), ("{\"a\": {}}", []), ("{}", []), ("}{", []),
    ("{{event}}", []), ("{{{event}}}", ["event"]), ("{profile_name} {a-1}", ["profile_name", "a-1"]), ("a{b", []),
    ("{no name}", []),
    ("{Event}", ["Event"]),
  ])
  func `a placeholder is a single word between single braces`(text: String, names: [String]) {
    #expect(Hook.names(in: text) == names)
  }

  private func profile(_ keys: String) throws -> Profile {
    try #require(try configuration("[profile.p]\n" + keys).profiles.first)
  }

  private func sources(_ texts: String...) -> SourceMap {
    var sources = SourceMap()
    for (index, text) in texts.enumerated() { _ = sources.add(SourceText(name: "\(index).toml", text)) }
    return sources
  }

  private func configuration(_ texts: String...) throws -> Configuration {
    var list = DiagnosticList()
    var sources = SourceMap()
    for (index, text) in texts.enumerated() { _ = sources.add(SourceText(name: "\(index).toml", text)) }
    let configuration = Configuration(reading: sources, zones: machineZones, diagnostics: &list)
    return try #require(configuration, "\(DiagnosticRenderer(color: false, columns: nil).render(list, in: sources))")
  }
}
