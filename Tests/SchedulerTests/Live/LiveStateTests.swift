import SchedulerCivilTime
import Testing

@testable import Scheduler

/// What is shown of sessions, in every mode and state.
@Suite struct LiveStateTests {
  /// A profile `p` with rules of its own.
  private func machine(_ rules: String, at time: String) throws -> VirtualMachine {
    try VirtualMachine(profiles((key: "p", body: rules)), at: "2026-11-23 \(time)")
  }

  /// What happens in a row of a table.
  enum Step: Sendable {
    case start, startTimer(Int64), breakOpen, pause, resume, extend(Int64), wait(String)
  }

  private func take(_ step: Step, _ machine: inout VirtualMachine) throws {
    switch step {
    case .start: machine.start("p")
    case .startTimer(let seconds): machine.start("p", for: seconds, strategy: .timer)
    case .breakOpen: machine.command(.break())
    case .pause: machine.command(.pause())
    case .resume: machine.command(.resume())
    case .extend(let seconds): machine.command(.extend(seconds: seconds))
    case .wait(let time): try machine.run(to: time)
    }
  }

  private static let pomodoro = "[profile.p.strategy]\ntype = \"pomodoro\"\nrounds = 2\n"
  private static let window = "window = [\"09:00-12:00\"]\n"
  private static let breaks = "[profile.p.break]\nlength = \"10m\"\n"
  private static let pauses = "[profile.p.pause]\nlength = \"5m\"\n"

  /// Rules, what happens, the shield, and what is shown: mode, state, elapsed + remaining of total, the time shown, until
  /// when it counts and is right, finished rounds, the colour, the lift.
  private static let rows: [(rules: String, steps: [Step], shield: LiveState.Shield, shown: String)] = [
    (pomodoro, [.start], .active, "focus running 0+1500/1500 25:00 09:25 stale 09:25 0 #f97316"),
    (pomodoro, [.start, .wait("09:10:07")], .active, "focus running 607+893/1500 14:53 09:25 stale 09:25 0 #f97316"),
    (pomodoro, [.start, .wait("09:24")], .active, "focus running 1440+60/1500 01:00 09:25 stale 09:25 0 #f97316"),
    (pomodoro, [.start, .wait("09:24:01")], .active, "focus running 1441+59/1500 00:59 09:25 stale 09:25 0 #ef4444"),
    (
      pomodoro, [.start, .wait("09:25")], .notInFocus,
      "shortBreak running 0+300/300 05:00 09:30 stale 09:30 1 #14b8a6"
    ),
    (
      pomodoro, [.start, .wait("09:56")], .notInFocus,
      "longBreak running 60+840/900 14:00 10:10 stale 10:10 2 #3b82f6"
    ),
    (
      pomodoro, [.start, .wait("09:10"), .pause, .wait("09:12")], .notInFocus,
      "focus paused 600+900/1500 15:00 - stale 10:25 0 #eab308"
    ),
    (
      pomodoro, [.start, .wait("09:10"), .pause, .wait("09:12"), .resume], .active,
      "focus running 600+900/1500 15:00 09:27 stale 09:27 0 #f97316"
    ),
    (
      pomodoro, [.start, .wait("09:26"), .pause], .notInFocus,
      "shortBreak paused 60+240/300 04:00 - stale 10:30 1 #eab308"
    ),
    (
      pomodoro, [.start, .wait("09:56"), .pause], .notInFocus,
      "longBreak paused 60+840/900 14:00 - stale 11:10 2 #eab308"
    ),
    (
      pomodoro + "auto-start = \"none\"\n", [.start, .wait("09:26")], .notInFocus,
      "focus completed 1500+0/1500 00:00 - stale 10:25 1 #22c55e"
    ),
    (
      pomodoro + "auto-start = \"breaks\"\n", [.start, .wait("09:30")], .notInFocus,
      "focus ready 0+1500/1500 25:00 - stale 10:30 1 #f97316"
    ),
    (
      pomodoro + breaks, [.start, .wait("09:05"), .breakOpen, .wait("09:07")], .notInFocus,
      "focus paused 420+1080/1500 08:00 - stale 09:15 0 #eab308 break until 09:15"
    ),
    (
      window + pomodoro, [.wait("09:30"), .start, .wait("09:56")], .active,
      "shortBreak running 60+240/300 04:00 10:00 stale 10:00 1 #14b8a6"
    ),
    (window, [.wait("10:30:05")], .active, "schedule running 5405+5395/10800 1:29:55 12:00 stale 12:00 0 #6366f1"),
    (window, [.wait("11:59:30")], .active, "schedule running 10770+30/10800 00:30 12:00 stale 12:00 0 #ef4444"),
    (
      "color = \"#112233\"\n" + window, [], .active,
      "schedule running 0+10800/10800 3:00:00 12:00 stale 12:00 0 #112233"
    ),
    (
      window + breaks, [.wait("10:00"), .breakOpen, .wait("10:01:01")], .notInFocus,
      "schedule paused 3661+7139/10800 08:59 - stale 10:10 0 #eab308 break until 10:10"
    ),
    (
      window + pauses, [.wait("10:00"), .pause], .notInFocus,
      "schedule paused 3600+7200/10800 05:00 - stale 10:05 0 #eab308 pause until 10:05"
    ),
    (
      "lock = \"strict\"\n" + window + breaks, [.wait("10:00"), .breakOpen], .notInFocus,
      "schedule paused 3600+7200/10800 10:00 - stale 10:10 0 #eab308 break until 10:10"
    ),
    (
      "", [.startTimer(5_400), .wait("09:30")], .active,
      "timer running 1800+3600/5400 1:00:00 10:30 stale 10:30 0 #8b5cf6"
    ),
    (
      window, [.wait("10:00"), .startTimer(1_800)], .active,
      "schedule running 3600+7200/10800 2:00:00 12:00 stale 10:30 0 #6366f1"
    ),
    (
      window, [.wait("10:00"), .startTimer(10_800)], .active,
      "timer running 0+10800/10800 3:00:00 13:00 stale 12:00 0 #8b5cf6"
    ),
    (
      window, [.wait("11:00"), .startTimer(3_600)], .active,
      "timer running 0+3600/3600 1:00:00 12:00 stale 12:00 0 #8b5cf6"
    ),
    (
      window, [.wait("11:00"), .extend(1_800), .wait("11:10")], .active,
      "manual running 600+4800/5400 1:20:00 12:30 stale 12:00 0 #64748b"
    ),
    ("", [.start, .wait("10:10:10")], .active, "manual running 4210+-/- 1:10:10 - stale - 0 #64748b"),
    (
      "window = [\"14:00-15:00\"]\n", [.start, .wait("13:00")], .active,
      "manual running 14400+-/- 4:00:00 - stale 14:00 0 #64748b"
    ),
    ("enabled = false\n", [.start], .inactive, "manual running 0+-/- 00:00 - stale - 0 #64748b"),
  ]

  @Test(arguments: rows.indices)
  func `each mode and state is shown with its times and its colour`(number: Int) throws {
    let row = Self.rows[number]
    var machine = try machine(row.rules, at: "09:00")
    machine.handle(.time)
    for step in row.steps { try take(step, &machine) }
    let live = LiveState(of: machine.engine, at: machine.moment)
    #expect(live.shield == row.shield, "\(row)")
    #expect(live.sessions.map { machine.words($0) } == [row.shown], "\(row)")
    #expect(live.writtenAt == machine.moment.wall)
  }

  @Test func `without a session the live state is empty`() throws {
    var machine = try machine(Self.window, at: "08:00")
    #expect(LiveState(of: machine.engine, at: machine.moment).shield == .inactive)
    machine.handle(.time)
    let live = LiveState(of: machine.engine, at: machine.moment)
    #expect(live.shield == .inactive)
    #expect(live.sessions.isEmpty)
  }

  @Test func `the shield is applying until it is applied, then active, and notAuthorized whenever consent is missing`()
    throws
  {
    var machine = try machine(Self.window, at: "09:00")
    machine.handle(.time)
    #expect(LiveState(of: machine.engine, at: machine.moment, isApplied: false).shield == .applying)
    #expect(LiveState(of: machine.engine, at: machine.moment).shield == .active)
    machine.handle(.authorization(.notDetermined))
    #expect(LiveState(of: machine.engine, at: machine.moment, isApplied: false).shield == .notAuthorized)
    #expect(LiveState(of: machine.engine, at: machine.moment).sessions.count == 1)
  }

  @Test func `a session that blocks nothing leaves the shield inactive`() throws {
    var machine = try VirtualMachine("[profile.p]\nwindow = [\"09:00-12:00\"]\n", at: "2026-11-23 10:00")
    machine.handle(.time)
    #expect(LiveState(of: machine.engine, at: machine.moment).shield == .inactive)
  }

  @Test func `live state gives each session its identity, profile and link`() throws {
    var machine = try machine("id = \"6f1c1c1e-8f0e-4c7d-9b36-0d8a1b9d4a10\"\n", at: "09:00")
    machine.start("p")
    let session = try #require(LiveState(of: machine.engine, at: machine.moment).sessions.first)
    #expect(session.id == machine.session("p")?.id)
    #expect(session.profile.text == "p")
    #expect(session.link == "schedctl://profile/6f1c1c1e-8f0e-4c7d-9b36-0d8a1b9d4a10")
  }

  /// Running before paused, by hand before windows, the sooner end before the later and the open one, then the keys.
  @Test func `the live state lists the session to show first`() throws {
    let pomodoro = "[profile.KEY.strategy]\ntype = \"pomodoro\"\n"
    let keys = ["a", "b", "c", "d", "e", "f", "g"]
    let bodies = [
      "window = [\"09:00-12:00\"]\n", "window = [\"09:00-11:00\"]\n[profile.b.break]\nlength = \"1h\"\n", "", "",
      pomodoro.replacing("KEY", with: "e"), "window = [\"09:00-12:00\"]\n", pomodoro.replacing("KEY", with: "g"),
    ]
    let text = zip(keys, bodies).map { "[profile.\($0)]\n\($1)\n[profile.\($0).block]\ndomains = [\"\($0).org\"]\n" }
    var machine = try VirtualMachine("timezone = \"UTC\"\n" + text.joined(), at: "2026-11-23 09:30")
    machine.handle(.time)
    for key in ["g", "e", "d", "c"] { machine.start(key, for: key == "c" ? 7_200 : nil) }
    machine.command(.pause(.profile("g".profileKey)))
    machine.command(.break(.profile("b".profileKey)))
    let live = LiveState(of: machine.engine, at: machine.moment)
    #expect(live.sessions.map(\.profile.text) == ["e", "c", "d", "a", "f", "g", "b"])
  }

  @Test func `between evaluations the live state changes only in values that readers count themselves`() throws {
    var machine = try machine("color = \"#112233\"\n" + Self.pomodoro, at: "09:00")
    machine.start("p")
    let first = LiveState(of: machine.engine, at: machine.moment)
    machine.pass(1_450)
    let later = LiveState(of: machine.engine, at: machine.moment)
    #expect(first != later)
    #expect(later.sessions.first?.color == LiveSession.urgentColor)
    #expect(later.hasSameContent(as: first))
    machine.pass(49)
    #expect(LiveState(of: machine.engine, at: machine.moment).hasSameContent(as: first))
    machine.pass(1)
    machine.handle(.time)
    #expect(!LiveState(of: machine.engine, at: machine.moment).hasSameContent(as: first))
    #expect(!LiveState(of: machine.engine, at: machine.moment, isApplied: false).hasSameContent(as: later))
  }

  @Test(arguments: [0, 1, 250_000_000, 999_999_999] as [Int64])
  func `the remaining time stays between zero and the total, whatever the fraction of the second`(nanoseconds: Int64)
    throws
  {
    var machine = try machine(Self.pomodoro, at: "09:00")
    machine.pass(0, nanoseconds: nanoseconds)
    machine.start("p")
    for seconds in [0, 1, 700, 798] as [Int64] {
      machine.pass(seconds, nanoseconds: nanoseconds == 1 ? 0 : 333_333_333)
      let live = LiveState(of: machine.engine, at: machine.moment)
      let session = try #require(live.sessions.first)
      let remaining = try #require(session.remainingSeconds)
      let end = try #require(session.timerEndDate)
      #expect(0...1_500 ~= remaining)
      #expect(session.elapsedSeconds + remaining == 1_500)
      #expect(remaining == min(1_500, end.seconds(since: live.writtenAt)))
    }
  }

  /// Rules, the steps after 09:00, and the next break.
  private static let nextBreaks: [(rules: String, steps: [Step], shown: String)] = [
    (pomodoro, [.start, .wait("09:10")], "09:25"),
    (pomodoro, [.start, .wait("09:10"), .pause], "-"),
    (pomodoro, [.start, .wait("09:26")], "-"),
    (window, [.wait("10:00")], "-"),
    (window + breaks, [.wait("10:00")], "09:00"),
    (window + breaks, [.wait("10:00"), .breakOpen], "-"),
    (window + breaks + "count = 2\n", [.wait("10:00"), .breakOpen], "10:10"),
    (window + breaks + "count = 2\n", [.wait("11:55"), .breakOpen], "-"),
    (window + breaks + "budget = \"10m\"\nreset = \"11:00\"\n", [.wait("10:00"), .breakOpen, .wait("10:30")], "11:00"),
    (window + breaks + "budget = \"10m\"\nreset = \"11:00\"\n", [.wait("10:00"), .breakOpen, .wait("11:30")], "09:00"),
    (window + "may = [\"access\"]\n" + breaks, [.wait("10:00")], "-"),
    (pomodoro + breaks, [.start, .wait("09:10")], "09:00"),
  ]

  @Test(arguments: nextBreaks)
  func `the next break is that of the pomodoro, or the one that may be started`(
    rules: String, steps: [Step], shown: String
  ) throws {
    var machine = try machine(rules, at: "09:00")
    for step in steps { try take(step, &machine) }
    let session = try #require(LiveState(of: machine.engine, at: machine.moment).sessions.first)
    #expect((session.nextBreak.map { "\(machine.zone.civil(at: $0).time)" } ?? "-") == shown)
    guard let next = session.nextBreak, session.mode == .schedule else { return }
    try machine.run(to: "\(machine.zone.civil(at: max(next, machine.moment.wall)).time)")
    machine.command(.break())
    #expect(
      LiveState(of: machine.engine, at: machine.moment).sessions.first?.lift?.kind == .break, "it is possible then")
  }

  @Test(arguments: [0, 1, 400_000_000, 999_999_999] as [Int64])
  func `a break of ten minutes is shown from ten minutes on, at any fraction of a second`(nanoseconds: Int64) throws {
    var machine = try machine(Self.window + Self.breaks, at: "10:00")
    machine.pass(0, nanoseconds: nanoseconds)
    machine.command(.break())
    #expect(LiveState(of: machine.engine, at: machine.moment).sessions.first?.displayTime == "10:00")
    machine.pass(1)
    machine.handle(.time)
    #expect(LiveState(of: machine.engine, at: machine.moment).sessions.first?.displayTime == "09:59")
  }

  @Test func `the remaining time shown during a pause equals the remaining time after it`() throws {
    var machine = try machine(Self.pomodoro, at: "09:00")
    machine.start("p")
    machine.pass(600, nanoseconds: 400_000_000)
    machine.command(.pause())
    let paused = LiveState(of: machine.engine, at: machine.moment).sessions.first?.remainingSeconds
    machine.pass(60, nanoseconds: 600_000_000)
    machine.command(.resume())
    let resumed = LiveState(of: machine.engine, at: machine.moment).sessions.first?.remainingSeconds
    #expect(paused == 900)
    #expect(resumed == paused)
  }
}

extension VirtualMachine {
  /// A session in one line.
  fileprivate func words(_ session: LiveSession) -> String {
    func time(_ instant: Instant?) -> String { instant.map { "\(zone.civil(at: $0).time)" } ?? "-" }
    func number(_ number: Int64?) -> String { number.map { "\($0)" } ?? "-" }
    let times = "\(session.elapsedSeconds)+\(number(session.remainingSeconds))/\(number(session.totalDuration))"
    let lift = session.lift.map { " \($0.kind) until \(time($0.until))" } ?? ""
    return "\(session.mode) \(session.state) \(times) \(session.displayTime) \(time(session.timerEndDate)) "
      + "stale \(time(session.staleDate)) \(session.sessionCount) \(session.color)\(lift)"
  }
}
