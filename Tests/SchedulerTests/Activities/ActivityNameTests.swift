import Testing

@testable import Scheduler

/// Every form of an activity's name, and every way not to be one.
@Suite struct ActivityNameTests {
  static let a = "6f1c1c1e-8f0e-4c7d-9b36-0d8a1b9d4a10"
  static let b = "00000000-0000-0000-0000-00000000000b"
  static let c = "00000000-0000-0000-0000-00000000000c"

  private static var registry: ActivityRegistry {
    var registry = ActivityRegistry()
    registry.kinds = ["backup"]
    registry.sources = ["moon phases", "odd:name"]
    return registry
  }

  @Test(arguments: [
    ("schedule:\(a)", "schedule:\(a)"), ("break:\(a)", "break:\(a)"), ("strategy:\(a)", "strategy:\(a)"),
    ("pause:\(a)", "pause:\(a)"), ("access:\(a)|\(b)|\(c)", "access:\(a)|\(b)|\(c)"),
    (a, "schedule:\(a)"), (a.uppercased(), "schedule:\(a)"), ("schedule:\(a.uppercased())", "schedule:\(a)"),
    ("ScheduleTimerActivity:\(a)", "schedule:\(a)"), ("BreakScheduleActivity:\(a)", "break:\(a)"),
    ("StrategyTimerActivity:\(a)", "strategy:\(a)"), ("PauseScheduleActivity:\(a)", "pause:\(a)"),
    ("SoftUnblockGrantTimerActivity:\(a)|\(b.uppercased())|\(c)", "access:\(a)|\(b)|\(c)"),
    ("backup:nightly", "backup:nightly"), ("backup:a:b", "backup:a:b"), ("moon phases", "moon phases"),
    ("odd:name", "odd:name"),
  ])
  func `an activity name is parsed and printed in its canonical form`(text: String, canonical: String) throws {
    let name = try ActivityName(parsing: text, registry: Self.registry)
    #expect(name.description == canonical)
    #expect(try ActivityName(parsing: canonical, registry: Self.registry) == name)
  }

  @Test(arguments: [
    ("", ActivityNameError.unknownKind("")), (":", .emptyKind), (":x", .emptyKind), ("x:", .emptyIdentity(kind: "x")),
    ("schedule:", .emptyIdentity(kind: "schedule")), ("schedule", .unknownKind("schedule")),
    ("Schedule:\(a)", .unknownKind("Schedule")), ("restore:x", .unknownKind("restore")),
    ("schedule:\(a):\(b)", .invalidUUID("\(a):\(b)")), ("schedule:nobody", .invalidUUID("nobody")),
    ("schedule: \(a)", .invalidUUID(" \(a)")), ("access:\(a)", .malformedGrant(a)),
    ("access:\(a)|\(b)", .malformedGrant("\(a)|\(b)")), ("access:\(a)|\(b)|", .invalidUUID("")),
    ("access:\(a)|\(b)|\(c)|\(c)", .malformedGrant("\(a)|\(b)|\(c)|\(c)")), ("moon", .unknownKind("moon")),
  ])
  func `text that is not an activity name is refused with its reason`(text: String, reason: ActivityNameError) {
    #expect(throws: reason) { try ActivityName(parsing: text, registry: Self.registry) }
    #expect(!reason.description.isEmpty)
  }

  @Test(arguments: ["x", "x:", ":x", "restore:x", "", "moon"])
  func `an unknown activity name with a profile in its user info is that profile's schedule`(text: String) throws {
    let name = try ActivityName(parsing: text, userInfo: ["profileID": Self.a.uppercased()], registry: Self.registry)
    #expect(name.description == "schedule:\(Self.a)")
  }

  @Test func `user info does not repair a malformed activity name, and must be valid itself`() {
    #expect(throws: ActivityNameError.invalidUUID("nobody")) {
      try ActivityName(parsing: "break:nobody", userInfo: ["profileID": Self.a])
    }
    #expect(throws: ActivityNameError.malformedGrant("x")) {
      try ActivityName(parsing: "access:x", userInfo: ["profileID": Self.a])
    }
    #expect(throws: ActivityNameError.invalidUUID("me")) {
      try ActivityName(parsing: "x", userInfo: ["profileID": "me"])
    }
    #expect(throws: ActivityNameError.unknownKind("x")) { try ActivityName(parsing: "x", userInfo: ["other": Self.a]) }
  }

  @Test func `an activity name gives the profile that it concerns`() throws {
    let profile = ProfileID(try #require(UUIDValue(Self.a)))
    for text in ["schedule:\(Self.a)", "access:\(Self.a)|\(Self.b)|\(Self.c)", "pause:\(Self.a)"] {
      #expect(try ActivityName(parsing: text).profile == profile)
    }
    #expect(ActivityName.registered("backup:x").profile == nil)
  }
}
