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

  private static let program = HostsProcess.program

  /// The files below /etc, without directories: an empty one stays if it was created at the moment of a kill.
  private var files: [String: String] { machine.snapshot().filter { !$0.value.hasSuffix(" directory") } }

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
      let writer = try HostsProcess([Self.program, "policies", "flip", machine.path])
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
    #expect(try HostsProcess([Self.program, "policies", "revert", machine.path]).linesToEnd() == ["reverted"])
    #expect(files == before)
  }

  @Test(arguments: [true, false])
  func `a daemon and an installation of the extension that are killed at any moment lose no byte`(hasFile: Bool) throws
  {
    let path = "etc/firefox/policies/policies.json"
    if hasFile { try machine.write(Self.policies, to: path) }
    let before = files
    var random = SeededGenerator(seed: hasFile ? 3 : 4)
    var seen: Set<[Bool]> = []
    var turnCount = 0
    for round in 0..<Laws.count(150, few: 15) {
      let writers = try ["policies", "extension"].map { try HostsProcess([Self.program, $0, "flip", machine.path]) }
      let starts = writers.map { $0.lines(Int.random(in: 1..<8, using: &random)) }
      usleep(.random(in: 0..<2500, using: &random))
      turnCount += zip(writers, starts).map { $1.count + $0.kill().count }.reduce(0, +)
      let document = try FirefoxFile(machine.path + "/" + path).document()
      #expect(
        document.fault == nil && document.isOwn == (document.hasShield || document.hasExtension), "round \(round)")
      #expect(document.foreign == (hasFile ? Array(Self.policies.utf8) : nil), "round \(round)")
      #expect(document.hasExtension == FirefoxExtension.isKept(by: document.policies), "round \(round)")
      #expect([200, 300].contains(document.filter.block.count) == document.hasShield, "round \(round)")
      seen.insert([document.hasShield, document.hasExtension])
    }
    #expect(turnCount > Laws.count(300, few: 30) && seen.count > 1)
    #expect(try HostsProcess([Self.program, "policies", "revert", machine.path]).linesToEnd() == ["reverted"])
    #expect(try HostsProcess([Self.program, "extension", "remove", machine.path]).linesToEnd() == ["removed"])
    #expect(files == before)
  }

  @Test func `other users can read the policies, whatever the umask of the daemon is`() throws {
    let script = #"umask 077; "$0" policies block "$1""#
    #expect(try HostsProcess(["/bin/sh", "-c", script, Self.program, machine.path]).linesToEnd() == ["blocked"])
    #expect(machine.snapshot()["chromium/policies/managed/99-schedctl.json"]?.hasPrefix("\(0o644) ") == true)
    #expect(machine.snapshot()["firefox/policies/policies.json"]?.hasPrefix("\(0o644) ") == true)
    #expect(machine.snapshot()["firefox/policies"] == "\(0o755) directory")
    #expect(try HostsProcess([Self.program, "policies", "revert", machine.path]).linesToEnd() == ["reverted"])
    #expect(machine.snapshot() == [:])
  }

  @Test(.enabled(if: HostsProcessTests.canMount, "only root can mount a file"))
  func `a mounted policies file is refused with a remedy, and stays`() throws {
    try machine.write(Self.policies, to: "etc/firefox/policies/policies.json")
    let file = machine.path + "/etc/firefox/policies/policies.json"
    let script = #"mount --bind "$2" "$2" && "$0" policies block "$1""#
    let words = ["/usr/bin/unshare", "-m", "/bin/sh", "-c", script, Self.program, machine.path, file]
    #expect(
      try HostsProcess(words).linesToEnd() == ["'\(file)' is mounted or on a read-only disk and cannot be replaced"])
    #expect(machine.text("etc/firefox/policies/policies.json") == Self.policies)
  }

  @Test(.enabled(if: HostsProcessTests.canMount, "only root can make a small disk"))
  func `on a full disk every file stays as it was, with the reason`() throws {
    try machine.write("x", to: "disk/x")
    let script = #"""
      mount -t tmpfs -o size=32k none "$1/etc" && mkdir -p "$1/etc/chromium/policies/managed" "$1/etc/firefox/policies"
      printf '{"policies":{}}' > "$1/etc/firefox/policies/policies.json"; cat /dev/zero > "$1/etc/filler" 2> /dev/null
      "$0" policies block "$1" | sed 's/.*: //'; find "$1/etc" -type f | sort | sed 's/.*etc//'; rm "$1/etc/filler"
      "$0" policies block "$1"; "$0" policies revert "$1"; cat "$1/etc/firefox/policies/policies.json"
      """#
    let words = ["/usr/bin/unshare", "-m", "/bin/sh", "-c", script, Self.program, machine.path]
    #expect(
      try HostsProcess(words).linesToEnd() == [
        "no space left", "/filler", "/firefox/policies/policies.json", "blocked", "reverted", "{\"policies\":{}}",
      ])
  }

  /// Runs a script with a full disk at `/etc` of the machine, on which what the end of a shield removes stays as a link.
  private func onFullDisk(
    _ end: String, before start: String = "", keepingFirefox keepsFirefox: Bool = false
  ) throws -> [String] {
    let script = #"""
      mount -t tmpfs -o size=40k none "$1/etc" && file="$1/etc/firefox/policies/policies.json"; \#(start)
      "$0" policies block "$1"; ln "$1/etc/chromium/policies/managed/99-schedctl.json" "$1/etc/chromium-link"
      \#(keepsFirefox ? #"ln "$file" "$1/etc/firefox-link""# : "")
      cat /dev/zero > "$1/etc/filler" 2> /dev/null
      names() { grep -o 'blocked.example\|"Locked":."shield-page@schedctl.io' "$file" | sort -u; }
      """#
    let words = ["/usr/bin/unshare", "-m", "/bin/sh", "-c", script + "\n" + end, Self.program, machine.path]
    return try HostsProcess(words).linesToEnd().map(String.init)
  }

  @Test(.enabled(if: HostsProcessTests.canMount, "only root can make a small disk"))
  func `a full disk does not keep a shield in a file without foreign bytes, nor loses foreign bytes`() throws {
    try machine.installFirefoxExtension()
    let kept = #""Locked":["shield-page@schedctl.io"#
    // The own file makes room for the next one.
    #expect(try onFullDisk(#""$0" policies revert "$1"; names"#) == ["blocked", "reverted", kept])
    // What keeps the extension waits for the next shield.
    let again = #"""
      "$0" policies revert "$1"; ls "$1/etc"; rm "$1/etc/filler"
      "$0" policies block "$1"; "$0" policies revert "$1"; names
      """#
    let found = try onFullDisk(again, keepingFirefox: true)
    #expect(
      found == ["blocked", "reverted", "chromium-link", "filler", "firefox-link", "blocked", "reverted", kept])
    let original = #"mkdir -p "${file%/*}"; printf '{"policies":{}}' > "$file""#
    let later = #"""
      old=$(stat -c '%i %s' "$file"); "$0" policies revert "$1"; "$0" policies revert "$1"
      test "$old" = "$(stat -c '%i %s' "$file")" && echo in place; grep -o '"Block":.[^]]*' "$file" | head -n 1
      rm "$1/etc/filler"
      "$0" policies revert "$1"; names; "$0" extension remove "$1"; cat "$file"
      """#
    let path = machine.path + "/etc/firefox/policies/policies.json"
    let full = "'\(path)' blocks nothing any more, but the entries of the shield stay in it: no space left"
    #expect(
      try onFullDisk(later, before: original) == [
        "blocked", full, full, "in place", #""Block":["*://*.blocked.example/#""#, "reverted", kept, "removed",
        #"{"policies":{}}"#,
      ])
  }
}
