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
      while try unbound.open("a.example").isEmpty { usleep(1000) }
    }
    try unbound.file.remove()
    #expect(try unbound.file.read().isEmpty)
    var adapter = unbound.adapter()
    try adapter.revert()
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
