import SchedulerCivilTime
import Testing

@testable import Scheduler

/// What is open with a target, and what stays blocked.
@Suite struct AccessTargetTests {
  private func machine(of toml: String, at time: String) throws -> VirtualMachine {
    var machine = try VirtualMachine(toml, at: time)
    machine.handle(.time)
    return machine
  }

  @Test(arguments: [
    ("youtube.com", ["youtube.com": false, "m.youtube.com": false, "music.youtube.com": true, "reddit.com": true]),
    ("m.youtube.com", ["youtube.com": true, "m.youtube.com": false, "a.m.youtube.com": false]),
    ("music.youtube.com", ["youtube.com": true, "music.youtube.com": false, "a.music.youtube.com": false]),
  ])
  func `an open domain covers its subdomains like an entry, and a longer blocked entry still blocks`(
    opened: String, blocked: [String: Bool]
  ) throws {
    var machine = try machine(
      of: """
        timezone = "Europe/Berlin"
        [profile.p]
        window = ["09:00-17:00"]
        block = { domains = ["youtube.com", "music.youtube.com", "reddit.com"] }
        access = { length = "5m" }
        """, at: "2026-11-23 10:00")
    machine.access(opened)
    for (domain, isBlocked) in blocked { #expect(machine.blocks(domain) == isBlocked, "\(domain)") }
  }

  @Test func `an access opens one domain or application where all is blocked`() throws {
    var machine = try machine(
      of: """
        timezone = "Europe/Berlin"
        [profile.p]
        window = ["09:00-17:00"]
        block = { apps = "all", domains = "all" }
        access = { length = "5m", count = 2 }
        """, at: "2026-11-23 10:00")
    machine.access("reddit.com")
    #expect([machine.blocks("reddit.com"), machine.blocks("x.com")] == [false, true])
    let steam = ApplicationIdentity(desktopIDs: ["steam"], isDesktopApplication: true)
    machine.access(application: "steam", steam)
    #expect(machine.reply == "accessOpened until 10:05")
    #expect(!machine.blocks(.application(steam)))
    #expect(machine.blocks(.application(ApplicationIdentity(desktopIDs: ["other"], isDesktopApplication: true))))
  }

  @Test(arguments: ["apps = [\"/usr/bin/steam\"]", "apps = [\"steam\"]", "categories = [\"Game\"]"])
  func `an access opens an application under all names that the machine knows, whatever entry blocks it`(block: String)
    throws
  {
    var machine = try machine(
      of: """
        timezone = "Europe/Berlin"
        [profile.p]
        window = ["09:00-17:00"]
        block = { \(block) }
        access = { length = "5m" }
        """, at: "2026-11-23 10:00")
    let steam = ApplicationIdentity(
      desktopIDs: ["com.valve.Steam"], paths: ["/usr/bin/steam"], categories: [ApplicationCategory("Game")].compact)
    #expect(machine.blocks(.application(steam)))
    machine.access(application: "com.valve.Steam", steam)
    #expect(machine.reply == "accessOpened until 10:05")
    #expect(!machine.blocks(.application(steam)))
    try machine.run(to: "10:05")
    #expect(machine.blocks(.application(steam)))
  }
}

extension [ApplicationCategory?] {
  fileprivate var compact: Set<ApplicationCategory> { Set(compactMap(\.self)) }
}
