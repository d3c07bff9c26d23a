import Scheduler
import SchedulerPlatform
import TestSupport
import Testing

@testable import SchedulerDaemon

/// Reports that the running programs contradict.
@Suite struct UseDoubtTests {
  private static let steam = "apps = [\"steam\"]\nuse = \"10h\""
  private static let game = ApplicationIdentity(paths: ["/usr/games/steam"])

  /// A daemon on whose machine steam and mail run, and what is in `/opt` cannot be checked.
  private static func world() throws -> UseWorld {
    let world = try UseWorld(steam)
    world.running = [game]
    world.evidence = { application in
      let path = application.paths.min() ?? ""
      if path.hasPrefix("/opt/") { return .unchecked }
      return ["/usr/games/steam", "/usr/bin/mail"].contains(path) ? .confirmed : .contradicted
    }
    return world
  }

  @Test func `running programs count after a report has been contradicted for five seconds`() throws {
    let world = try Self.world()
    world.report(path: "/usr/bin/chess")
    try world.run(seconds: 4)
    #expect(world.standing?.source ?? "test" == "test" && world.disbeliefs.isEmpty)
    let publications = world.publications
    try world.run(seconds: 1)
    #expect(world.standing?.source == UseReport.runningPrograms)
    #expect(world.publications > publications, "status and monitors show what measures now")
    #expect(
      world.disbeliefs
        == ["ignores the agent of 'kim': it reports that '/usr/bin/chess' is in use, which does not run"])
    for _ in 0..<10 {
      try world.run(seconds: 10)
      world.report(path: "/usr/bin/chess")
    }
    #expect(world.standing?.usedSeconds == 100)
    #expect(world.disbeliefs.count == 1, "one warning for the change")
  }

  @Test func `a window that closes after its report contradicts nothing`() throws {
    let world = try Self.world()
    world.report(path: "/usr/bin/chess")
    try world.run(seconds: 3)
    world.report(path: "/usr/bin/mail")
    try world.run(seconds: 3)
    world.report(path: "/usr/bin/chess")
    try world.run(seconds: 3)
    _ = world.report(nil)
    try world.run(seconds: 20)
    #expect(world.disbeliefs.isEmpty && world.standing?.usedSeconds ?? 0 == 0)
  }

  @Test func `an agent is believed if the second look finds the program`() throws {
    let world = try Self.world()
    world.evidence = { [clock = world.clock] _ in clock.seconds < 2 ? .contradicted : .confirmed }
    world.report(path: "/usr/games/steam")
    try world.run(seconds: 50)
    #expect(world.disbeliefs.isEmpty && world.checks == 2)
    #expect(world.standing?.source == "test" && world.standing?.usedSeconds == 50)
  }

  @Test(arguments: ["/usr/bin/go", "/opt/unknown"])
  func `a lie is not forgotten over another, nor over what cannot be checked`(_ other: String) throws {
    let world = try Self.world()
    for second in 0..<60 {
      world.report(path: second.isMultiple(of: 2) || second == 5 ? "/usr/bin/chess" : other)
      try world.run(seconds: 1)
      if second == 5 { #expect(world.disbeliefs.count == 1) }
    }
    if other == "/usr/bin/go" { #expect((54...55).contains(world.standing?.usedSeconds ?? 0)) }
  }

  @Test func `connecting again gains no time`() throws {
    let world = try Self.world()
    for connection in 1...30 {
      world.report(path: "/usr/bin/chess", from: UInt64(connection))
      try world.run(seconds: 2)
      if connection.isMultiple(of: 3) { world.close(UInt64(connection)) }
    }
    #expect((52...60).contains(world.standing?.usedSeconds ?? 0))
    #expect(world.standing?.source == UseReport.runningPrograms)
    for connection in 1...30 { world.close(UInt64(connection)) }
    try world.run(seconds: 300)
    #expect((350...360).contains(world.standing?.usedSeconds ?? 0))
    world.report(path: "/usr/bin/mail", from: 31)
    #expect(world.standing?.source == "test")
  }

  @Test(arguments: ["/usr/bin/mail", "/opt/unknown", nil])
  func `an agent is believed again when it reports nothing that is contradicted`(_ path: String?) throws {
    let world = try Self.world()
    for _ in 0..<3 {
      world.report(path: "/usr/bin/chess")
      try world.run(seconds: 20)
    }
    let used = world.standing?.usedSeconds ?? 0
    #expect(used == 55)
    _ = world.report(path.map { ApplicationIdentity(paths: [$0]) }, idleSeconds: path == nil ? 3_600 : 0)
    try world.run(seconds: 1)
    #expect(world.standing?.source == "test")
    #expect(world.standing?.usedSeconds == used, "what running programs counted is not taken off")
    try world.run(seconds: 20)
    #expect(world.standing?.usedSeconds == used)
    world.report(path: "/usr/bin/chess")
    try world.run(seconds: 25)
    #expect((used + 19...used + 20).contains(world.standing?.usedSeconds ?? 0), "a new doubt lasts as long")
  }

  @Test func `an agent after another takes off nothing that running programs counted`() throws {
    let world = try Self.world()
    world.handle(.woken)
    try world.run(seconds: 95)
    let used = world.standing?.usedSeconds ?? 0
    #expect(used > 30)
    for _ in 0..<3 {
      _ = world.report(nil, idleSeconds: 3_600)
      #expect(world.standing?.usedSeconds == used)
    }
  }

  @Test func `an agent that ends again and again gains no time`() throws {
    let world = try Self.world()
    world.handle(.woken)
    try world.run(seconds: 31)
    let before = world.standing?.usedSeconds ?? 0
    for _ in 0..<20 {
      _ = world.report(nil)
      try world.run(seconds: 2)
      world.close(1)
      try world.run(seconds: 28)
    }
    #expect((20 * 27...20 * 28).contains((world.standing?.usedSeconds ?? 0) - before))
  }

  @Test func `after an agent ended, programs that ended with the session count for five seconds at most`() throws {
    let world = try Self.world()
    world.handle(.woken)
    try world.run(seconds: 31)
    _ = world.report(nil)
    try world.run(seconds: 2)
    let used = world.standing?.usedSeconds ?? 0
    world.close(1)
    try world.run(seconds: 1)
    world.running = []
    try world.run(seconds: 20)
    #expect((1...5).contains((world.standing?.usedSeconds ?? 0) - used))
  }

  @Test func `another agent of the person is still believed`() throws {
    let world = try Self.world()
    world.report(path: "/usr/bin/chess", from: 1)
    world.report(path: "/usr/games/steam", from: 2)
    try world.run(seconds: 20)
    #expect(world.disbeliefs.count == 1 && world.standing?.source == "test")
    #expect(world.standing?.usedSeconds == 20)
  }

  @Test func `reports without end cause a look each second, also if each is confirmed`() throws {
    let honest = try Self.world()
    honest.evidence = { _ in .confirmed }
    for second in 0..<4 {
      for number in 0..<200 { honest.report(path: "/usr/bin/chess-\(number)") }
      try honest.run(seconds: 1)
      #expect(honest.checks <= 2 * (second + 1))
    }
    let world = try Self.world()
    for second in 0..<4 {
      for number in 0..<200 { world.report(path: "/usr/bin/chess-\(number)") }
      try world.run(seconds: 1)
      #expect(world.checks <= 2 * (second + 1))
    }
    try world.run(seconds: 2)
    #expect(world.disbeliefs.count == 1)
    let checks = world.checks
    try world.run(seconds: 50)
    #expect(world.checks == checks, "an agent that is not believed wakes the daemon no more")
  }

  @Test func `many connections gain no time and cause no more looks`() throws {
    let world = try Self.world()
    for connection in 1...40 { world.report(path: "/usr/bin/chess", from: UInt64(connection)) }
    for second in 1...10 {
      try world.run(seconds: 1)
      #expect(world.checks <= second + 2)
    }
    #expect(world.disbeliefs.count == 1 && (4...5).contains(world.standing?.usedSeconds ?? 0))
    world.report(path: "/usr/bin/mail", from: 40)
    try world.run(seconds: 40)
    #expect(world.standing?.source == "test")
  }

  @Test func `nothing is looked at where no limit concerns the person or no program is named`() throws {
    let free = try UseWorld(Self.steam + "\n[profile.p]\nusers = [\"lee\"]")
    free.evidence = { _ in .contradicted }
    free.report(path: "/usr/bin/chess")
    try free.run(seconds: 100)
    #expect(free.checks == 0)
    let world = try Self.world()
    world.report("steam")
    try world.run(seconds: 40)
    _ = world.report(ApplicationIdentity())
    try world.run(seconds: 40)
    #expect(world.checks == 0 && world.disbeliefs.isEmpty)
  }

  @Test func `the time of a suspension proves no doubt`() throws {
    let world = try Self.world()
    world.report(path: "/usr/bin/chess")
    world.handle(.resumed(afterNanoseconds: 3_600_000_000_000), after: 3_602)
    try world.run(seconds: 2)
    #expect(world.disbeliefs.isEmpty)
    try world.run(seconds: 2)
    #expect(world.disbeliefs.count == 1)
  }

  @Test func `an answer about an earlier report changes nothing`() throws {
    let world = try UseWorld(Self.steam)
    world.report(path: "/usr/bin/chess")
    world.report(path: "/usr/games/steam")
    let old = UseCheck(
      connection: ConnectionID(1), userID: 1000, application: ApplicationIdentity(paths: ["/usr/bin/chess"]))
    for _ in 0..<3 { world.handle(.useChecked(old, .contradicted), after: 6) }
    #expect(world.disbeliefs.isEmpty)
  }

  @Test(arguments: 0..<UInt64(Laws.count(200, few: 20)))
  func `confirmed reports are never doubted, and lies gain five seconds and one look at most`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let honest = try Self.world()
    let liar = try Self.world()
    var sum: Int64 = 0
    while sum < 600 {
      let seconds = Int64.random(in: 1...(Bool.random(using: &random) ? 4 : 29), using: &random)
      let connection = UInt64.random(in: 1...4, using: &random)
      let isMail = Bool.random(using: &random)
      honest.report(path: isMail ? "/usr/bin/mail" : "/usr/games/steam", from: connection)
      liar.report(path: isMail ? "/usr/bin/chess" : "/usr/bin/go", from: connection)
      if Int.random(in: 0..<3, using: &random) == 0 {
        let closed = UInt64.random(in: 1...4, using: &random)
        honest.close(closed)
        liar.close(closed)
      }
      try honest.run(seconds: seconds)
      try liar.run(seconds: seconds)
      sum += seconds
    }
    #expect(honest.disbeliefs.isEmpty, "seed \(seed)")
    let used = liar.standing?.usedSeconds ?? 0
    #expect(used >= sum - 5 - 30 && used <= sum, "seed \(seed): \(used) of \(sum)")
  }
}
