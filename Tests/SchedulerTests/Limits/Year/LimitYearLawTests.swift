import SchedulerCivilTime
import TestSupport
import Testing

@testable import Scheduler

/// Limits over a year of use, restarts, crashes, reboots, suspensions, travels, changes of the clocks and clocks that are
/// set, against a second implementation that adds up seconds.
@Suite struct LimitYearLawTests {
  @Test(arguments: Laws.cases(0..<36 as Range<UInt64>, few: 5))
  func `sums, events and blocks over a year equal those of a naive implementation`(_ seed: UInt64) throws {
    var year = try LimitYear(seed: seed, dayCount: Laws.areWhole ? nil : 4)
    do {
      while year.clocks.wall - year.error < year.end {
        try year.step()
        try year.compareBlocks()
      }
    } catch let difference as LimitYear.Difference {
      let place = year.machine.moment.wall.rfc3339(in: year.machine.zone)
      Issue.record("seed \(seed), \(place): \(difference)\n\(year.history.suffix(12).joined(separator: "\n"))")
    }
    #expect(year.reachedCount > 3, "seed \(seed)")
  }
}

extension LimitYear {
  /// Does something, and lets time pass.
  mutating func step() throws {
    switch Int.random(in: 0..<24, using: &random) {
    case 0..<10: try run(Int64.random(in: 1...1500, using: &random))
    case 10: try sleep(Int64.random(in: 1...1800, using: &random))
    case 11..<16:
      try use((Self.apps + Self.apps + [""]).randomElement(using: &random).flatMap { $0.isEmpty ? nil : $0 })
    case 16: try idle(Int64.random(in: 1...120, using: &random))
    case 17: try suspend(Int64.random(in: 1...40_000, using: &random))
    case 18:
      try use(nil)
      try run(Int64.random(in: 1...30_000, using: &random))
    case 19, 20: try more(Self.apps.randomElement(using: &random) ?? "")
    case 21: try holdSession()
    case 22 where Int.random(in: 0..<6, using: &random) == 0: try setClock()
    case 23 where Int.random(in: 0..<3, using: &random) == 0: try stop()
    default: try travelOrStay()
    }
  }

  private mutating func tell(_ words: String) { history.append("\(clocks.wall) \(words)") }

  /// Lets time pass with an evaluation whenever the engine asked for one.
  private mutating func run(_ seconds: Int64) throws {
    tell("runs \(seconds) s")
    var left = seconds
    while left > 0 {
      let wake = machine.nextWake.map { max(1, $0.seconds(since: machine.moment.wall)) } ?? left
      let former = clocks
      pass(min(left, wake))
      left -= min(left, wake)
      machine.handle(.time)
      try follow()
      if missesDay(since: former) { throw Difference(description: "no evaluation at the start of a day") }
    }
  }

  /// Lets some seconds pass that the engine did not ask to be evaluated in, and leaves them without an evaluation.
  private mutating func runOn() {
    let wake = machine.nextWake.map { $0.seconds(since: machine.moment.wall) } ?? 100
    if wake > 1 { pass(Int64.random(in: 0..<min(wake, 100), using: &random)) }
  }

  /// Lets time pass with no evaluation before its end. If the trusted clock is about to take over a step, evaluations are
  /// not missing.
  private mutating func sleep(_ seconds: Int64) throws {
    guard clocks.steps.isEmpty else { return try run(seconds) }
    tell("has no evaluation for \(seconds) s")
    pass(seconds)
    machine.handle(.time)
    try follow()
  }

  private mutating func use(_ name: String?) throws {
    tell("uses \(name ?? "nothing")")
    runOn()
    machine.use(name)
    try follow(using: .some(name))
  }

  private mutating func idle(_ seconds: Int64) throws {
    tell("was idle for \(seconds) s")
    runOn()
    let report = UseReport(of: UserIdentity(name: "kim"), targets: [], source: "test", idleSeconds: seconds)
    machine.handle(.use(report))
    try follow(using: .some(nil), acting: { $0.takeOff(seconds) })
  }

  private mutating func suspend(_ seconds: Int64) throws {
    tell("is suspended for \(seconds) s")
    runOn()
    machine.pass(seconds)
    machine.handle(.suspension(seconds * Nanoseconds.perSecond))
    try follow(moving: { $0.pass(seconds) }, acting: { $0.forgetUses() })
  }

  private mutating func more(_ name: String) throws {
    tell("asks for more of \(name)")
    runOn()
    machine.more(name)
    var isGranted = false
    let reply = machine.reply
    try follow(acting: { isGranted = $0.grant(name) })
    if reply.hasPrefix("moreGranted") != isGranted { throw Difference(description: "the answer is '\(reply)'") }
  }

  /// Starts a session by hand, or ends it.
  private mutating func holdSession() throws {
    if Bool.random(using: &random) {
      let seconds = Int64.random(in: 1...20_000, using: &random)
      tell("starts a session for \(seconds) s")
      runOn()
      machine.start("w", for: seconds)
    } else {
      tell("stops its session")
      runOn()
      machine.stop("w")
    }
    try follow()
  }

  private mutating func travelOrStay() throws {
    guard Int.random(in: 0..<20, using: &random) == 0 else { return }
    let (index, rules) = otherZone()
    tell("travels to \(rules.identifier)")
    runOn()
    machine.travel(to: rules)
    try follow(acting: { $0.move(to: index) })
  }

  /// How the clock is set: by a time source to the real time, or by a person by minutes to days. The kernel may report the
  /// latter as synchronised, too.
  private mutating func randomStep() -> (seconds: Int64, isSynchronised: Bool) {
    if error != 0, Bool.random(using: &random) { return (-error, Bool.random(using: &random)) }
    let minutes = [Int64.random(in: -90...90, using: &random), Int64.random(in: -4000...4000, using: &random)]
    let seconds = minutes[Int.random(in: 0..<2, using: &random)] * 60
    // It stays within ten days of the real time.
    guard seconds != 0, abs(error + seconds) < 864_000 else { return (-error, true) }
    return (seconds, Int.random(in: 0..<3, using: &random) == 0)
  }

  private mutating func setClock() throws {
    let (seconds, isSynchronised) = randomStep()
    tell("sets the clock by \(seconds) s\(isSynchronised ? ", synchronised" : "")")
    guard seconds != 0 else { return }
    runOn()
    try setClock(by: seconds, isSynchronised: isSynchronised)
  }

  /// Sets the clock, after `down` seconds in which the program did not run.
  private mutating func setClock(by seconds: Int64, isSynchronised: Bool, after down: Int64 = 0) throws {
    error += seconds
    let elapsed = clocks.elapsed + pending + down
    machine.setClock(to: machine.moment.wall.adding(seconds: seconds), isSynchronised: isSynchronised)
    try follow(
      moving: { clocks in
        clocks.pass(down)
        clocks.step(seconds, isSynchronised: isSynchronised)
      }, acting: { if $0.clocks.elapsed > elapsed { $0.forgetUses() } })
  }

  /// The program or the machine stops, in order or not, and starts again.
  private mutating func stop() throws {
    let isReboot = Bool.random(using: &random)
    let isCrash = Bool.random(using: &random)
    tell("\(isReboot ? "reboots" : "restarts")\(isCrash ? " after it was killed" : "")")
    let former = app
    runOn()
    if !isCrash {
      machine.handle(.useEnds)
      try follow(using: .some(nil), acting: { $0.forgetUses() })
    }
    if isCrash || isReboot { machine.crash() } else { machine.restart() }
    try die(losesPower: isReboot)
    let down = Int64.random(in: 1...(isReboot ? 30_000 : 300), using: &random)
    if isReboot { try reboot(after: down) } else { try start(after: down) }
    machine.handle(.useEnds)
    try follow()
    if let former, Bool.random(using: &random) { try use(former) }
  }

  private mutating func start(after down: Int64) throws {
    machine.pass(down)
    switch Int.random(in: 0..<8, using: &random) {
    case 0:
      let (seconds, isSynchronised) = randomStep()
      guard seconds != 0 else { fallthrough }
      tell("finds the clock set by \(seconds) s\(isSynchronised ? ", synchronised" : "")")
      try setClock(by: seconds, isSynchronised: isSynchronised, after: down)
    case 1:
      let (index, rules) = otherZone()
      tell("finds itself in \(rules.identifier)")
      machine.travel(to: rules)
      try follow(moving: { $0.pass(down) }, acting: { $0.move(to: index) })
    default:
      machine.handle(.time)
      try follow(moving: { $0.pass(down) })
    }
  }

  private mutating func reboot(after down: Int64) throws {
    let off = Int.random(in: 0..<3, using: &random) == 0 ? randomStep().seconds : 0
    tell("was off for \(down) s, and the clock by \(off) s")
    error += off
    let wall = machine.moment.wall.adding(seconds: down + off)
    machine.reboot(at: wall, isNoticed: false)
    if Int.random(in: 0..<8, using: &random) == 0 {
      let (index, rules) = otherZone()
      machine.travel(to: rules)
      try follow(moving: { $0.reboot(at: wall.epochSeconds) }, acting: { $0.move(to: index) })
    } else {
      machine.handle(.time)
      try follow(moving: { $0.reboot(at: wall.epochSeconds) })
    }
  }
}
