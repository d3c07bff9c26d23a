import Scheduler
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
    for round in 2...20 {
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
}
