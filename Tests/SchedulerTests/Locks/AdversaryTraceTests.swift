import SchedulerCivilTime
import Testing

@testable import Scheduler

/// The shortest ways that the adversary found around a strict interval, or would have with one rule weaker.
@Suite struct AdversaryTraceTests {
  private static let exam = profiles(("exam", "window = [\"mon 10:00-12:00\"]\nlock = \"strict\"\ncooldown = \"1d\""))

  /// Windows that hold for ever, in an interval for each week.
  private static let endless = "window = [\"12:00-11:00\", \"10:00-13:00\"]\nlock = \"strict\""

  private static func machine(_ toml: String = exam, at time: String) throws -> VirtualMachine {
    var machine = try VirtualMachine(toml, at: "2026-11-23 \(time)")
    machine.handle(.time)
    return machine
  }

  @Test func `a clock set back and then synchronised does not shorten a strict interval`() throws {
    var machine = try Self.machine(at: "09:00")
    try machine.run(to: "10:30")
    try machine.setClock(to: "2026-11-21 10:30")
    try machine.setClock(to: "2026-11-23 10:30", isSynchronised: true)
    #expect(machine.active == ["exam"])
    try machine.run(to: "11:59:59")
    #expect(machine.active == ["exam"])
    try machine.run(to: "12:00")
    #expect(machine.active == [])
  }

  @Test func `a clock set back before a reboot does not shorten a strict interval`() throws {
    var machine = try Self.machine(at: "09:00")
    try machine.run(to: "10:30")
    try machine.setClock(to: "2026-11-21 10:30")
    try machine.reboot(at: "2026-11-23 10:31")
    #expect(machine.active == ["exam"])
    try machine.run(to: "11:58:29")
    #expect(machine.active == ["exam"])
  }

  @Test func `an interval keeps its planned end after a boot years behind and a boot with the right clock`() throws {
    var machine = try Self.machine(at: "09:00")
    try machine.run(to: "10:30")
    try machine.reboot(at: "2022-11-23 10:40")
    machine.handle(.authorization(.denied))
    try machine.reboot(at: "2026-11-23 10:50")
    #expect(machine.shielded == ["exam"])
    #expect(machine.holds("exam") == ["schedule until 12:00"])
  }

  @Test func `an interval keeps its planned end if an unreported clock step is undone`() throws {
    var machine = try Self.machine(at: "09:00")
    try machine.run(to: "10:30")
    try machine.setClock(to: "2026-11-21 10:30")
    try machine.setClock(to: "2026-11-23 10:30", isNoticed: false)
    machine.handle(.time)
    #expect(machine.holds("exam") == ["schedule until 12:00"])
  }

  @Test func `an emergency ends an interval for good even if a clock set years back erased its start`() throws {
    var machine = try Self.machine(
      profiles(("exam", Self.endless)), at: "09:00")
    try machine.run(to: "2026-11-25 09:00")
    // There an interval begins that lasts longer.
    try machine.setClock(to: "2022-11-21 12:00")
    try machine.reboot(at: "2026-11-25 21:00")
    #expect(machine.active == ["exam"])
    machine.command(.emergency(reason: "fire"))
    #expect(machine.active == [])
  }

  @Test func `an emergency also ends the present interval that an interval of a false date kept from opening`() throws {
    var machine = try Self.machine(profiles(("exam", Self.endless)), at: "09:00")
    try machine.run(to: "2026-11-29 09:00")
    // There an interval begins that lasts longer, and with the next clock the one of the next week.
    try machine.reboot(at: "2025-11-23 00:00")
    try machine.setClock(to: "2026-11-30 01:45")
    try machine.setClock(to: "2026-11-29 09:01", isSynchronised: true)
    #expect(machine.active == ["exam"])
    machine.command(.emergency(reason: "fire"))
    #expect(machine.active == [])
    try machine.run(to: "2026-11-29 23:59:59")
    #expect(machine.active == [])
    try machine.run(to: "2026-11-30 00:00")
    #expect(machine.active == ["exam"])
  }

  @Test(arguments: ["strict", "none"])
  func `an emergency also ends an interval that a waiting edit would start at once`(lock: String) throws {
    var machine = try Self.machine(profiles(("exam", "window = [\"06:00-23:00\"]\nlock = \"strict\"")), at: "09:00")
    try machine.reload(profiles(zone: "Asia/Tokyo", ("exam", Self.endless.replacing("strict", with: lock))))
    #expect(machine.engine.pendingChanges.isEmpty == false)
    machine.command(.emergency(reason: "fire"))
    #expect(machine.engine.pendingChanges.isEmpty)
    #expect(machine.active == [])
    // In Tokyo the next week begins at 16:00.
    try machine.run(to: "2026-11-29 15:59:59")
    #expect(machine.active == [])
    try machine.run(to: "2026-11-29 16:00")
    #expect(machine.active == ["exam"])
  }

  @Test(arguments: [true, false])
  func `a clock set back and then corrected neither shortens a cooldown nor restores emergencies`(isReboot: Bool) throws
  {
    var machine = try Self.machine(
      "[emergency]\nuses = 1\nrefill = \"1w\"\n" + Self.exam.replacing("timezone = \"Europe/Berlin\"\n", with: ""),
      at: "09:00")
    machine.travel(to: try zone("Europe/Berlin"))
    try machine.run(to: "10:30")
    machine.command(.emergency(reason: "fire"))
    #expect(machine.reply.hasPrefix("emergencyUsed"))
    machine.handle(.configuration(try configuration("")))
    try machine.setClock(to: "2026-11-13 10:30")
    if isReboot {
      try machine.reboot(at: "2026-11-23 10:31")
    } else {
      try machine.setClock(to: "2026-11-23 10:31", isSynchronised: true)
    }
    #expect(machine.engine.configuration.profiles.map(\.key.text) == ["exam"])
    machine.start("exam", for: 600)
    machine.command(.emergency(reason: "again"))
    #expect(machine.reply.hasPrefix("refused budgetSpent"))
  }

  @Test func `a start by hand without an end can be stopped again after a joined strict interval ends`() throws {
    var machine = try Self.machine(Self.exam.replacing("strict", with: "none"), at: "09:00")
    machine.start("exam")
    try machine.reload(Self.exam)
    try machine.run(to: "11:00")
    machine.stop("exam")
    #expect(machine.reply == "refused locked")
    try machine.run(to: "12:00")
    #expect(machine.active == ["exam"])
    machine.stop("exam")
    #expect(machine.reply == "stopped")
  }

  @Test func `neither an edit nor a withdrawal of consent waits for a start by hand without an end`() throws {
    let night = Self.exam.replacing("mon 10:00-12:00", with: "10:00-09:00").replacing("\ncooldown = \"1d\"", with: "")
    for isEdit in [true, false] {
      var machine = try Self.machine(night.replacing("strict", with: "none"), at: "09:30")
      machine.start("exam")
      try machine.reload(night)
      try machine.run(to: "10:30")
      machine.handle(isEdit ? .configuration(try configuration("")) : .authorization(.denied))
      try machine.run(to: "2026-11-24 08:59:59")
      #expect(machine.shielded == ["exam"])
      try machine.run(to: "09:00")
      #expect(machine.shielded == [])
      #expect(machine.active == (isEdit ? [] : ["exam"]))
      try machine.run(to: "12:00")
      #expect(machine.shielded == [])
    }
  }

  // MARK: what one weaker rule would let through

  @Test func `a false clock that hides a strict interval changes neither its start nor its end`() throws {
    var machine = try Self.machine(at: "09:59")
    try machine.setClock(to: "2027-11-23 13:00")
    machine.run(seconds: 61)
    #expect(machine.shielded == ["exam"])
    machine.run(seconds: 7_200)
    #expect(machine.shielded == [])
  }

  @Test func `no edit a minute before a strict interval releases it`() throws {
    let edits = [
      "", Self.exam.replacing("strict", with: "none"), Self.exam + "[[profile.exam.unlock]]\ntype = \"text\"\n",
    ]
    for edit in edits {
      var machine = try Self.machine(at: "09:59")
      machine.handle(.configuration(try configuration(edit)))
      try machine.setClock(to: "2026-11-27 09:59")
      try machine.setClock(to: "2026-11-23 09:59")
      try machine.run(to: "10:30")
      machine.handle(.command(.stop(.profile("exam".profileKey)), by: Requester(typedLength: 1_000)))
      #expect(machine.shielded == ["exam"])
    }
  }

  @Test func `lowering the cooldown, then skipping or withdrawing consent, does not avoid a strict interval`() throws {
    var machine = try Self.machine(at: "09:58")
    try machine.reload(Self.exam.replacing("cooldown = \"1d\"", with: "cooldown = \"0s\""))
    machine.handle(.configuration(try configuration("")))
    machine.handle(.command(.skip("exam".profileKey)))
    #expect(machine.reply.hasPrefix("refused coolingDown"))
    try machine.run(to: "10:30")
    machine.handle(.authorization(.denied))
    #expect(machine.shielded == ["exam"])
  }
}
