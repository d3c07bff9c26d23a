import SchedulerJSON
import Testing

@testable import Scheduler
@testable import SchedulerDaemon

/// The notices about attempts to use what is blocked. Each test begins on a Monday at 10:00.
@Suite struct AttemptNoticeTests {
  private static let configuration = """
    timezone = "UTC"
    [profile.work]
    name = "Deep work"
    timezone = "Europe/Berlin"
    block.apps = ["steam"]
    block.app-installation = false
    break.length = "5m"
    [profile.work.shield]
    title = "Not now"
    subtitle = "You wanted to write."
    [profile.usual]
    block.apps = ["steam"]
    [profile.bare]
    name = "Bare"
    block.apps = ["steam"]
    shield = { title = "", subtitle = "" }

    """

  /// A machine with a monitor that asks for notices.
  private func machine(
    _ user: TestUser = .kim, ownerID: UInt32 = 0, settings: String = ""
  ) throws -> ControlMachine {
    let machine = try ControlMachine(settings + Self.configuration, ownerID: ownerID)
    machine.connect(1)
    machine.connect(2, user)
    machine.send(
      VarlinkCall(ControlMethod.monitor.name, parameters: ["notices": .bool(true)], takesMore: true).bytes, from: 2)
    return machine
  }

  private func start(_ key: String, seconds: Int64? = nil, on machine: ControlMachine) throws {
    let length = seconds.map { ["seconds": JSONValue.integer($0)] as JSONObject } ?? JSONObject()
    _ = try machine.call("Start", JSONObject(["profile": .string(key)], unknown: length))
    _ = try heard(machine)
  }

  private func heard(_ machine: ControlMachine) throws -> [String] {
    try machine.heard(by: 2).flatMap { $0.parameters["notices"]?.arrayValue ?? [] }.map { json in
      let notice = try #require(json.objectValue.flatMap(Notice.init))
      #expect(!notice.isUrgent)
      return "\(notice.title): \(notice.body)"
    }
  }

  @Test(
    arguments: [
      ("work", 2_700, "Not now: You wanted to write.\nSteam is blocked until 11:45 (45 min left)"),
      ("work", 86_400, "Not now: You wanted to write.\nSteam is blocked until Tue 2026-11-24 11:00 (24 h left)"),
      ("work", nil, "Not now: You wanted to write.\nSteam is blocked, without an end"),
      ("usual", 2_700, "Stay focused!: You chose to focus. Keep going!\nSteam is blocked until 10:45 (45 min left)"),
      ("bare", 2_700, "Bare: Steam is blocked until 10:45 (45 min left)"),
    ] as [(String, Int64?, String)])
  func `the notice about an attempt has the words of the shield and the time left`(
    profile: String, seconds: Int64?, expected: String
  ) throws {
    let machine = try machine()
    try start(profile, seconds: seconds, on: machine)
    try machine.reportAttempt()
    #expect(try heard(machine) == [expected])
  }

  @Test(arguments: [
    ("", "Steam closes within 3 s"), ("enforce.grace = \"1m\"\n", "Steam closes within 1 min"),
    ("enforce.grace = \"0s\"\n", "Steam is closed"), ("enforce.freeze = true\n", "Steam is stopped"),
  ])
  func `a program that a new shield closes has a notice that says when`(settings: String, title: String) throws {
    let machine = try machine(settings: settings)
    try start("work", seconds: 2_700, on: machine)
    try machine.reportAttempt(outcome: .closing)
    #expect(try heard(machine) == ["\(title): Deep work, until 11:45"])
  }

  @Test func `a launcher that tries again has one notice a minute, and every attempt is an entry`() throws {
    let machine = try machine()
    try start("usual", on: machine)
    for _ in 0..<24 {
      try machine.reportAttempt()
      machine.pass(seconds: 5)
    }
    let replies = try machine.heard(by: 2)
    #expect(replies.flatMap { $0.parameters["notices"]?.arrayValue ?? [] }.count == 2)
    #expect(replies.flatMap { $0.parameters["entries"]?.arrayValue ?? [] }.count == 24)
    try machine.reportAttempt(on: "Chess")
    #expect(try heard(machine).count == 1)
  }

  @Test(
    arguments: [
      (TestUser.kim, "kim", 0, true), (.kim, "1000", 1_000, true), (.sam, "kim", 0, false), (.root, "kim", 0, false),
      (.root, "root", 0, true), (.kim, "kim", 1_000, true), (.kim, "sam", 1_000, false),
    ] as [(TestUser, String, UInt32, Bool)])
  func `only the user who tried receives a notice`(user: TestUser, who: String, ownerID: UInt32, isTold: Bool) throws {
    let machine = try machine(user, ownerID: ownerID)
    try start("usual", on: machine)
    try machine.reportAttempt(by: who)
    #expect(try heard(machine).isEmpty != isTold)
  }

  @Test func `an attempt on what is blocked no more has no notice`() throws {
    let machine = try machine()
    try start("work", on: machine)
    _ = try machine.call("Break")
    _ = try heard(machine)
    try machine.reportAttempt()
    #expect(try heard(machine).isEmpty)
    let session = try #require(machine.source.engine.sessions.first)
    _ = try machine.call("Stop")
    try start("work", on: machine)
    machine.report([
      ShieldAttempt(
        adapter: .sweeper, outcome: .ended, application: "Steam", program: "/usr/games/steam", user: "kim", count: 1,
        profile: session.profile, session: session.id)
    ])
    #expect(try heard(machine).isEmpty)
  }

  @Test func `the name of an application cannot change the desktop's text`() throws {
    let machine = try machine()
    try start("bare", on: machine)
    try machine.reportAttempt(on: "a\nb\u{202E}c")
    #expect(try heard(machine) == ["Bare: a\u{240A}b\u{FFFD}c is blocked, without an end"])
  }

  @Test func `users see their own attempts in the log, and administrators those of everybody`() throws {
    for (user, expected) in [(TestUser.kim, ["kim"]), (.sam, ["sam"]), (.root, ["kim", "sam"])] {
      let machine = try machine(user)
      try start("usual", on: machine)
      try machine.reportAttempt(by: "kim")
      try machine.reportAttempt(by: "sam")
      let told = try machine.heard(by: 2).flatMap { $0.parameters["entries"]?.arrayValue ?? [] }
      #expect(told.compactMap { $0["user"]?.stringValue } == expected)
      machine.connect(3, user)
      let log = try machine.call("Log", from: 3).parameters["entries"]?.arrayValue ?? []
      #expect(log.compactMap { $0["user"]?.stringValue } == expected)
      #expect(log.contains { $0["event"] == .string("sessionDidStart") })
    }
  }
}
