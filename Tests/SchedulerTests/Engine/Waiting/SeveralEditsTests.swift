import SchedulerCivilTime
import Testing

@testable import Scheduler

/// Several edits that wait, what the files say about everything, and machines that sleep or are restarted meanwhile.
@Suite struct SeveralEditsTests {
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

  @Test func `a waiting edit that is loaded again keeps its waiting time`() throws {
    var machine = try coolMachine()
    let edit = "cooldown = \"1h\"\nwindow = [\"20:00-21:00\"]"
    try machine.reload(profiles(("p", edit)))
    try machine.run(to: "08:40")
    try machine.reload(profiles(("p", "name = \"P\"\n" + edit)))
    try machine.run(to: "09:00:01")
    #expect(try machine.isInForce(profiles(("p", edit))))
  }

  @Test func `a withdrawn edit no longer waits, and the same edit made again waits from the start`() throws {
    var machine = try coolMachine()
    let edit = profiles(("p", "cooldown = \"1h\"\nwindow = []"))
    try machine.reload(edit)
    try machine.run(to: "08:50")
    try machine.reload(profiles(("p", Self.cool)))
    #expect(machine.engine.configurationVersions.count == 1)
    try machine.run(to: "08:55")
    try machine.reload(edit)
    try machine.run(to: "09:54:59")
    #expect(try !machine.isInForce(edit))
    try machine.run(to: "09:55:01")
    #expect(try machine.isInForce(edit))
  }

  @Test func `an edit that only tightens replaces the waiting edit and keeps its waiting time`() throws {
    var machine = try coolMachine()
    try machine.reload(profiles(("p", "cooldown = \"1h\"\nwindow = [\"20:00-21:00\"]")))
    try machine.run(to: "08:30")
    let tighter = profiles(("p", "cooldown = \"1h\"\nwindow = [\"20:00-21:00\", \"08:00-08:45\"]\nlock = \"strict\""))
    try machine.reload(tighter)
    #expect(machine.engine.configurationVersions.count == 2)
    #expect(machine.active == ["p"] && machine.session("p")?.rules.lock == .strict)
    try machine.run(to: "08:59:59")
    #expect(try !machine.isInForce(tighter))
    try machine.run(to: "09:00:01")
    #expect(try machine.isInForce(tighter))
  }

  @Test func `a comparison looks ahead only ten years of a cooldown of a hundred years`() {
    let present = Present(Moment(wall: Instant(epochSeconds: 0), boot: 0, bootID: ""), elapsed: 0)
    func days(_ cooldown: Int64) -> Int64 {
      let wait = LooseningWaits.Wait(due: Nanoseconds.of(seconds: cooldown * 86_400), isOver: false)
      let range = LooseningWaits(at: present, files: wait, sessions: [], profiles: [:]).ranges[0]
      return range.upperBound.seconds(since: range.lowerBound) / 86_400
    }
    #expect(days(7) == 407 && days(3_650) == 4_050 && days(36_500) == 4_050)
  }

  @Test func `a second edit waits its own cooldown and does not change the wait of the first edit`() throws {
    var machine = try coolMachine()
    try machine.reload(profiles(("p", Self.cool + "\nbreak = { length = \"5m\" }")))
    try machine.run(to: "08:30")
    let second = profiles(("p", "cooldown = \"1h\"\nwindow = []\nbreak = { length = \"5m\" }"))
    try machine.reload(second)
    try machine.run(to: "09:00:01")
    #expect(machine.engine.configuration.profiles.first?.breaks?.lengthSeconds == 300)
    #expect(machine.engine.configuration.profiles.first?.windows.count == 1)
    try machine.run(to: "09:30:01")
    #expect(try machine.isInForce(second))
  }

  @Test func `an edit that tightens while another waits applies at once and stays`() throws {
    var machine = try coolMachine()
    try machine.reload(profiles(("p", "cooldown = \"1h\"\nwindow = []")))
    try machine.run(to: "08:30")
    try machine.reload(profiles(("p", "cooldown = \"1h\"\nwindow = [\"08:00-09:30\"]")))
    #expect(machine.active == ["p"])
    try machine.run(to: "09:10")
    #expect(machine.active == ["p"])
    try machine.run(to: "20:30")
    #expect(machine.active == [])
  }

  // MARK: the files' own settings

  @Test func `a global setting that loosens waits for every strict session`() throws {
    var machine = try strictMachine("[emergency]\nuses = 0\n")
    try machine.reload(profiles(("p", Self.strict)) + "[emergency]\nuses = 2\n")
    #expect(machine.engine.configuration.emergency.uses == 0)
    try machine.run(to: "12:00")
    #expect(machine.engine.configuration.emergency.uses == 2)
  }

  @Test func `a global setting that loosens waits for the longest cooldown`() throws {
    var machine = try coolMachine()
    try machine.reload(profiles(("p", Self.cool)) + "[emergency]\nuses = 9\n")
    #expect(machine.engine.configuration.emergency.uses == 3)
    try machine.run(to: "09:00:01")
    #expect(machine.engine.configuration.emergency.uses == 9)
  }

  @Test func `an edit that removes a target from a set waits with the profiles that use the set`() throws {
    func files(_ domains: String) -> String {
      "timezone = \"Europe/Berlin\"\n[set.s]\ndomains = [\(domains)]\n[profile.p]\nblock.sets = [\"s\"]\n"
        + Self.strict + "\n"
    }
    var machine = try VirtualMachine(files("\"a.example\", \"b.example\""), at: "2026-03-02 10:00").woken()
    try machine.reload(files("\"a.example\""))
    #expect(machine.engine.configuration.blockedDomains == ["a.example", "b.example"])
    try machine.run(to: "12:00")
    #expect(machine.engine.configuration.blockedDomains == ["a.example"])
  }

  // MARK: asleep, restarted

  @Test func `a machine that sleeps through a waiting edit has the same sessions as one that is awake`() throws {
    let old = profiles(("p", "cooldown = \"1h\"\nwindow = [\"08:30-17:00\"]"))
    let new = profiles(("p", "cooldown = \"1h\"\nwindow = [\"11:00-17:00\"]"))
    var awake = try VirtualMachine(old, at: "2026-03-02 08:00").woken()
    try awake.reload(new)
    var asleep = awake
    try awake.run(to: "12:00")
    try asleep.sleep(to: "12:00")
    #expect(awake.holds("p") == ["schedule until 17:00"])
    #expect(asleep.holds("p") == awake.holds("p"))
    #expect(asleep.shielded == awake.shielded)
    #expect(asleep.seen.contains("09:00 configurationDidChange late"), "\(asleep.seen)")
  }

  @Test func `a waiting change survives a restart, and losing its waited time only prolongs the wait`() throws {
    var machine = try coolMachine()
    let edit = profiles(("p", "cooldown = \"1h\"\nwindow = []"))
    try machine.reload(edit)
    try machine.run(to: "08:30")
    var forgetful = machine
    machine.replaceEngine { $0.readBack() }
    forgetful.replaceEngine { $0.readBack(without: "engine") }
    try machine.run(to: "09:00:01")
    #expect(try machine.isInForce(edit))
    try forgetful.run(to: "09:00:01")
    #expect(try !forgetful.isInForce(edit))
  }

  @Test func `edits that come into force at one instant do so in one evaluation`() throws {
    let toml = profiles(("p", "window = [\"10:00-12:00\"]\ncooldown = \"1h\""))
    var machine = try VirtualMachine(toml, at: "2026-11-23 09:30")
    machine.handle(.time)
    try machine.reload(toml.replacing("12:00", with: "11:45"))
    try machine.reload(toml.replacing("12:00", with: "11:30"))
    #expect(machine.engine.succession.successors.count == 2)
    machine.pass(3_600)
    machine.handle(.time)
    #expect(machine.engine.pendingChanges.isEmpty)
    #expect(machine.holds("p") == ["schedule until 11:30"])
  }
}
