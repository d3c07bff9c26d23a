import SchedulerCivilTime
import Testing

@testable import Scheduler

/// When a set counts for a program that nobody tells when it changes.
@Suite struct ShieldForceTests {
  /// A set written at 09:00, an hour after the start of its boot, that is valid for an hour.
  private func isInForce(
    strict: Bool, openEnd: Bool = false, withBoot: Bool = true, wall: Int64, boot: Int64, nanoseconds: Int64 = 0,
    sameBoot: Bool = true
  ) -> Bool {
    let start = Instant(epochSeconds: 1_795_420_800)
    let set = ShieldSet(
      writtenAt: start, bootID: "boot-1", isStrict: strict, validUntil: openEnd ? nil : start.adding(seconds: 3_600),
      validUntilBoot: openEnd || !withBoot ? nil : 7_200)
    return set.isInForce(
      at: Moment(
        wall: start.adding(seconds: wall), boot: boot * 1_000_000_000 + nanoseconds,
        bootID: sameBoot ? "boot-1" : "boot-2"))
  }

  @Test(arguments: [
    // Strict or not, the wall clock, CLOCK_BOOTTIME, the same boot, what is expected.
    (false, 0, 3_600, true, true), (false, 3_599, 7_199, true, true), (false, 3_600, 7_200, true, false),
    (false, 9_000, 12_600, true, false), (false, 3_600, 3_600, true, false), (false, -9_000, 7_200, true, true),
    (false, 3_599, 10, false, true), (false, 3_600, 10, false, false),
    (true, 3_599, 7_199, true, true), (true, 3_600, 7_200, true, false), (true, 9_000, 12_600, true, false),
    // A clock that is set forward opens nothing that is strict, one that is set back keeps it.
    (true, 9_000, 3_600, true, true), (true, 9_000, 7_199, true, true), (true, -9_000, 7_200, true, true),
    // In another boot its clock says nothing.
    (true, 3_599, 9_000, false, true), (true, 3_600, 10, false, false),
  ])
  func `a shield set ends by the wall clock, a strict set by both the wall clock and CLOCK_BOOTTIME`(
    strict: Bool, wall: Int64, boot: Int64, sameBoot: Bool, expected: Bool
  ) {
    #expect(isInForce(strict: strict, wall: wall, boot: boot, sameBoot: sameBoot) == expected)
  }

  @Test func `a fraction of a second does not end a strict shield set early`() {
    #expect(isInForce(strict: true, wall: 3_600, boot: 7_199, nanoseconds: 999_999_999))
    #expect(!isInForce(strict: true, wall: 3_600, boot: 7_200, nanoseconds: 0))
  }

  @Test(arguments: [false, true], [true, false])
  func `a shield set with an open end is in force until it is replaced`(strict: Bool, sameBoot: Bool) {
    #expect(isInForce(strict: strict, openEnd: true, wall: 900_000_000, boot: 900_000_000, sameBoot: sameBoot))
  }

  @Test func `a strict shield set without a CLOCK_BOOTTIME end is in force until the next boot`() {
    #expect(isInForce(strict: true, withBoot: false, wall: 9_000, boot: 12_600))
    #expect(!isInForce(strict: true, withBoot: false, wall: 9_000, boot: 10, sameBoot: false))
  }

  @Test func `a layer is strict if its own session is, whatever the layer denies`() throws {
    let body = "window = [\"09:00-10:00\"]\nblock = { domains = [\"a.example\"], app-removal = false }\n"
    let toml = "timezone = \"UTC\"\n[profile.a]\n\(body)[profile.b]\n\(body)lock = \"strict\"\n"
    var machine = try VirtualMachine(toml, at: "2026-11-23 09:00")
    machine.handle(.time)
    let set = try #require(ShieldSet(of: machine.engine))
    #expect(set.isStrict && set.layers.map(\.isStrict) == [false, true])
    #expect(set.layers.allSatisfy { $0.layer.deniesAppRemoval })
    #expect(machine.engine.strictShield.map(\.layer.profile.key.text) == ["b"])
    #expect(try ShieldSet(parsing: set.bytes) == set)
  }

  @Test(arguments: [("none", false), ("strict", true)])
  func `the engine's shield set is in force until the second at which its last session ends`(lock: String, strict: Bool)
    throws
  {
    let toml = profiles(
      (key: "a", body: "window = [\"09:00-10:00\"]\nlock = \"\(lock)\"\n"),
      (key: "b", body: "window = [\"09:30-11:00\"]\n"))
    var machine = try VirtualMachine(toml, at: "2026-11-23 09:45")
    machine.pass(0, nanoseconds: 250_000_000)
    machine.handle(.time)
    let set = try #require(ShieldSet(of: machine.engine))
    #expect(set.isStrict == strict)
    #expect(set.layers.count == 2)
    machine.pass(75 * 60 - 1)
    #expect(set.isInForce(at: machine.moment))
    machine.pass(1)
    #expect(set.isInForce(at: machine.moment) == false)
  }
}
