import SchedulerCivilTime
import Testing

@testable import Scheduler

/// Starts by hand of a profile that replaces others.
@Suite struct ReplacingStartTests {
  private static let key = "[[profile.c.unlock]]\ntype = \"text\"\nlength = 8\n"
  private static let early = "[profile.c.strategy]\ntype = \"timer\"\nlength = \"3h\"\nearly-stop = false\n"

  /// `a` runs all morning, `c` has the given rules, and `b` replaces.
  private func machine(_ body: String = "", b: String = "") throws -> VirtualMachine {
    var machine = try VirtualMachine(
      profiles(
        (key: "a", body: "window = [\"09:00-12:00\"]"), (key: "b", body: "overlap = \"replace\"\n" + b),
        (key: "c", body: body)), at: "2026-11-23 09:00")
    machine.handle(.time)
    return machine
  }

  private let start = Command.start("b".profileKey)

  @Test func `a start by hand of a profile that replaces ends the other sessions, whose intervals are used`() throws {
    var machine = try machine()
    machine.start("c")
    try machine.run(to: "10:00")
    machine.forget()
    machine.command(start)
    #expect(machine.active == ["b"])
    #expect(machine.reply == "started")
    #expect(
      machine.seen.filter { $0.contains("sessionDid") } == [
        "10:00 sessionDidEnd a", "10:00 sessionDidEnd c", "10:00 sessionDidStart b",
      ])
    let a = ProfileID(derivedFrom: "a".profileKey)
    #expect(machine.engine.unheldReason(of: a) == .replaced)
    try machine.run(to: "11:00")
    machine.stop("b")
    try machine.run(to: "11:30")
    #expect(machine.active == [])
  }

  @Test func `the answer to a start names the sessions that it ended`() throws {
    var machine = try machine()
    machine.start("c")
    machine.command(start)
    guard case .done(let result)? = machine.transition.reply else {
      Issue.record("the start was refused")
      return
    }
    #expect(result.others.map(\.text) == ["a", "c"])
    #expect(
      result.words(now: machine.moment.wall, machine.zone, besides: machine.zone)
        == "started 'b', which runs until it is stopped; ended 'a', 'c'")
  }

  @Test func `a start by hand of another profile ends nothing`() throws {
    var machine = try machine()
    machine.start("b")
    #expect(machine.active == ["b"])
    machine.start("c")
    #expect(machine.active == ["b", "c"])
  }

  /// The rules of a session, who starts, and why it is refused.
  private struct Case: Sendable {
    let rules: String
    var requester = Requester()
    let reply: String
    let message: String

    init(_ rules: String, by requester: Requester = Requester(), _ reply: String, _ message: String) {
      (self.rules, self.requester, self.reply, self.message) = (rules, requester, reply, message)
    }
  }

  private static let cases = [
    Case(
      "lock = \"strict\"", "refused locked until 11:00",
      "the session of profile 'c' may not be stopped: its lock is strict"),
    Case(key, "refused keyNeeded until 11:00", "the session of profile 'c' is stopped by a key"),
    Case(early, "refused timerRunsOut until 11:00", "the timer of profile 'c' may not be stopped before its end"),
    Case(
      "lock = \"remote\"", by: Requester(.link), "refused personNeeded",
      "profile 'c' may not be stopped by a link: its lock is remote"
    ),
    Case(
      "lock = \"remote\"", by: Requester(.program), "refused personNeeded",
      "profile 'c' may not be stopped by a program: its lock is remote"),
    Case(
      "may = [\"break\"]", by: Requester(isAdministrator: false), "refused notPermitted",
      "profile 'c' leaves 'stop' to root and the owner"),
  ]

  @Test(arguments: cases)
  private func `a start by hand is refused as a whole if one session could not be stopped`(example: Case) throws {
    var machine = try machine(example.rules)
    machine.start("c", for: 2 * 3_600, strategy: example.rules == Self.early ? .timer : nil)
    // No key is requested, because none helps.
    var requester = example.requester
    requester.keyContent = Array("key".utf8)
    requester.typedLength = 8
    machine.forget()
    machine.handle(.command(start, by: requester))
    #expect(machine.reply == example.reply)
    #expect(machine.message == "profile 'b' replaces other sessions, but " + example.message)
    #expect(machine.active == ["a", "c"])
    #expect(machine.seen == [])
    if case .refused(let refusal)? = machine.transition.reply { #expect(refusal.textLength == nil) }
  }

  @Test(arguments: [Requester.Channel.person, .link, .program])
  func `a start by hand replaces what the requester could stop over the same channel`(channel: Requester.Channel) throws
  {
    var machine = try machine("lock = \"remote\"\nmay = [\"stop\"]")
    machine.start("c")
    machine.handle(.command(start, by: Requester(channel, isAdministrator: false)))
    #expect(machine.active == (channel == .person ? ["b"] : ["a", "c"]))
  }

  @Test func `a start by hand is refused if a session runs that does not concern the requester`() throws {
    var machine = try machine("users = [\"kim\"]")
    machine.start("c")
    var requester = Requester(isAdministrator: false)
    requester.viewer = .user(UserIdentity(name: "lee"))
    machine.handle(.command(start, by: requester))
    #expect(
      machine.message
        == "profile 'b' replaces other sessions, but a session of another user is running, which you may not end")
    #expect(machine.active == ["a", "c"])
    requester.viewer = .user(UserIdentity(name: "kim"))
    machine.handle(.command(start, by: requester))
    #expect(machine.active == ["b"])
  }

  @Test func `of several refusals the one that lasts longest is given`() throws {
    var machine = try VirtualMachine(
      profiles(
        (key: "a", body: "lock = \"strict\"\nwindow = [\"09:00-11:00\"]"), (key: "b", body: "overlap = \"replace\""),
        (key: "c", body: "lock = \"strict\"")), at: "2026-11-23 09:00")
    machine.start("c", for: 3 * 3_600)
    machine.command(start)
    #expect(machine.reply == "refused locked until 12:00")
    #expect(machine.active == ["a", "c"])
  }

  @Test func `a start that changes nothing or is refused for another reason ends no session`() throws {
    var machine = try machine()
    machine.start("b")
    machine.start("c")
    machine.start("b")
    #expect(machine.reply == "alreadyRunning")
    #expect(machine.active == ["b", "c"])
    machine.start("b", strategy: .timer)
    #expect(machine.reply == "refused lengthMissing")
    #expect(machine.active == ["b", "c"])
    machine.start("b", for: 600)
    #expect(machine.reply.hasPrefix("refused alreadyHeld"))
    #expect(machine.active == ["b", "c"])
    // A further hold is a start.
    machine.start("b", for: 600, strategy: .timer)
    #expect(machine.active == ["b"])
  }

  @Test(arguments: ["10:00", "10:10", "11:00"])
  func `a planned start replaces at its instant, however late the evaluation is`(time: String) throws {
    var machine = try machine()
    try machine.plan("b", at: "10:00", for: 1800)
    try machine.run(to: "09:30")
    machine.start("c")
    try machine.sleep(to: time)
    #expect(machine.active == (time == "11:00" ? [] : ["b"]))
    #expect(
      try machine.finished.filter { $0.profile.key.text != "b" }.map(\.end)
        == Array(repeating: instant("2026-11-23 10:00", machine.zone), count: 2))
  }

  @Test(arguments: [(Requester.Channel.person, true, true), (.link, true, false), (.person, false, false)])
  func `a planned start that could not stop a session then is missed, also after a restart`(
    channel: Requester.Channel, isAdministrator: Bool, isDone: Bool
  ) throws {
    var machine = try machine("lock = \"remote\"\nmay = [\"break\"]")
    let options = StartOptions(lengthSeconds: 3600, at: try instant("2026-11-23 10:00", machine.zone))
    machine.handle(
      .command(.start("b".profileKey, options), by: Requester(channel, isAdministrator: isAdministrator)))
    machine.start("c")
    machine.restart()
    try machine.run(to: "10:30")
    #expect(machine.active == (isDone ? ["b"] : ["a", "c"]))
    #expect(machine.seen.contains("missed 10:00 – 11:00") != isDone)
  }

  @Test(arguments: [("users = [\"kim\"]", false), ("groups = [\"pupils\"]", true), ("groups = [\"staff\"]", false)])
  func `a planned start of a user ends only sessions that concern that user or a group of theirs`(
    others: String, isDone: Bool
  ) throws {
    var machine = try machine(others)
    var requester = Requester(isAdministrator: false)
    requester.viewer = .user(UserIdentity(name: "lee", groups: ["pupils"]))
    let options = StartOptions(at: try instant("2026-11-23 10:00", machine.zone))
    machine.handle(.command(.start("b".profileKey, options), by: requester))
    machine.start("c")
    machine.restart()
    try machine.run(to: "10:30")
    #expect(machine.active == (isDone ? ["b"] : ["a", "c"]))
  }
}
