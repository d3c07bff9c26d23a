import Foundation
import Glibc
import ProgramTesting
import Scheduler
import SchedulerPlatform
import TestSupport
import Testing

@testable import SchedulerEnforcement

/// The end of a shield whose name server was changed meanwhile, so that it cannot be reached as before.
@Suite(
  .enabled(if: UnboundServer.exists && NameServerPair.exists, "dnsmasq or unbound is not installed"), .serialized)
struct LostServerTests {
  private let shield: ShieldSet

  init() throws { shield = try ShieldText.shield(ShieldText.LayerText(block: ["a.example"])) }

  /// Waits until a name has an address. Returns false after ten seconds.
  private func becomesOpen(_ name: String, at unbound: UnboundServer) throws -> Bool {
    for _ in 0..<1000 {
      if try unbound.open(name) == [name] { return true }
      usleep(10_000)
    }
    return false
  }

  /// Applies the shield as a daemon that is killed then.
  private func apply(to unbound: UnboundServer) throws {
    var adapter = unbound.adapter()
    _ = try adapter.apply(shield)
    #expect(try unbound.open("a.example") == [])
  }

  @Test(arguments: [true, false])
  func `zones whose record was emptied or removed are gone after a refresh`(isEmptied: Bool) throws {
    let unbound = try UnboundServer()
    try apply(to: unbound)
    if isEmptied { truncate(unbound.serversPath, 0) } else { unlink(unbound.serversPath) }
    try unbound.file.refresh()
    #expect(try unbound.open("a.example") == ["a.example"])
  }

  @Test(arguments: [true, false])
  func `the record of an unbound that has lost its zones and takes no commands any more is emptied`(
    isRestarted: Bool
  ) throws {
    let unbound = try UnboundServer()
    try apply(to: unbound)
    try unbound.forbidCommands()
    if isRestarted {
      unbound.end()
      try unbound.start()
    } else {
      kill(try #require(unbound.server).processID, SIGHUP)
      #expect(try becomesOpen("a.example", at: unbound))
    }
    try unbound.file.remove()
    #expect(try unbound.file.read().isEmpty)
    var adapter = unbound.adapter()
    try adapter.revert()
  }

  @Test func `a refresh loses no zone of others while every zone of our types is one of the configuration`() throws {
    let folder = try WorkFolder()
    try folder.write("server: local-zone: 'Theirs.example.' always_nxdomain # a remark\n", to: "more/one.conf")
    let unbound = try UnboundServer([
      "local-zone: \"all.example\" always_transparent", "include: \"\(folder.path)/more/*.conf\"",
    ])
    _ = try unbound.control.run(["local_zone", "added.example", "static"])
    let before = try unbound.control.zones()
    #expect(before["theirs.example"] == "always_nxdomain" && before["added.example"] == "static")
    try unbound.file.refresh()
    var adapter = unbound.adapter()
    _ = try adapter.apply(shield)
    try adapter.revert()
    try unbound.file.refresh()
    #expect(try unbound.control.zones() == before)
    // One that the configuration does not have may be ours.
    _ = try unbound.control.run(["local_zone", "left.example", "always_nxdomain"])
    try unbound.file.refresh()
    #expect(try unbound.control.zones()["left.example"] == nil)
  }

  @Test func `the zones of a configuration are found in every way of writing them`() throws {
    let folder = try WorkFolder()
    try folder.write("local-zone: d.example static\nlocal-zone: \"e.example\" redirect", to: "sub/x1.conf")
    try folder.write("local-zone: no.example static", to: "sub/.x2.conf")
    let text = """
      # local-zone: "no.example" static
      server:
        directory: "\(folder.path)"
        local-zone: A.Example. static local-zone:"b.example" refuse # local-zone: no.example static
        local-data: "local-zone: no.example"
        local-zone: '.' always_nxdomain
      include-toplevel: "sub/x?.c*f"
      include: missing
      include: main
      local-zone:
      """
    let found = UnboundConfiguration(try folder.write(text, to: "main"))
    #expect(found.zones == ["a.example", "b.example", ".", "d.example", "e.example"])
    #expect(UnboundConfiguration("/nonexistent").zones.isEmpty)
  }

  @Test func `the record of all domains is emptied after a reload of an unbound that takes no commands any more`()
    throws
  {
    let unbound = try UnboundServer()
    var adapter = unbound.adapter()
    let all = ShieldText.LayerText(allow: ["ok.example", "example.com"], all: true)
    _ = try adapter.apply(ShieldText.shield(all))
    #expect(try unbound.open("a.example", "ok.example") == ["ok.example"])
    try unbound.forbidCommands()
    #expect(try unbound.file.blockedSample(of: 20) == ["www.iana.org", "example.net"])
    kill(try #require(unbound.server).processID, SIGHUP)
    #expect(try becomesOpen("a.example", at: unbound))
    try unbound.file.remove()
    #expect(try unbound.file.read().isEmpty)
  }

  @Test func `the record of an unbound that still has its zones and takes no commands stays`() throws {
    let unbound = try UnboundServer()
    try apply(to: unbound)
    unlink(unbound.folder.path + "/control")
    #expect(throws: AdapterError.self) { try unbound.file.remove() }
    #expect(try unbound.file.isRecord() && unbound.open("a.example") == [])
    unbound.end()
    try unbound.file.remove()
    #expect(try unbound.file.read().isEmpty)
  }

  @Test func `a record is younger than the zones that were pushed again`() throws {
    let unbound = try UnboundServer()
    try apply(to: unbound)
    unbound.end()
    try unbound.start()
    try apply(to: unbound)
    unlink(unbound.folder.path + "/control")
    #expect(throws: AdapterError.self) { try unbound.file.remove() }
  }

  @Test func `an unbound that has ended, with its record emptied, needs no end`() throws {
    let unbound = try UnboundServer()
    var adapter = unbound.adapter()
    _ = try adapter.apply(shield)
    unbound.end()
    truncate(unbound.serversPath, 0)
    try adapter.revert()
    #expect(try unbound.file.read().isEmpty)
  }

  @Test(arguments: [true, false])
  func `a dnsmasq whose configuration does not name the file any more frees its names all the same`(
    isEmptied: Bool
  ) throws {
    let pair = try NameServerPair()
    var adapter: NameServerAdapter? = pair.adapter()
    _ = try adapter?.apply(shield)
    adapter = nil
    // The start of a process is known to ten milliseconds.
    usleep(50_000)
    let text = try String(contentsOfFile: pair.configurationPath, encoding: .utf8)
    let lines = text.split(separator: "\n").filter { !$0.hasPrefix("servers-file=") }
    try pair.folder.write(lines.joined(separator: "\n") + "\n", to: "dnsmasq.conf")
    let artefact = ServersFile(
      pair.serversPath, unboundControl: "/nonexistent", processes: [try #require(pair.server).processID])
    if isEmptied {
      truncate(pair.serversPath, 0)
      try artefact.refresh()
    } else {
      try artefact.remove()
    }
    #expect(try pair.becomesOpen(["a.example"]))
  }
}
