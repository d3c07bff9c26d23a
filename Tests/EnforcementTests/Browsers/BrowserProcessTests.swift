import Foundation
import TestSupport
import Testing

@testable import SchedulerEnforcement

/// Policies that a real process writes, which is killed.
@Suite struct BrowserProcessTests {
  private let machine: BrowserMachine
  private static let administrators = #"{"URLBlocklist": ["x.example",], /* ours */ "HomepageLocation": "http://h/"}"#
  private static let policies = "{\n  \"policies\": {\"DisableTelemetry\": true}\n}\n"

  init() throws { machine = try BrowserMachine() }

  private static let program = HostsProcess.program.replacing("HostsWriter", with: "BrowserWriter")

  /// The files below /etc, without empty directories.
  private var files: [String: String] { machine.snapshot().filter { !$0.value.hasSuffix(" ") } }

  @Test(arguments: [true, false])
  func `after kills at any moment each file is whole, and a revert gives back every byte`(hasAdministrator: Bool) throws
  {
    if hasAdministrator {
      try machine.write(Self.administrators, to: "etc/chromium/policies/managed/50-admin.json")
      try machine.write(Self.policies, to: "etc/firefox/policies/policies.json")
    }
    let before = files
    var random = SeededGenerator(seed: hasAdministrator ? 1 : 2)
    var turnCount = 0
    var blockCounts: Set<Int> = []
    for round in 0..<Laws.count(150, few: 15) {
      let writer = try HostsProcess([Self.program, "flip", machine.path])
      var lines = writer.lines(Int.random(in: 1..<8, using: &random))
      usleep(.random(in: 0..<2500, using: &random))
      lines += writer.kill()
      turnCount += lines.count
      let directory = ChromiumDirectory(machine.path + "/etc/chromium/policies/managed")
      let own = try directory.contents().own.values.map { ChromiumPolicy.blockedEntries(in: $0).count }
      let extra = hasAdministrator ? 1 : 0
      #expect(own.count < 2 && own.allSatisfy { [200 + extra, 300 + extra].contains($0) }, "round \(round)")
      let document = try FirefoxFile(machine.path + "/etc/firefox/policies/policies.json").document()
      #expect(document.fault == nil && document.isOwn != (document.bytes == document.foreign), "round \(round)")
      #expect(!document.isOwn || [200, 300].contains(document.filter.block.count), "round \(round)")
      #expect(document.foreign == (hasAdministrator ? Array(Self.policies.utf8) : nil), "round \(round)")
      if hasAdministrator {
        #expect(machine.text("etc/chromium/policies/managed/50-admin.json") == Self.administrators, "round \(round)")
      }
      blockCounts.formUnion(own + [document.filter.block.count])
    }
    #expect(turnCount > Laws.count(150, few: 15) && blockCounts.count > 2)
    #expect(try HostsProcess([Self.program, "revert", machine.path]).linesToEnd() == ["reverted"])
    #expect(files == before)
  }
}
