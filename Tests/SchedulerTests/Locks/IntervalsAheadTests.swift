import SchedulerCivilTime
import Testing

@testable import Scheduler

/// A wall clock that is set into strict intervals of other days: what it starts there is kept, and does not count for
/// their own days.
@Suite struct IntervalsAheadTests {
  private static let daily = profiles(
    ("exam", "window = [\"10:00-12:00\"]\nlock = \"strict\"\n[[profile.exam.unlock]]\nsha256 = \"\(keyDigest)\""))
  private static let key = Array("open".utf8)
  private static let keyDigest = SHA256(of: key).hexDigits

  private static func machine(at time: String) throws -> VirtualMachine {
    var machine = try VirtualMachine(daily, at: "2026-11-23 \(time)")
    machine.handle(.time)
    return machine
  }

  @Test func `an interval that is served on the evening before starts on its own day too`() throws {
    var machine = try Self.machine(at: "20:00")
    try machine.setClock(to: "2026-11-24 10:00")
    #expect(machine.active == ["exam"])
    machine.run(seconds: 7_200)
    #expect(machine.active == [])
    try machine.setClock(to: "2026-11-23 22:00")
    try machine.run(to: "2026-11-24 09:59:59")
    #expect(machine.active == [])
    machine.run(seconds: 1)
    #expect(machine.active == ["exam"])
    try machine.run(to: "11:59:59")
    #expect(machine.active == ["exam"])
    machine.run(seconds: 1)
    #expect(machine.active == [])
  }

  @Test func `a clock set into every interval of a week eats none of them`() throws {
    var machine = try Self.machine(at: "09:59")
    try machine.run(to: "10:00")
    for day in 24...30 {
      try machine.setClock(to: "2026-11-\(day) 10:00")
      machine.run(seconds: 60)
    }
    try machine.setClock(to: "2026-11-23 10:07")
    for day in 24...30 {
      try machine.run(to: "2026-11-\(day) 09:59")
      #expect(machine.active == [])
      machine.run(seconds: 60)
      #expect(machine.active == ["exam"], "on the \(day)th")
    }
  }

  @Test(arguments: [nil, "2026-11-24 10:05"])
  func `one that was served ahead starts on its own day also behind a boot with a right clock`(back: String?) throws {
    var machine = try Self.machine(at: "20:00")
    try machine.setClock(to: "2026-11-24 10:00")
    machine.run(seconds: 7_200)
    if let back { try machine.setClock(to: back) }
    #expect(machine.active == [])
    try machine.reboot(at: "2026-11-24 10:30")
    #expect(machine.holds("exam") == ["schedule until 12:00"])
  }

  @Test func `with a clock that stays ahead the interval starts by the trusted clock as well`() throws {
    var machine = try Self.machine(at: "20:00")
    try machine.setClock(to: "2026-11-24 10:00")
    machine.run(seconds: 10 * 3_600)
    #expect(machine.active == [])
    machine.sleep(until: try #require(machine.nextWake))
    #expect(machine.moment.boot == 14 * 3_600 * Nanoseconds.perSecond)
    #expect(machine.active == ["exam"])
    machine.run(seconds: 7_200 - 91)
    #expect(machine.active == ["exam"])
    machine.run(seconds: 1)
    #expect(machine.active == [])
  }

  @Test func `an interval that is open when the trusted clock comes to its start is the one of that day`() throws {
    var machine = try Self.machine(at: "09:30")
    try machine.setClock(to: "10:00")
    machine.run(seconds: 7_200)
    #expect(machine.active == [])
    machine.run(seconds: 3_600)
    #expect(machine.events.filter { $0.name == .sessionDidStart }.count == 1)
  }

  @Test func `one that is over before the trusted clock comes starts also behind a late wake-up`() throws {
    var machine = try Self.machine(at: "07:30")
    try machine.setClock(to: "10:00")
    machine.pass(3 * 3_600)
    machine.handle(.time)
    #expect(machine.active == ["exam"])
    #expect(machine.finished.map(\.seconds) == [7_200])
    #expect(machine.holds("exam") == ["schedule until 14:28:30"])
  }

  @Test func `a clock that is set back while the interval is open lets it start on its own day`() throws {
    var machine = try Self.machine(at: "20:00")
    try machine.setClock(to: "2026-11-24 10:00")
    try machine.setClock(to: "2026-11-23 20:00")
    machine.run(seconds: 7_200 - 90)
    #expect(machine.active == [])
    let records = machine.engine.records
    machine.replaceEngine { engine in
      var problems: [StateProblem] = []
      return Engine(engine.configuration, records: records, problems: &problems)
    }
    machine.handle(.time)
    try machine.run(to: "2026-11-24 10:00")
    #expect(machine.active == ["exam"])
  }

  @Test(arguments: [true, false])
  func `what a wall clock has used that turns out to be right stays used`(isBoot: Bool) throws {
    var machine = try Self.machine(at: "08:10")
    // Somebody sets a slow clock right by hand, and ends the interval with a key.
    try machine.setClock(to: "10:10")
    machine.run(seconds: 600)
    machine.handle(.command(.stop(.profile("exam".profileKey)), by: Requester(.person, keyContent: Self.key)))
    #expect(machine.active == [])
    if isBoot {
      try machine.reboot(at: "10:25")
    } else {
      try machine.setClock(to: "10:20:05", isSynchronised: true)
    }
    try machine.run(to: "12:00")
    #expect(machine.events.filter { $0.name == .sessionDidStart }.count == 1)
  }

  @Test func `a night without power makes what was used ahead no more used`() throws {
    var machine = try Self.machine(at: "20:00")
    try machine.setClock(to: "2026-11-24 10:00")
    machine.run(seconds: 7_200)
    try machine.setClock(to: "2026-11-23 22:00")
    try machine.reboot(at: "2026-11-24 10:30")
    #expect(machine.active == ["exam"])
  }

  @Test func `a key shown under a clock that is ahead ends nothing that has not come`() throws {
    var machine = try Self.machine(at: "09:59")
    try machine.run(to: "10:01")
    try machine.setClock(to: "2026-11-24 11:59")
    machine.handle(.command(.stop(.profile("exam".profileKey)), by: Requester(.person, keyContent: Self.key)))
    #expect(machine.active == [])
    try machine.setClock(to: "2026-11-23 10:02")
    machine.run(seconds: 3_600)
    #expect(machine.active == [])
    try machine.run(to: "2026-11-24 10:00")
    #expect(machine.active == ["exam"])
  }

  @Test(arguments: ["nothing", "key", "stays"])
  func `what a soft profile served ahead of its time does not count once it is strict`(what: String) throws {
    let soft = Self.daily.replacing("lock = \"strict\"\n", with: "")
    var machine = try VirtualMachine(soft, at: "2026-11-23 20:00")
    machine.handle(.time)
    try machine.setClock(to: "2026-11-24 10:30")
    #expect(machine.active == ["exam"])
    if what == "key" {
      machine.handle(.command(.stop(.profile("exam".profileKey)), by: Requester(.person, keyContent: Self.key)))
      #expect(machine.active == [])
    } else {
      machine.run(seconds: 7_200)
    }
    if what == "stays" {
      // The trusted clock shows 22:00 of the day before.
      try machine.reload(Self.daily)
      machine.run(seconds: 12 * 3_600 - 1)
      #expect(machine.active == [])
      machine.run(seconds: 1)
    } else {
      try machine.setClock(to: "2026-11-23 22:10")
      try machine.reload(Self.daily)
      try machine.run(to: "2026-11-24 09:59:59")
      #expect(machine.active == [])
      try machine.run(to: "2026-11-24 10:00")
    }
    #expect(machine.active == ["exam"])
  }

  @Test(arguments: ["2026-11-24 10:20:05", nil])
  func `a stop under a slow clock that was set right by hand stays one once the network says so`(synchronised: String?)
    throws
  {
    let soft = Self.daily.replacing("lock = \"strict\"\n", with: "")
    var machine = try VirtualMachine(soft, at: "2026-11-24 08:10")
    machine.handle(.time)
    try machine.setClock(to: "2026-11-24 10:10")
    machine.run(seconds: 600)
    machine.handle(.command(.stop(.profile("exam".profileKey)), by: Requester(.person, keyContent: Self.key)))
    if let synchronised { try machine.setClock(to: synchronised, isSynchronised: true) }
    try machine.reload(Self.daily)
    #expect(machine.active == [])
    // Else the trusted clock comes to the interval at noon.
    try machine.run(to: "12:00:05")
    #expect(machine.active == (synchronised == nil ? ["exam"] : []))
  }

  @Test func `of a soft profile what a set clock served stays served`() throws {
    let soft = Self.daily.replacing("lock = \"strict\"\n", with: "")
    var machine = try VirtualMachine(soft, at: "2026-11-23 20:00")
    machine.handle(.time)
    try machine.setClock(to: "2026-11-24 10:30")
    machine.run(seconds: 7_200)
    try machine.setClock(to: "2026-11-23 22:30")
    try machine.run(to: "2026-11-24 10:30")
    #expect(machine.active == [])
  }

  @Test func `a stop of something else ahead uses nothing of that day for a profile that becomes strict`() throws {
    let soft = Self.daily.replacing("lock = \"strict\"\n", with: "")
    var machine = try VirtualMachine(soft, at: "2026-11-23 20:00")
    machine.handle(.time)
    try machine.setClock(to: "2026-11-24 12:30")
    machine.start("exam", for: 600)
    machine.handle(.command(.stop(.profile("exam".profileKey)), by: Requester(.person, keyContent: Self.key)))
    #expect(machine.active == [])
    try machine.setClock(to: "2026-11-23 20:10")
    try machine.reload(Self.daily)
    try machine.run(to: "2026-11-24 10:00")
    #expect(machine.active == ["exam"])
  }
}
