import SchedulerCivilTime
import Testing

@testable import Scheduler

/// Tightening is instant, loosening waits: the sentences of that rule, one by one.
@Suite struct LooseningTests {
  private static let strict = "lock = \"strict\"\nwindow = [\"09:00-12:00\"]\nmay = []"

  /// A machine on which a strict session of `p` runs from 09:00 to 12:00; it is 10:00.
  private func strictMachine(_ more: String = "") throws -> VirtualMachine {
    var machine = try VirtualMachine(profiles(("p", Self.strict)) + more, at: "2026-03-02 08:00")
    try machine.run(to: "10:00")
    machine.forget()
    return machine
  }

  /// A machine without sessions whose profile `p` has a cooldown of an hour; it is 08:00.
  private func coolMachine() throws -> VirtualMachine {
    try VirtualMachine(profiles(("p", Self.cool)), at: "2026-03-02 08:00").woken()
  }

  private static let cool = "cooldown = \"1h\"\nwindow = [\"20:00-22:00\"]"

  /// What makes the strict session of `p` less, or easier to end.
  static let loosened = [
    "lock = \"none\"\nwindow = [\"09:00-12:00\"]\nmay = []",
    "lock = \"strict\"\nwindow = [\"09:00-12:00\"]\nmay = [\"break\"]",
    "lock = \"strict\"\nwindow = [\"09:00-12:00\"]\nmay = []\nbreak = { length = \"5m\" }",
    "lock = \"strict\"\nwindow = [\"09:00-12:00\"]\nmay = []\npause = { length = \"5m\" }",
    "lock = \"strict\"\nwindow = [\"09:00-10:30\"]\nmay = []",
    "lock = \"strict\"\nwindow = [\"14:00-17:00\"]\nmay = []",
    "lock = \"strict\"\nwindow = []\nmay = []",
    "lock = \"strict\"\nwindow = [\"tue 09:00-12:00\"]\nmay = []",
    "lock = \"strict\"\nenabled = false\nwindow = [\"09:00-12:00\"]\nmay = []",
    "lock = \"strict\"\nwindow = [\"09:00-12:00\"]\nmay = []\ntimezone = \"Asia/Tokyo\"",
  ]

  @Test(arguments: loosened) func `an edit that loosens waits for the running strict session to end`(edit: String)
    throws
  {
    var machine = try strictMachine()
    try machine.reload(profiles(("p", edit)))
    #expect(machine.holds("p") == ["schedule until 12:00"])
    #expect(machine.shielded == ["p"])
    let kept = try #require(machine.engine.configuration.profiles.first)
    #expect(kept.lock == .strict && kept.permissions == [] && kept.breaks == nil && kept.pause == nil && kept.isEnabled)
    try machine.run(to: "12:30")
    #expect(machine.seen.contains("12:00 configurationDidChange"), "\(machine.seen)")
    #expect(try machine.isInForce(profiles(("p", edit))))
  }

  @Test func `a strict session ends at its original end, not at the earlier end of an edit`() throws {
    var machine = try strictMachine()
    try machine.reload(profiles(("p", "lock = \"strict\"\nmay = []\nwindow = [\"09:00-10:30\"]")))
    try machine.run(to: "12:00")
    #expect(machine.finished.map(\.seconds) == [3 * 3600])
    #expect(machine.active == [])
  }

  @Test func `a removed profile stays until its strict session ends`() throws {
    var machine = try strictMachine()
    try machine.reload(profiles(("q", "")))
    #expect(machine.active == ["p"])
    #expect(machine.engine.configuration.profiles.map(\.key.text) == ["p", "q"])
    try machine.run(to: "12:00")
    #expect(machine.engine.configuration.profiles.map(\.key.text) == ["q"])
    #expect(machine.finished.map(\.profile.key.text) == ["p"])
  }

  @Test func `a removed target stays blocked until the strict session ends, and no later session blocks it`() throws {
    var machine = try VirtualMachine(
      profiles(("p", "lock = \"strict\"\nwindow = [\"09:00-12:00\", \"12:00-15:00\"]")), at: "2026-03-02 10:00"
    ).woken()
    let edit =
      "timezone = \"Europe/Berlin\"\n[profile.p]\nlock = \"strict\"\nblock.domains = [\"q.example\"]\n"
      + "window = [\"09:00-12:00\", \"12:00-15:00\"]\n"
    try machine.reload(edit)
    try machine.run(to: "11:59:59")
    #expect(machine.engine.configuration.blockedDomains == ["p.example", "q.example"])
    #expect(machine.session("p")?.rules.layer.domains.block.map(\.text) == ["p.example"])
    try machine.run(to: "12:00")
    #expect(machine.session("p")?.rules.layer.domains.block.map(\.text) == ["q.example"])
    #expect(machine.shielded == ["p"])
  }

  @Test func `the part of an edit that tightens applies at once, while the rest waits`() throws {
    var machine = try strictMachine()
    try machine.reload(profiles(("p", "lock = \"strict\"\nwindow = [\"11:00-14:00\"]\nmay = []")))
    #expect(machine.holds("p") == ["schedule until 14:00"])
    try machine.run(to: "13:00")
    #expect(machine.active == ["p"])
  }

  @Test func `an edit of a profile without a strict session or cooldown takes effect at once`() throws {
    var machine = try strictMachine("[profile.q]\nwindow = [\"09:00-17:00\"]\nblock.domains = [\"q.example\"]\n")
    try machine.reload(
      profiles(("p", Self.strict)) + "[profile.q]\nwindow = [\"09:00-09:30\"]\nblock.domains = [\"q.example\"]\n")
    #expect(machine.active == ["p"])
    #expect(machine.engine.configurationVersions.count == 1)
  }

  // MARK: cooldown

  @Test func `an edit that loosens waits for the cooldown, and then comes into force by itself`() throws {
    var machine = try coolMachine()
    let edit = profiles(("p", "cooldown = \"1h\"\nwindow = [\"20:00-21:00\"]"))
    try machine.reload(edit)
    #expect(machine.nextWake == (try instant("2026-03-02 09:00", machine.zone)))
    try machine.run(to: "08:59:59")
    #expect(try !machine.isInForce(edit))
    try machine.run(to: "09:00:01")
    #expect(machine.seen == ["09:00 configurationDidChange"])
    #expect(try machine.isInForce(edit))
  }

  @Test func `the cooldown counts elapsed time, and setting the clock does not shorten it`() throws {
    var machine = try coolMachine()
    let edit = profiles(("p", "cooldown = \"1h\"\nwindow = []"))
    try machine.reload(edit)
    try machine.setClock(to: "12:00")
    #expect(try !machine.isInForce(edit))
    try machine.run(to: "12:59:59")
    #expect(try !machine.isInForce(edit))
    try machine.run(to: "13:00:01")
    #expect(try machine.isInForce(edit))
  }

  @Test func `a cooldown of 0s in the new file does not skip the cooldown of the old file`() throws {
    var machine = try coolMachine()
    let edit = profiles(("p", "cooldown = \"0s\"\nwindow = []"))
    try machine.reload(edit)
    try machine.reload(edit)
    try machine.reload(profiles(("p", "window = [\"20:00-20:01\"]")))
    try machine.run(to: "08:59")
    #expect(machine.engine.configuration.profiles.first?.cooldownSeconds == 3600)
    try machine.run(to: "21:00")
    #expect(machine.active == [])
  }

  @Test func `an edit waits for the later of the end of the strict session and the end of the cooldown`() throws {
    for (cooldown, instant) in [("30m", "12:00"), ("3h", "13:00")] {
      let old = "cooldown = \"\(cooldown)\"\n" + Self.strict
      var machine = try VirtualMachine(profiles(("p", old)), at: "2026-03-02 10:00").woken()
      let edit = profiles(("p", old.replacing("\"09:00", with: "\"09:30")))
      try machine.reload(edit)
      try machine.run(to: "15:00")
      #expect(machine.seen.contains("\(instant) configurationDidChange"), "\(cooldown): \(machine.seen)")
      #expect(try machine.isInForce(edit))
    }
  }

  @Test func `an emergency ends the session that an edit waits for, and the edit takes effect`() throws {
    var machine = try strictMachine()
    let edit = profiles(("p", "lock = \"strict\"\nwindow = []\nmay = []"))
    try machine.reload(edit)
    machine.command(.emergency(.profile("p".profileKey), reason: "fire"))
    #expect(machine.active == [])
    #expect(machine.seen.contains("10:00 configurationDidChange"), "\(machine.seen)")
    #expect(try machine.isInForce(edit))
  }
}

extension VirtualMachine {
  /// The same, evaluated for the first time.
  func woken() -> VirtualMachine {
    var machine = self
    machine.handle(.time)
    machine.forget()
    return machine
  }

  /// Whether exactly this is in force.
  func isInForce(_ toml: String) throws -> Bool {
    let wanted = try SchedulerTests.configuration(toml)
    let range = moment.wall..<moment.wall.adding(seconds: 400 * 86_400)
    return ConfigurationDifference(from: engine.configuration, to: wanted, in: range).isEmpty
  }
}

extension Engine {
  /// An engine that continues from the records of this one, as after a restart.
  func readBack(without key: String? = nil) -> Engine {
    var problems: [StateProblem] = []
    return Engine(
      configurationVersions, router: router, records: records.filter { $0.key != key }, problems: &problems)
  }
}

extension Configuration {
  /// The domains that its profiles block.
  var blockedDomains: [String] {
    profiles.flatMap { layer(of: $0).domains.block.map(\.text) }.sorted()
  }
}
