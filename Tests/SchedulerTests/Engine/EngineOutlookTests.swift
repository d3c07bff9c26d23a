import SchedulerCivilTime
import Testing

@testable import Scheduler

@Suite struct ClockStepTests {
  /// A reading of wall clock and CLOCK_BOOTTIME, in milliseconds.
  private func moment(_ wall: Int64, _ boot: Int64, _ bootID: String = "a") -> Moment {
    Moment(
      wall: Instant(epochSeconds: wall / 1000), nanosecond: wall % 1000 * 1_000_000, boot: boot * 1_000_000,
      bootID: bootID)
  }

  @Test(
    arguments: [
      (10_000, 10_000, false), (11_000, 10_000, false), (11_001, 10_000, true), (9_000, 10_000, false),
      (8_999, 10_000, true), (86_400_000, 86_400_000, false), (5_000, 10_000, true),
    ] as [(Int64, Int64, Bool)])
  func `a wall clock that moves over a second more or less than elapsed time was set`(
    wall: Int64, boot: Int64, isStepped: Bool
  ) {
    let earlier = moment(1_000_000, 50_000)
    #expect(moment(1_000_000 + wall, 50_000 + boot).showsClockStep(since: earlier) == isStepped)
    #expect(!moment(1_000_000 + wall, 50_000 + boot, "b").showsClockStep(since: earlier))
  }
}

@Suite struct EngineOutlookTests {
  private static let text = """
    timezone = "UTC"
    [profile.p]
    window = ["mon 09:00-12:00", "mon 14:00-17:00"]
    block.domains = ["a.org"]
    break = { length = "15m" }

    """

  private func at(_ text: String) throws -> Moment {
    let wall = try instant(text, .utc)
    return Moment(wall: wall, boot: wall.epochSeconds * 1_000_000_000, bootID: "a")
  }

  private func engine(at text: String) throws -> Engine {
    var engine = Engine(try configuration(Self.text))
    _ = engine.handle(.time, at: try at(text))
    return engine
  }

  private func isShielded(_ engine: Engine) -> Bool {
    engine.shield.contains { !$0.layer.domains.block.isEmpty }
  }

  @Test(arguments: [
    ("2026-11-23 08:00", "2026-11-23 09:00"), ("2026-11-23 09:00", "2026-11-23 12:00"),
    ("2026-11-23 12:00", "2026-11-23 14:00"), ("2026-11-23 17:00", "2026-11-30 09:00"),
  ])
  func `firstChange returns the next instant at which the shield changes`(now: String, change: String) throws {
    #expect(try engine(at: now).firstChange(of: isShielded) == instant(change, .utc))
  }

  @Test(arguments: [
    ("own", "Asia/Tokyo"), ("usual", "Europe/Berlin"), ("focus", "Europe/Berlin"), ("x", "Europe/Berlin"),
  ])
  func `times of a profile use its own zone, or the configuration's zone if it is built in or gone`(
    key: String, zone: String
  ) throws {
    let text = "timezone = \"Europe/Berlin\"\n[profile.usual]\n[profile.own]\ntimezone = \"Asia/Tokyo\"\n"
    let engine = Engine(try configuration(text))
    #expect(engine.zone(of: ProfileReference(key: key.profileKey)).identifier == zone)
  }

  @Test func `the outlook includes breaks and stops`() throws {
    let key = try #require(ProfileKey("p"))
    var engine = try engine(at: "2026-11-23 10:00")
    _ = engine.handle(.command(.break(.profile(key))), at: try at("2026-11-23 10:05"))
    #expect(try engine.firstChange(of: isShielded) == instant("2026-11-23 10:20", .utc))
    _ = engine.handle(.command(.stop(.profile(key))), at: try at("2026-11-23 10:06"))
    #expect(try engine.firstChange(of: isShielded) == instant("2026-11-23 14:00", .utc))
    let profile = engine.configuration.profiles[0].id
    #expect(try engine.unheldInterval(of: profile)?.end == instant("2026-11-23 12:00", .utc))
    #expect(try engine.nextInterval(of: profile)?.start == instant("2026-11-23 14:00", .utc))
    _ = engine.handle(.command(.start(key)), at: try at("2026-11-23 10:07"))
    #expect(engine.firstChange(of: isShielded) == nil)
  }

  @Test func `the engine has no outlook before the first evaluation`() throws {
    let engine = Engine(try configuration(Self.text))
    #expect(engine.firstChange(of: isShielded) == nil)
    #expect(engine.nextInterval(of: engine.configuration.profiles[0].id) == nil)
  }

  @Test(arguments: UnheldReason.allCases)
  func `the outlook gives the reason why an interval has no session`(reason: UnheldReason) throws {
    let window = "window = [\"09:00-12:00\"]"
    let other = (key: "q", body: "window = [\"10:00-11:00\"]\noverlap = \"replace\"")
    let toml = profiles((key: "p", body: window))
    var machine = try VirtualMachine(toml, at: "2026-11-23 08:00")
    machine.handle(.time)
    var key = "p"
    switch reason {
    case .stopped:
      try machine.run(to: "10:00")
      machine.stop("p")
    case .skipped: machine.command(.skip("p".profileKey))
    case .replaced: try machine.reload(profiles((key: "p", body: window), other))
    case .removed:
      try machine.run(to: "10:00")
      try machine.reload(profiles((key: "r", body: "")))
      try machine.reload(toml)
    case .waiting:
      key = "q"
      try machine.reload(profiles((key: "p", body: window + "\nlock = \"strict\""), other))
    case .ended:
      try machine.run(to: "10:00")
      try machine.reload(profiles((key: "p", body: "window = [\"07:00-08:00\"]")))
      try machine.reload(toml)
    }
    try machine.run(to: "10:30")
    #expect(machine.engine.unheldReason(of: ProfileID(derivedFrom: key.profileKey)) == reason)
    machine.restart()
    #expect(machine.engine.unheldReason(of: ProfileID(derivedFrom: key.profileKey)) == reason)
  }
}
