import Testing

@testable import Scheduler

/// A pomodoro is one hold; only its running focus phases enforce.
@Suite struct PomodoroTests {
  private func machine(_ rules: String = "", at time: String = "2026-11-23 09:00") throws -> VirtualMachine {
    let toml = profiles((key: "p", body: "[profile.p.strategy]\ntype = \"pomodoro\"\nrounds = 2\n\(rules)"))
    var machine = try VirtualMachine(toml, at: time)
    machine.start("p")
    return machine
  }

  @Test func `focus and breaks alternate, with a long break after each set of rounds`() throws {
    var machine = try machine()
    #expect(machine.reply == "started")
    let phases = [
      ("09:00", "focus running"), ("09:24:59", "focus running"), ("09:25", "short-break running"),
      ("09:30", "focus running"), ("09:55", "long-break running"), ("10:10", "focus running"),
      ("10:35", "short-break running"),
    ]
    for (time, phase) in phases {
      try machine.run(to: time)
      #expect(machine.pomodoro("p") == phase, "at \(time)")
      #expect(machine.shielded == (phase == "focus running" ? ["p"] : []), "at \(time)")
    }
  }

  @Test func `each focus phase is an interval of the strategy`() throws {
    var machine = try machine()
    try machine.run(to: "09:55")
    #expect(
      machine.seen.filter { $0.contains("interval") } == [
        "09:00 intervalDidStart strategy p", "09:25 intervalDidEnd strategy p", "09:30 intervalDidStart strategy p",
        "09:55 intervalDidEnd strategy p",
      ])
  }

  /// The starts and ends of phases with their modes, such as `09:25 end focus`.
  private func phases(_ machine: VirtualMachine) -> [String] {
    machine.events.filter { $0.name == .phaseDidStart || $0.name == .phaseDidEnd }.map { event in
      let time = machine.zone.civil(at: event.planned).time
      return "\(time) \(event.name == .phaseDidStart ? "start" : "end") \(event.mode?.rawValue ?? "-")"
    }
  }

  @Test func `each phase starts and ends once, with its mode`() throws {
    var machine = try machine()
    try machine.run(to: "09:10")
    machine.command(.pause())
    try machine.run(to: "09:20")
    machine.command(.resume())
    try machine.run(to: "10:06")
    machine.command(.reset())
    #expect(
      phases(machine) == [
        "09:00 start focus", "09:35 end focus", "09:35 start short-break", "09:40 end short-break", "09:40 start focus",
        "10:05 end focus", "10:05 start long-break", "10:06 end long-break",
      ])
  }

  @Test func `missed phases neither start nor end, and a phase that waits has not started`() throws {
    var machine = try machine()
    try machine.sleep(to: "10:12")
    #expect(phases(machine) == ["09:00 start focus", "09:25 end focus", "10:10 start focus"])
    var waiting = try self.machine("auto-start = \"none\"\n")
    try waiting.run(to: "09:30")
    waiting.start("p")
    #expect(phases(waiting) == ["09:00 start focus", "09:25 end focus", "09:30 start short-break"])
  }

  @Test(arguments: [
    ("both", "short-break running", "focus running"), ("breaks", "short-break running", "focus ready"),
    ("focus", "focus completed", "focus completed"), ("none", "focus completed", "focus completed"),
  ])
  func `auto-start says which phases begin by themselves`(choice: String, first: String, second: String) throws {
    var machine = try machine("auto-start = \"\(choice)\"\n")
    try machine.run(to: "09:25")
    #expect(machine.pomodoro("p") == first)
    try machine.run(to: "09:30")
    #expect(machine.pomodoro("p") == second)
  }

  @Test func `start begins the next phase of a pomodoro when that phase waits`() throws {
    var machine = try machine("auto-start = \"none\"\n")
    #expect(machine.reply == "started until 09:25", "the phase, and not the end by staleness")
    machine.start("p")
    #expect(machine.reply == "refused alreadyHeld until 09:25")
    try machine.run(to: "09:26")
    machine.start("p")
    #expect(machine.reply == "phaseStarted until 09:31")
    #expect(machine.pomodoro("p") == "short-break running")
    try machine.run(to: "09:32")
    #expect(machine.pomodoro("p") == "focus ready")
    machine.forget()
    machine.start("p")
    #expect(machine.pomodoro("p") == "focus running")
    #expect(machine.seen.first == "09:32 intervalDidStart strategy p")
    #expect(machine.shielded == ["p"])
  }

  @Test(arguments: [("both", nil), ("breaks", nil), ("focus", "09:25"), ("none", "09:25")])
  func `a second pomodoro start is refused until the first phase that waits for a start`(
    choice: String, allowed: String?
  ) throws {
    var machine = try machine("auto-start = \"\(choice)\"\n")
    machine.start("p")
    #expect(machine.reply == "refused alreadyHeld" + (allowed.map { " until \($0)" } ?? ""))
  }

  @Test func `a paused pomodoro refuses a start however much time passes, and the refusal names 'resume'`() throws {
    var machine = try machine()
    machine.command(.pause())
    try machine.run(to: "09:26")
    machine.start("p")
    #expect(machine.reply == "refused alreadyHeld")
    guard case .refused(let refusal)? = machine.transition.reply else { return #expect(Bool(false)) }
    #expect(refusal.message == "the pomodoro of profile 'p' is paused: 'resume' continues it")
    machine.command(.resume())
    #expect(machine.pomodoro("p") == "focus running")
  }

  @Test func `a break and the pause of a pomodoro exclude each other, whichever is first`() throws {
    let rules = "break = { length = \"10m\", count = 9, budget = \"1h\" }\n"
    let toml = profiles((key: "p", body: "\(rules)[profile.p.strategy]\ntype = \"pomodoro\"\n"))
    var machine = try VirtualMachine(toml, at: "2026-11-23 09:00")
    machine.start("p")
    machine.command(.break())
    machine.command(.pause())
    #expect(machine.reply == "refused liftOpen until 09:10")
    #expect(machine.pomodoro("p") == "focus running")
    machine.command(.resume())
    machine.command(.pause())
    machine.command(.break())
    #expect(machine.reply == "refused liftOpen")
    #expect(machine.session("p")?.lift == nil)
    machine.command(.resume())
    machine.command(.break())
    #expect(machine.reply == "breakStarted until 09:10")
  }

  @Test func `a pause keeps a pomodoro's remaining time, and resuming a focus phase restores the shield`() throws {
    var machine = try machine()
    try machine.run(to: "09:10")
    machine.command(.pause())
    #expect(machine.pomodoro("p") == "focus paused")
    #expect(machine.shielded == [])
    try machine.run(to: "09:40")
    machine.command(.resume())
    #expect(machine.reply == "resumed until 09:55")
    #expect(machine.shielded == ["p"])
    #expect(machine.seen.count { $0.contains("intervalDidStart") } == 1)
    machine.command(.pause())
    machine.command(.pause())
    #expect(machine.reply == "refused nothingToDo")
  }

  @Test(arguments: [("none", "09:26", "focus completed"), ("breaks", "09:31", "focus ready")])
  func `a pomodoro enforces nothing while its next phase waits`(choice: String, time: String, phase: String) throws {
    var machine = try machine("auto-start = \"\(choice)\"\n")
    try machine.run(to: time)
    #expect(machine.pomodoro("p") == phase)
    #expect(machine.active == ["p"])
    #expect(machine.shielded == [])
  }

  @Test func `reset ends a pomodoro`() throws {
    var machine = try machine()
    machine.forget()
    machine.command(.reset())
    #expect(machine.reply == "reset")
    #expect(machine.active == [])
    #expect(
      machine.seen == [
        "09:00 intervalDidEnd strategy p", "09:00 phaseDidEnd strategy p", "09:00 sessionDidEnd p",
        "09:00 shieldDidChange",
      ])
  }

  @Test(arguments: ["ready", "paused", "completed"])
  func `a pomodoro that is not continued ends one hour after its last planned end`(state: String) throws {
    var machine = try machine("auto-start = \"\(state == "ready" ? "breaks" : "none")\"\n")
    if state == "paused" { machine.command(.pause()) }
    let end = state == "ready" ? "10:30" : "10:25"
    try machine.run(to: state == "ready" ? "10:29:59" : "10:24:59")
    #expect(machine.pomodoro("p") == "focus \(state)")
    try machine.run(to: end)
    #expect(machine.active == [])
  }

  @Test func `the phases of a pomodoro lift no other hold`() throws {
    let toml = profiles((key: "p", body: "window = [\"09:00-12:00\"]\n[profile.p.strategy]\ntype = \"pomodoro\"\n"))
    var machine = try VirtualMachine(toml, at: "2026-11-23 09:00")
    machine.start("p")
    try machine.run(to: "09:27")
    #expect(machine.pomodoro("p") == "short-break running")
    #expect(machine.shielded == ["p"])
    machine.command(.pause())
    #expect(machine.shielded == ["p"])
  }

  @Test func `reset of a pomodoro ends no other hold`() throws {
    let toml = profiles((key: "p", body: "window = [\"09:00-12:00\"]\n[profile.p.strategy]\ntype = \"pomodoro\"\n"))
    var machine = try VirtualMachine(toml, at: "2026-11-23 09:00")
    machine.start("p")
    machine.command(.reset())
    #expect(machine.holds("p") == ["schedule until 12:00"])
    #expect(machine.shielded == ["p"])
  }

  @Test func `after a restart the pomodoro phase is recomputed, and unseen phases are recorded as missed`() throws {
    var machine = try machine()
    machine.forget()
    try machine.reboot(at: "2026-11-23 10:12")
    #expect(machine.pomodoro("p") == "focus running")
    #expect(
      machine.seen.prefix(4) == [
        "09:25 intervalDidEnd strategy p late", "09:25 phaseDidEnd strategy p late",
        "10:10 intervalDidStart strategy p late", "10:10 phaseDidStart strategy p late",
      ])
    #expect(machine.seen.last == "missed 09:30 – 09:55")
  }

  @Test func `a machine that is off over a weekend shields nothing on Monday`() throws {
    var machine = try machine(at: "2026-11-20 17:00")
    try machine.run(to: "17:10")
    machine.forget()
    try machine.reboot(at: "2026-11-23 07:10")
    #expect(machine.active == [] && machine.shielded == [])
    #expect(
      machine.seen.filter { $0.hasSuffix("late") } == [
        "2026-11-20 17:25 intervalDidEnd strategy p late", "2026-11-20 17:25 phaseDidEnd strategy p late",
        "2026-11-20 18:25 sessionDidEnd p late",
      ])
    let session = try #require(machine.finished.last)
    #expect(session.end == (try instant("2026-11-20 18:25", machine.zone)))
    let spent = session.spent
    #expect(spent.total == 5_100 && spent.focus == 1_500 && spent.rounds == 1 && spent.waiting == 3_600)
  }

  @Test(arguments: [("10:25", "focus running"), ("10:25:01", nil)])
  func `phases follow by themselves for an hour without an evaluation, and no longer`(time: String, phase: String?)
    throws
  {
    var machine = try machine()
    try machine.sleep(to: time)
    #expect(machine.pomodoro("p") == phase)
  }

  @Test(arguments: ["both", "focus"])
  func `a break that ended over an hour before an evaluation begins no focus phase`(choice: String) throws {
    var machine = try machine("auto-start = \"\(choice)\"\n")
    try machine.run(to: "09:26")
    if choice == "focus" { machine.start("p") }
    let end = choice == "focus" ? "10:31" : "10:30"
    try machine.sleep(to: "11:00")
    #expect(machine.active == [])
    #expect(machine.finished.last?.end == (try instant("2026-11-23 \(end)", machine.zone)))
    #expect(machine.missed.isEmpty)
  }

  @Test func `missed phases move the cycle, and count neither as rounds nor as focus`() throws {
    var machine = try machine()
    try machine.sleep(to: "10:12")
    let pomodoro = try #require(machine.session("p")?.pomodoro)
    #expect(pomodoro.mode == .focus && pomodoro.pastRounds == 2 && pomodoro.completedRounds == 1)
    let spent = try #require(machine.session("p")).spent(at: machine.present)
    #expect(spent.rounds == 1 && spent.focus == 1_620 && spent.enforcing == 1_620 && spent.waiting == 2_700)
    machine.restart()
    try machine.run(to: "10:35")
    #expect(machine.pomodoro("p") == "short-break running", "the missed round counts for the long break")
    #expect(machine.session("p")?.pomodoro?.completedRounds == 2)
  }

  @Test func `of many missed phases the newest fifty are recorded, and the others counted`() throws {
    let rules = "focus = \"20s\"\nshort-break = \"5s\"\nlong-break = \"10s\"\n"
    var asleep = try machine(rules)
    var awake = asleep
    try asleep.sleep(to: "09:58:41")
    try awake.run(to: "09:58:41")
    let (first, second) = (try #require(asleep.session("p")?.pomodoro), try #require(awake.session("p")?.pomodoro))
    #expect(first.deadline == second.deadline && first.mode == second.mode && first.pastRounds == second.pastRounds)
    #expect(first.completedRounds == 1)
    let record = try #require(asleep.missed.last)
    #expect(record.intervals.count == 50 && record.further + 51 == second.completedRounds)
  }

  @Test func `a planned pomodoro that was missed by over an hour does not start`() throws {
    var machine = try machine()
    machine.stop("p")
    try machine.plan("p", at: "10:00", strategy: .pomodoro)
    var later = machine
    try machine.sleep(to: "11:26")
    #expect(machine.active == [] && machine.seen.last == "missed 10:00 – 11:25")
    try later.sleep(to: "10:27")
    #expect(later.pomodoro("p") == "short-break running" && later.session("p")?.pomodoro?.completedRounds == 0)
    #expect(later.session("p")?.times.rounds == 0 && later.missed.count == 1)
  }
}
