import SchedulerJSON
import Testing

@testable import Scheduler
@testable import SchedulerDaemon

/// What a person hears through a monitor that asks for notices. It is 10:00 on a Monday at first.
@Suite struct NoticeTests {
  private static let configuration = """
    timezone = "UTC"
    [profile.work]
    name = "Deep work"
    window = [{ days = "mon", start = "11:00", end = "12:00", warn = ["10m"] }]
    block.domains = ["reddit.com"]
    break.length = "5m"
    access.length = "5m"
    reminder = { after-end = "15m", message = "Deep work time!" }
    [profile.kids]
    window = ["mon 10:30-10:40"]
    users = ["kim"]
    block.domains = ["twitch.tv"]
    reminder = { after-end = "5m" }
    """

  private func machine(_ extra: String = "", _ user: TestUser = .root) throws -> ControlMachine {
    let machine = try ControlMachine(extra + Self.configuration)
    machine.connect(1)
    machine.connect(2, user)
    machine.send(
      VarlinkCall(ControlMethod.monitor.name, parameters: ["notices": .bool(true)], takesMore: true).bytes, from: 2)
    return machine
  }

  private func heard(_ machine: ControlMachine) throws -> [String] {
    try machine.heard(by: 2).flatMap { $0.parameters["notices"]?.arrayValue ?? [] }.map { json in
      let notice = try #require(json.objectValue.flatMap(Notice.init))
      return notice.body.isEmpty ? notice.title : "\(notice.title) (\(notice.body))"
    }
  }

  @Test func `notices announce a window's start and end, warn before both, and remind after it`() throws {
    let machine = try machine()
    for (minutes, notice) in [
      (30, "kids has started (until 10:40)"), (10, "kids has ended"), (5, "Time for kids"),
      (5, "Deep work starts in 10 min (at 11:00)"),
    ] {
      machine.pass(seconds: Int64(minutes) * 60)
      #expect(try heard(machine) == [notice])
    }
    machine.pass(seconds: 10 * 60)
    #expect(try heard(machine) == ["Deep work has started (until 12:00)"])
    machine.pass(seconds: 50 * 60)
    #expect(try heard(machine) == ["Deep work ends in 10 min (at 12:00)"])
    machine.pass(seconds: 10 * 60)
    #expect(try heard(machine) == ["Deep work has ended"])
    machine.pass(seconds: 15 * 60)
    #expect(try heard(machine) == ["Deep work time! (Deep work)"])
  }

  @Test func `notices announce a user's start and break, and the ends of a session, a break and an access`() throws {
    let machine = try machine()
    _ = try machine.call("Start", ["profile": .string("work"), "seconds": .integer(600)])
    _ = try machine.call("Break")
    #expect(
      try heard(machine) == ["Deep work has started (until 10:10)", "Deep work has a break (until 10:05)"])
    machine.pass(seconds: 300)
    #expect(try heard(machine) == ["The break of Deep work is over (until 10:10)"])
    _ = try machine.call("Access", ["target": .string("reddit.com")])
    #expect(try heard(machine).isEmpty)
    machine.pass(seconds: 300)
    #expect(try heard(machine) == ["reddit.com is blocked again (Deep work)", "Deep work has ended"])
  }

  @Test func `the end of each phase of a pomodoro has one notice, about what comes next`() throws {
    let machine = try machine()
    _ = try machine.call("Start", ["profile": .string("kids"), "strategy": .string("pomodoro")])
    #expect(try heard(machine) == ["kids has started"])
    machine.pass(seconds: 25 * 60)
    #expect(try heard(machine) == ["The focus of kids is over (short break until 10:30, 5 min)"])
    _ = try machine.call("Pause")
    _ = try machine.call("Reset")
    #expect(try heard(machine) == ["kids has ended"], "a phase that a command ends has no notice")
  }

  @Test func `the end of a phase after which the next one waits has a notice with the command`() throws {
    let machine = try machine("profile.own.strategy = { type = \"pomodoro\", auto-start = \"none\" }\n")
    _ = try machine.call("Start", ["profile": .string("own")])
    machine.pass(seconds: 25 * 60)
    #expect(
      try heard(machine) == [
        "own has started (until 11:25)",
        "The focus of own is over ('schedctl start own' begins the short break, 5 min)",
      ])
  }

  @Test func `the end warning of a window says that its session continues`() throws {
    let machine = try machine()
    machine.pass(seconds: 3_600)
    _ = try machine.call("Start", ["profile": .string("work"), "seconds": .integer(7_200)])
    _ = try heard(machine)
    machine.pass(seconds: 50 * 60)
    #expect(try heard(machine) == ["The window of Deep work ends in 10 min (its session continues)"])
  }

  @Test func `the notice of a late warning counts the time left from when the notice is given`() throws {
    let machine = try machine()
    machine.pass(seconds: 57 * 60)
    #expect(try heard(machine).last == "Deep work starts in 3 min (at 11:00)")
  }

  @Test func `nothing older than ten minutes is announced`() throws {
    let machine = try machine()
    _ = try machine.call("Start", ["profile": .string("work")])
    machine.pass(seconds: 600)
    #expect(try past(machine).count == 1)
    machine.pass(seconds: 1)
    #expect(try past(machine).isEmpty)
  }

  private func past(_ machine: ControlMachine) throws -> [JSONValue] {
    machine.connect(3)
    let call = VarlinkCall(
      ControlMethod.monitor.name, parameters: ["notices": .bool(true), "since": .integer(0)], takesMore: true)
    machine.send(call.bytes, from: 3)
    defer { machine.service.closed(ConnectionID(3)) }
    return try machine.heard(by: 3).flatMap { $0.parameters["notices"]?.arrayValue ?? [] }
  }

  @Test func `notify = false silences notices, and nothing else`() throws {
    let machine = try machine("daemon.notify = false\n")
    _ = try machine.call("Start", ["profile": .string("work")])
    let told = try machine.heard(by: 2)
    #expect(told.contains { $0.parameters["entries"]?.arrayValue?.isEmpty == false })
    #expect(told.allSatisfy { $0.parameters["notices"]?.arrayValue == [] })
  }

  @Test func `a group member gets notices only about profiles that shield them`() throws {
    let machine = try machine("daemon.group = \"steerers\"\n", .member)
    _ = try machine.call("Start", ["profile": .string("kids")])
    _ = try machine.call("Start", ["profile": .string("work")])
    #expect(try heard(machine) == ["Deep work has started"])
  }

  @Test(
    arguments: [
      (TestUser.root, 0, "kim"), (.kim, 0, nil), (.kim, 1_000, nil), (.sam, 1_001, "kim"),
    ] as [(TestUser, UInt32, String?)])
  func `a notice about a limit names the person, unless that is the one who receives it`(
    _ viewer: TestUser, _ ownerID: UInt32, _ person: String?
  ) throws {
    let machine = try ControlMachine(
      """
      timezone = "UTC"
      emergency.uses = 1
      [profile.games.limit]
      apps = ["steam"]
      use = "30m"
      warn = "10m"
      """, ownerID: ownerID)
    machine.connect(1)
    machine.connect(2, viewer)
    machine.send(
      VarlinkCall(ControlMethod.monitor.name, parameters: ["notices": .bool(true)], takesMore: true).bytes, from: 2)
    let steam = UsedTarget(application: ApplicationIdentity(fileNames: ["steam"]))
    machine.source.handle(.use(UseReport(of: TestUser.kim.identity, targets: [steam], source: "test")))
    _ = try heard(machine)
    let limit = (person.map { "\($0): " } ?? "") + "30m a day of steam"
    machine.pass(seconds: 20 * 60)
    #expect(try heard(machine) == ["games: the use is nearly used up (\(limit))"])
    machine.pass(seconds: 10 * 60)
    #expect(try heard(machine) == ["games: the use is used up (\(limit))"])
    _ = try machine.call("Emergency", ["reason": .string("homework")])
    #expect(try heard(machine) == ["An emergency ended games\(person.map { " for \($0)" } ?? "") (homework)"])
  }

  @Test func `a user of the system receives no notice about the limit of another person`() throws {
    let machine = try machine("profile.games.limit = { apps = [\"steam\"], use = \"10m\" }\n", .sam)
    let steam = UsedTarget(application: ApplicationIdentity(fileNames: ["steam"]))
    machine.source.handle(.use(UseReport(of: TestUser.kim.identity, targets: [steam], source: "test")))
    machine.pass(seconds: 15 * 60)
    #expect(try heard(machine).isEmpty)
  }
}
