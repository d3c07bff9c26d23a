import SchedulerJSON
import Testing

@testable import Scheduler
@testable import SchedulerDaemon

@Suite struct PermissionTests {
  @Test(
    arguments: [
      (0, 0, nil, .root), (0, 1_000, nil, .root), (1_000, 1_000, nil, .owner), (1_000, 1_000, "steerers", .owner),
      (1_001, 1_000, "steerers", .member), (1_001, 0, "steerers", .member), (1_001, 0, "others", .user),
      (1_001, 0, nil, .user), (1_001, 1_000, "others", .stranger), (1_001, 1_000, nil, .stranger),
    ] as [(UInt32, UInt32, String?, PeerRole.Kind)])
  func `the role of a peer follows from its user, its groups and the owner`(
    user: UInt32, owner: UInt32, group: String?, role: PeerRole.Kind
  ) {
    let identity = UserIdentity(name: "kim", groups: ["steerers"])
    let peer = PeerRole(
      of: Peer(userID: user, groupID: 1, processID: 1), user: identity, ownerID: owner, group: group)
    #expect(peer.kind == role)
    #expect(peer.isAdministrator == (role == .root || role == .owner))
  }

  /// In the order of `PeerRole.Kind.allCases`: root, owner, member, user, stranger.
  private static let table: [(ControlMethod, [Bool])] = ControlMethod.allCases.map { method in
    switch method {
    case .isActive, .status, .sessions, .profiles, .pending, .next, .log, .why, .monitor, .enforcement:
      (method, [true, true, true, true, true])
    case .command, .open, .deliver, .reportAttempt, .reportUse:
      (method, [true, true, true, true, false])
    case .reload, .authorize: (method, [true, true, false, false, false])
    }
  }

  @Test(arguments: table)
  func `each role may call the methods that the table allows`(method: ControlMethod, expected: [Bool]) {
    let peers: [(UInt32, UInt32, String?)] = [
      (0, 1_000, nil), (1_000, 1_000, nil), (1_001, 1_000, "steerers"), (1_001, 0, nil), (1_001, 1_000, nil),
    ]
    let roles = peers.map { user, owner, group in
      PeerRole(
        of: Peer(userID: user, groupID: 1, processID: 1), user: UserIdentity(name: "sam", groups: ["steerers"]),
        ownerID: owner,
        group: group)
    }
    #expect(roles.map(\.kind) == PeerRole.Kind.allCases)
    #expect(roles.map { $0.mayCall(method) } == expected)
  }

  private static let family = """
    timezone = "UTC"
    [profile.kims]
    users = ["kim"]
    may = ["break"]
    block = { domains = ["reddit.com"] }
    break = { length = "5m" }
    window = ["09:00-17:00"]
    [profile.sams]
    users = ["sam"]
    block = { domains = ["reddit.com"] }
    window = ["09:00-17:00"]
    [daemon]
    group = "steerers"
    """

  private static let kims: JSONObject = [
    "name": .string("x"), "phase": .string("start"),
    "userInfo": .object([
      "profileID": .string(ProfileKey("kims").map { ProfileID(derivedFrom: $0).description } ?? "")
    ]),
  ]
  private static let unknown: JSONObject = [
    "name": .string("6f1c1c1e-8f0e-4c7d-9b36-0d8a1b9d4a10"), "phase": .string("start"),
  ]
  private static let malformed: JSONObject = ["name": .string("break:x"), "phase": .string("end")]

  private static let everyone: [TestUser] = [.root, .member, .kim, .sam]

  /// What root, a member of the group, kim and sam get for a call about the profile of kim: nil is a reply.
  @Test(
    arguments: [
      ("Start", ["profile": .string("kims"), "seconds": .integer(60)], [nil, nil, nil, "NotPermitted"]),
      ("Stop", ["session": .string("kims")], [nil, "Refused", "Refused", "NotPermitted"]),
      ("Break", ["session": .string("kims")], [nil, nil, nil, "NotPermitted"]),
      ("Extend", ["session": .string("kims"), "seconds": .integer(9)], [nil, nil, nil, "NotPermitted"]),
      ("Skip", ["profile": .string("kims")], [nil, "Refused", "Refused", "NotPermitted"]),
      (
        "Emergency", ["session": .string("kims"), "reason": .string("r")], [nil, "Refused", "Refused", "NotPermitted"]
      ),
      ("Emergency", ["reason": .string("r")], [nil, "Refused", "NotPermitted", "NotPermitted"]),
      ("Open", ["url": .string("schedctl://profile/kims")], [nil, "Refused", "Refused", "NotPermitted"]),
      ("Open", ["url": .string("schedctl://navigate/kims")], [nil, nil, nil, "NotPermitted"]),
      ("DeliverActivity", kims, [nil, nil, nil, "NotPermitted"]),
      ("DeliverActivity", unknown, ["UnknownProfile", "UnknownProfile", "UnknownProfile", "UnknownProfile"]),
      ("DeliverActivity", malformed, ["InvalidRequest", "InvalidRequest", "InvalidRequest", "InvalidRequest"]),
      ("ReportAttempt", ["domain": .string("reddit.com")], [nil, nil, nil, nil]),
      ("ReportAttempt", ["domain": .string("a b")], [String?](repeating: "InvalidRequest", count: 4)),
      ("IsActive", ["profile": .string("kims")], [nil, nil, nil, "NotPermitted"]),
      ("Next", ["profiles": .array([.string("kims")])], [nil, nil, nil, "NotPermitted"]),
      (
        "Access", ["target": .string("a.org"), "user": .string("kim")],
        ["Refused", "Refused", "Refused", "NotPermitted"]
      ),
      ("Why", ["target": .string("reddit.com")], [nil, nil, nil, nil]),
      ("Why", ["target": .string("reddit.com"), "user": .string("kim")], [nil, nil, nil, "NotPermitted"]),
      ("Stop", [:], ["InvalidRequest", "InvalidRequest", "Refused", nil]),
      ("Reload", [:], [nil, "NotPermitted", "NotPermitted", "NotPermitted"]),
      ("Authorize", ["status": .string("approved")], [nil, "NotPermitted", "NotPermitted", "NotPermitted"]),
    ] as [(String, JSONObject, [String?])])
  func `each role gets the expected replies about a profile with users`(
    method: String, parameters: JSONObject, expected: [String?]
  ) throws {
    var found: [String?] = []
    for user in Self.everyone {
      let machine = try ControlMachine(Self.family)
      machine.connect(1, user)
      found.append(try machine.call(method, parameters).errorName)
    }
    #expect(found == expected, "root, member, kim, sam")
  }

  private static let replacing = """
    timezone = "UTC"
    [profile.all]
    overlap = "replace"
    [profile.locked]
    lock = "remote"
    [profile.sams]
    users = ["sam"]
    [daemon]
    group = "steerers"
    """

  /// What runs, who starts a profile that replaces it, and why that is refused.
  @Test(
    arguments: [
      (
        "sams", .kim, "Start",
        "profile 'all' replaces other sessions, but a session of another user is running, which you may not end"
      ),
      (
        "sams", .kim, "Open",
        "profile 'all' replaces other sessions, but a session of another user is running, which you may not end"
      ),
      ("sams", .sam, "Open", nil), ("sams", .member, "Start", nil), ("locked", .kim, "Start", nil),
      (
        "locked", .root, "Open",
        "profile 'all' replaces other sessions, but profile 'locked' may not be stopped by a link: its lock is remote"
      ),
    ] as [(String, TestUser, String, String?)])
  func `a start or a link that replaces other sessions is refused unless its sender could stop all of them`(
    running: String, user: TestUser, method: String, message: String?
  ) throws {
    let machine = try ControlMachine(Self.replacing)
    machine.connect(1, .root)
    machine.connect(2, user)
    #expect(try machine.call("Start", ["profile": .string(running)]).error == nil)
    let start: JSONObject = ["profile": .string("all"), "channel": .string("person")]
    let reply = try machine.call(
      method, method == "Open" ? ["url": .string("schedctl://profile/all")] : start, from: 2)
    #expect((reply.errorName == nil ? nil : reply["message"]) == message)
    if message == nil {
      #expect(reply.parameters["result"]?["others"]?.arrayValue?.compactMap(\.stringValue) == [running])
    }
    #expect(try machine.call("IsActive", ["profile": .string(running)]).parameters["active"] == .bool(message != nil))
  }

  @Test(arguments: [TestUser.member, .kim])
  func `only root and the owner may do what the profile does not permit, whomever it shields`(user: TestUser) throws {
    let machine = try ControlMachine(Self.family)
    machine.connect(1, user)
    let reply = try machine.call("Stop", ["session": .string("kims")])
    #expect(reply["message"] == "profile 'kims' leaves 'stop' to root and the owner")
  }

  @Test(arguments: [
    (TestUser.root, ["kims", "sams"]), (.member, ["kims", "sams"]), (.kim, ["kims"]), (.sam, ["sams"]),
  ])
  func `everybody sees their own sessions, profiles and events`(user: TestUser, keys: [String]) throws {
    let machine = try ControlMachine(Self.family)
    machine.connect(1, user)
    func names(_ list: JSONValue?) -> [String] {
      let names = (list?.arrayValue ?? []).compactMap { $0["profile"]?.stringValue }
      return Set(names).subtracting(["focus", "social"]).sorted()
    }
    let status = try machine.call("Status").parameters["status"]
    for list in ["sessions", "profiles"] { #expect(names(status?[list]) == keys, "\(list)") }
    for (method, list) in [
      ("Sessions", "sessions"), ("Profiles", "profiles"), ("Next", "intervals"), ("Log", "entries"),
    ] {
      #expect(names(try machine.call(method).parameters[list]) == keys, "\(method)")
    }
    // At 10:00 the windows have held for an hour; ann is shielded by neither.
    for (at, isBlocked) in [("now", true), ("+1h", true), ("-90m", false), ("18:00", false)] {
      let why = try machine.call("Why", ["target": .string("reddit.com"), "at": .string(at)]).parameters
      #expect(names(why["profiles"]) == keys && why["blocked"] == .bool(isBlocked && user.name != "ann"), "\(at)")
    }
    let news = try machine.call("Monitor", ["since": .integer(0)], more: true).parameters
    #expect(names(news["entries"]) == keys)
    #expect(names(news["live"]?["sessions"]) == keys)
  }

  @Test func `another user sees nothing of a user's own instance and cannot control it`() throws {
    let machine = try ControlMachine(ControlMachine.usual, ownerID: TestUser.kim.id)
    machine.connect(1, .kim)
    machine.connect(2, .sam)
    #expect(try machine.call("Start", ["profile": .string("work")]).error == nil)
    #expect(try machine.call("Stop", from: 2).errorName == "NotPermitted")
    let status = try machine.call("Status", from: 2).parameters["status"]
    #expect(status?["sessions"]?.arrayValue == [] && status?["profiles"]?.arrayValue == [])
    #expect(try machine.call("Log", from: 2).parameters["entries"]?.arrayValue == [])
    #expect(try machine.call("Why", ["target": .string("reddit.com")], from: 2).errorName == "NotPermitted")
    #expect(try machine.call("Stop").error == nil)
  }

  @Test(
    arguments: [(nil, "Refused"), ("program", "Refused"), ("link", "Refused"), ("person", nil)] as [(String?, String?)])
  func `a call without a channel counts as coming from a program`(channel: String?, error: String?) throws {
    let machine = try ControlMachine("timezone = \"UTC\"\n[profile.work]\nlock = \"remote\"\n")
    machine.connect(1)
    #expect(try machine.call("Start", ["profile": .string("work")]).error == nil)
    let parameters: JSONObject = ["channel": channel.map(JSONValue.string) ?? .null]
    #expect(try machine.call("Stop", parameters).errorName == error)
  }
}
