import Scheduler
import SchedulerStore
import TestSupport
import Testing

@testable import SchedulerDaemon

/// When the sessions of a person end who uses what is used up, and whose agent does not report.
@Suite struct UseEndingTests {
  /// A machine where a limit that is used up ends the sessions of its person.
  private static func overused() throws -> UseWorld {
    let world = try UseWorld("apps = [\"steam\"]\nuse = \"10s\"\nthen = \"logout\"")
    world.running = [ApplicationIdentity(paths: ["/usr/games/steam"])]
    world.handle(.woken)
    _ = world.report("steam")
    try world.run(seconds: 12)
    #expect(world.endings == [.logout])
    _ = world.report(nil)
    try world.run(seconds: 20)
    return world
  }

  @Test func `sessions end half a minute after the agent, which may have been restarted`() throws {
    let world = try Self.overused()
    world.close(1)
    try world.run(seconds: 29)
    #expect(world.endings == [.logout])
    try world.run(seconds: 2)
    #expect(world.endings == [.logout, .logout])
  }

  @Test func `sessions end half a minute after a silent or contradicted agent, and after a start without one`() throws {
    let silent = try Self.overused()
    try silent.run(seconds: 68)
    #expect(silent.endings == [.logout])
    try silent.run(seconds: 5)
    #expect(silent.endings == [.logout, .logout])
    let lying = try Self.overused()
    lying.evidence = { _ in .contradicted }
    lying.report(path: "/usr/bin/chess")
    try lying.run(seconds: 33)
    #expect(lying.endings == [.logout])
    try lying.run(seconds: 4)
    #expect(lying.endings == [.logout, .logout])
  }

  @Test func `the half minute comes once an hour, so that ending the agent again and again gains no time`() throws {
    let world = try Self.overused()
    world.close(1)
    try world.run(seconds: 28)
    for round in 2...4 {
      _ = world.report(nil)
      try world.run(seconds: 31)
      world.close(1)
      try world.run(seconds: 28)
      #expect(world.endings.count >= round, "\(round)")
    }
    _ = world.report(nil)
    try world.run(seconds: 20)
    for _ in 0..<130 {
      try world.run(seconds: 29)
      _ = world.report(nil)
    }
    let count = world.endings.count
    world.close(1)
    try world.run(seconds: 28)
    #expect(world.endings.count == count)
  }

  @Test func `running programs count no more when no limit is on programs, and the gap ends`() throws {
    let world = try UseWorld("apps = [\"steam\"]\nuse = \"1h\"")
    world.running = [ApplicationIdentity(paths: ["/usr/games/steam"])]
    world.handle(.woken)
    try world.run(seconds: 120)
    #expect(world.loop.engine.engine.hasUseGap(of: "kim"))
    try world.change(to: "timezone = \"UTC\"\n[profile.p.limit]\ndomains = [\"reddit.com\"]\nuse = \"1h\"\n")
    try world.run(seconds: 1)
    #expect(!world.loop.engine.engine.hasUseGap(of: "kim"))
    let looks = world.looks
    try world.run(seconds: 100)
    #expect(world.looks == looks)
  }

  /// A machine on which limits that are used up after ten seconds lock the session.
  private static func locking(_ apps: String = "steam") throws -> UseWorld {
    let limits = apps.split(separator: " ").map {
      "[profile.\($0).limit]\napps = [\"\($0)\"]\nuse = \"10s\"\nthen = \"lock\""
    }
    return try UseWorld("apps = [\"other\"]\nuse = \"10s\"\n" + limits.joined(separator: "\n"))
  }

  /// Uses a program for a while, and reports it as an agent does.
  private func use(_ name: String?, seconds: Int64, on world: UseWorld) throws {
    var left = seconds
    while left > 0 {
      world.report(name)
      try world.run(seconds: min(left, 20))
      left -= 20
    }
  }

  private func warnings(_ world: UseWorld) -> Int {
    world.actions.count {
      if case .log(let entry) = $0 {
        entry.priority == .warning && entry.message.contains("locks do not keep")
      } else {
        false
      }
    }
  }

  private func blocks(_ world: UseWorld) -> [String] { world.loop.engine.engine.shield.map(\.layer.profile.key.text) }

  @Test func `after two minutes of locks without an effect a limit blocks instead, with a warning`() throws {
    let world = try Self.locking()
    try use("steam", seconds: 129, on: world)
    #expect(world.endings.count == 12 && world.endings.allSatisfy { $0 == .lock })
    #expect(warnings(world) == 0 && blocks(world).isEmpty)
    try use("steam", seconds: 120, on: world)
    #expect(world.endings.count == 12)
    #expect(warnings(world) == 1 && blocks(world) == ["steam"])
    #expect(
      world.messages.contains { $0.contains("'kim'") && $0.contains("swayidle") && $0.contains("10s a day of steam") })
  }

  @Test(arguments: ["mail", nil])
  func `looking at something else or at nothing in between does not hide that locks have no effect`(
    other: String?
  ) throws {
    let world = try Self.locking()
    for _ in 0..<10 {
      try use("steam", seconds: 15, on: world)
      try use(other, seconds: 15, on: world)
    }
    #expect(warnings(world) == 1 && blocks(world) == ["steam"])
  }

  @Test func `ending the agent does not hide it either`() throws {
    let world = try Self.locking()
    world.running = [ApplicationIdentity(paths: ["/usr/games/steam"])]
    world.handle(.woken)
    try world.run(seconds: 300)
    #expect(world.endings.count == 12 && warnings(world) == 1 && blocks(world) == ["steam"])
  }

  @Test func `locks that end the use block nothing, also if they show only after a minute of idleness`() throws {
    let idle = try Self.locking()
    for _ in 0..<5 {
      try use("steam", seconds: 80, on: idle)
      try use(nil, seconds: 600, on: idle)
    }
    let quiet = try Self.locking()
    for _ in 0..<5 {
      try use("steam", seconds: 80, on: quiet)
      _ = quiet.report(nil, idleSeconds: 70)
      try quiet.run(seconds: 20)
    }
    let opened = try Self.locking()
    for _ in 0..<30 {
      try use("steam", seconds: 15, on: opened)
      try use(nil, seconds: 105, on: opened)
    }
    for world in [idle, quiet, opened] {
      #expect(world.endings.count >= 30)
      #expect(warnings(world) == 0 && blocks(world).isEmpty)
    }
  }

  @Test func `a second agent that reports idleness does not hide that locks have no effect`() throws {
    let world = try Self.locking()
    for _ in 0..<15 {
      try use("steam", seconds: 20, on: world)
      _ = world.report(nil, from: 2, idleSeconds: 86_400)
    }
    #expect(warnings(world) == 1 && blocks(world) == ["steam"])
  }

  @Test func `a full disk keeps no limit from blocking, and loses no use`() throws {
    let world = try UseWorld("apps = [\"steam\"]\nuse = \"10s\"")
    world.files.plan.capacity = 0
    try use("steam", seconds: 20, on: world)
    #expect(blocks(world) == ["p"])
    #expect(world.loop.engine.wantedShield?.layers.map(\.layer.profile.key.text) == ["p"], "adapters get it")
    #expect(world.messages.contains { $0.contains("no space left") })
    world.files.plan.capacity = nil
    try use(nil, seconds: 120, on: world)
    world.files.crash()
    let stored = try DurableEngine.open(
      ConfigurationVersions(
        configuration("timezone = \"UTC\"\n[profile.p.limit]\napps = [\"steam\"]\nuse = \"10s\"\n")),
      in: &world.files)
    #expect(stored.engine.limitStandings(at: world.clock.moment).map(\.usedSeconds) == [20])
  }

  @Test func `logouts that fail block in the end, too`() throws {
    let world = try UseWorld("apps = [\"steam\"]\nuse = \"10s\"\nthen = \"logout\"")
    try use("steam", seconds: 200, on: world)
    #expect(world.endings.count == 12 && world.endings.allSatisfy { $0 == .logout })
    #expect(world.messages.contains { $0.contains("ending sessions does not keep 'kim'") && $0.contains("logind") })
    #expect(blocks(world) == ["p"])
  }
}
