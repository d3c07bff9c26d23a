import Foundation
import Glibc
import ProgramTesting
import Scheduler
import TestSupport
import Testing

@testable import SchedulerEnforcement

/// A daemon that is killed while it changes the rules of a real dnsmasq.
@Suite(.enabled(if: NameServerPair.exists, "dnsmasq is not installed"), .serialized)
struct KilledNameServerTests {
  @Test func `after kills at any moment the file is whole, and the next daemon brings it and dnsmasq in line`() throws {
    let pair = try NameServerPair()
    let artefact = ServersFile(pair.serversPath)
    let shield = try ShieldText.shield(ShieldText.LayerText(block: ["mine.example"]))
    let machine = MachineNames()
    let whole = try [150, 100].map { count in
      let names = (0..<count).map { "\(count == 150 ? "name" : "other")\($0).example" }
      let rules = NameRules(of: try ShieldText.shield(ShieldText.LayerText(block: names)), on: machine)
      return ServersFile.bytes(of: rules)
    }
    var random = SeededGenerator(seed: 5)
    var turnCount = 0
    for round in 0..<Laws.count(100, few: 10) {
      let writer = try HostsProcess([HostsProcess.program, "names", "flip", pair.serversPath])
      var lines = writer.lines(Int.random(in: 1..<5, using: &random))
      usleep(.random(in: 0..<80_000, using: &random))
      lines += writer.kill()
      turnCount += lines.count
      let free = [[], ServersFile.bytes(of: .nothing)]
      #expect(try (free + whole).contains(artefact.read()), "round \(round)")
      if round % 2 == 0 {
        var adapter = pair.adapter()
        _ = try adapter.apply(shield)
        try adapter.verify()
        #expect(try pair.open("mine.example", "name1.example", "other1.example").count == 2, "round \(round)")
        try adapter.revert()
      } else {
        try artefact.remove()
      }
      #expect(try pair.becomesOpen(["mine.example", "name1.example", "other1.example"]), "round \(round)")
    }
    #expect(turnCount > Laws.count(100, few: 10))
    var adapter = pair.adapter()
    try adapter.revert()
    #expect(try artefact.read().isEmpty)
    let names = try FileManager.default.contentsOfDirectory(atPath: pair.folder.path)
    #expect(names.filter { $0.hasPrefix(".schedctl-") } == [])
  }

  @Test(.enabled(if: HostsProcessTests.canMount, "only root can make a small disk"))
  func `on a full disk the names are removed all the same`() throws {
    let folder = try WorkFolder()
    let names = (0..<2_000).map { "name\($0).example" }
    let rules = NameRules(of: try ShieldText.shield(ShieldText.LayerText(block: names)), on: MachineNames())
    try folder.write(String(decoding: ServersFile.bytes(of: rules), as: UTF8.self), to: "model")
    try folder.write("", to: "disk/servers")
    // The last names are removed in place, which also the other name of the file shows.
    let script = """
      mount -t tmpfs -o size=64k none "$1/disk" && cp "$1/model" "$1/disk/servers" && chmod 644 "$1/disk/servers"
      cat /dev/zero > "$1/disk/filler" 2> /dev/null
      (echo z > "$1/disk/other") 2> /dev/null || echo full; rm "$1/disk/other"; ln "$1/disk/servers" "$1/disk/same"
      "$0" names revert "$1/disk/servers"; wc -c < "$1/disk/servers"; ls -A "$1/disk"
      grep -c . "$1/disk/same"
      """
    let arguments = ["-m", "/bin/sh", "-c", script, HostsProcess.program, folder.path]
    let lines = try HostsProcess(["/usr/bin/unshare"] + arguments).linesToEnd()
    #expect(lines == ["full", "reverted", "0", "filler", "same", "servers", "2"])
  }

  @Test func `what only the name server still has is gone after a refresh and after a revert`() throws {
    let pair = try NameServerPair()
    let shield = try ShieldText.shield(ShieldText.LayerText(block: ["a.example"]))
    var adapter: NameServerAdapter? = pair.adapter()
    _ = try adapter?.apply(shield)
    adapter = nil
    for isGone in [false, true] {
      if isGone { unlink(pair.serversPath) } else { truncate(pair.serversPath, 0) }
      #expect(try pair.open("a.example") == [])
      try ServersFile(pair.serversPath).refresh()
      #expect(try pair.becomesOpen(["a.example"]))
      _ = try pair.adapter().applying(shield)
    }
    truncate(pair.serversPath, 0)
    var next = pair.adapter()
    try next.revert()
    #expect(try pair.becomesOpen(["a.example"]))
  }
}

extension NameServerAdapter {
  /// A copy that has applied a shield.
  fileprivate func applying(_ shield: ShieldSet) throws -> NameServerAdapter {
    var copy = self
    _ = try copy.apply(shield)
    return copy
  }
}
