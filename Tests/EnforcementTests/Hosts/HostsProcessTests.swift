import Foundation
import ProgramTesting
import TestSupport
import Testing

@testable import SchedulerEnforcement

/// Hosts files that a real process writes, which is killed, in whose way things are, and whom the system asks.
@Suite struct HostsProcessTests {
  private let folder: WorkFolder
  private var path: String { folder.path + "/hosts" }
  private let foreign = "127.0.0.1 localhost\r\n\0 \n10.0.0.1 nas"

  init() throws { folder = try WorkFolder() }

  private var bytes: [UInt8] { Array(FileManager.default.contents(atPath: path) ?? Data()) }

  /// Whether this process may mount files in a namespace of its own.
  static let canMount: Bool = {
    let arguments = ["-m", "/bin/sh", "-c", "mount -t tmpfs none /mnt"]
    guard geteuid() == 0,
      let process = try? Process.run(URL(fileURLWithPath: "/usr/bin/unshare"), arguments: arguments)
    else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }()

  /// Runs a script in a mount namespace of its own, with the program as `$0` and the folder as `$1`.
  private func inNamespace(_ script: String) throws -> [Substring] {
    try HostsProcess(["/usr/bin/unshare", "-m", "/bin/sh", "-c", script, HostsProcess.program, folder.path])
      .linesToEnd()
  }

  @Test func `after kills at any moment the file is whole, and the next start removes what was left`() throws {
    try folder.write(foreign, to: "hosts")
    var random = SeededGenerator(seed: 1)
    var turnCount = 0
    var leftoverCount = 0
    for round in 0..<Laws.count(200, few: 20) {
      let writer = try HostsProcess([HostsProcess.program, "hosts", "flip", path])
      var lines = writer.lines(Int.random(in: 1..<8, using: &random))
      usleep(.random(in: 0..<1500, using: &random))
      lines += writer.kill()
      turnCount += lines.count
      let text = HostsText(bytes)
      #expect(text.foreign == Array(foreign.utf8), "round \(round)")
      #expect([0, 200, 300].contains(text.names.count), "round \(round)")
      #expect(text.blocks.allSatisfy { $0.body != nil } && text.blocks.count < 2, "round \(round)")
      leftoverCount += try leftovers().count
    }
    #expect(turnCount > Laws.count(200, few: 20))
    #expect(try HostsProcess([HostsProcess.program, "hosts", "revert", path]).linesToEnd() == ["reverted"])
    #expect(bytes == Array(foreign.utf8))
    #expect(try leftovers() == [], "\(leftoverCount) seen before")
  }

  private func leftovers() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix(".schedctl-") }
  }

  @Test(.enabled(if: canMount, "only root can mount a file"))
  func `a mounted file is written in place, and after kills no foreign byte is lost`() throws {
    try folder.write("mount point", to: "hosts")
    let source = try folder.write(foreign, to: "real/hosts")
    let mount = "mount --bind \"$1/real/hosts\" \"$1/hosts\" && exec \"$0\" "
    var random = SeededGenerator(seed: 2)
    var turnCount = 0
    for round in 0..<Laws.count(200, few: 15) {
      let script = mount + "hosts flip \"$1/hosts\""
      let writer = try HostsProcess(
        ["/usr/bin/unshare", "-m", "/bin/sh", "-c", script, HostsProcess.program, folder.path])
      var lines = writer.lines(Int.random(in: 1..<8, using: &random))
      usleep(.random(in: 0..<1500, using: &random))
      lines += writer.kill()
      turnCount += lines.count
      let found = Array(FileManager.default.contents(atPath: source) ?? Data())
      #expect(found.starts(with: foreign.utf8), "round \(round)")
      #expect(HostsText(found).foreign == Array(foreign.utf8), "round \(round)")
    }
    #expect(turnCount > Laws.count(200, few: 15))
    #expect(try inNamespace(mount + "hosts block \"$1/hosts\"") == ["blocked"])
    #expect(
      try String(contentsOfFile: source, encoding: .utf8).contains("\n0.0.0.0 blocked.example blocked.example.\n"))
    #expect(try inNamespace(mount + "hosts revert \"$1/hosts\"") == ["reverted"])
    #expect(FileManager.default.contents(atPath: source) == Data(foreign.utf8))
    #expect(bytes == Array("mount point".utf8))
  }

  @Test(.enabled(if: canMount, "only root can mount a file"))
  func `in a mounted file, a block that other lines follow is disarmed, and removed once the file can be replaced`()
    throws
  {
    try folder.write("", to: "hosts")
    let source = try folder.write(foreign, to: "real/hosts")
    let mount = "mount --bind \"$1/real/hosts\" \"$1/hosts\" && "
    let script =
      "\"$0\" hosts block \"$1/hosts\" && echo '10.0.0.2 printer' >> \"$1/hosts\" && \"$0\" hosts revert \"$1/hosts\""
    #expect(try inNamespace(mount + script) == ["blocked", "reverted"])
    let found = try String(contentsOfFile: source, encoding: .utf8)
    #expect(found.hasPrefix(foreign + "\n# BEGIN schedctl: ") && found.contains("\n#.0.0.0 blocked.example blocked"))
    #expect(found.hasSuffix("\n10.0.0.2 printer\n") && found.contains("\n# END schedctl"))
    #expect(try HostsProcess([HostsProcess.program, "hosts", "revert", source]).linesToEnd() == ["reverted"])
    #expect(FileManager.default.contents(atPath: source) == Data((foreign + "\n10.0.0.2 printer\n").utf8))
  }

  @Test(.enabled(if: canMount, "only root can make a small disk"))
  func `on a full disk the file stays as it was, with the reason`() throws {
    let fill = """
      mount -t tmpfs -o size=16k none "$1" && printf 'x\\n' > "$1/hosts" && cat /dev/zero > "$1/filler" 2> /dev/null
      "$0" hosts block "$1/hosts"; cat "$1/hosts"; ls -A "$1"; rm "$1/filler"; "$0" hosts block "$1/hosts"
      "$0" hosts revert "$1/hosts"; cat "$1/hosts"
      """
    #expect(
      try inNamespace(fill) == [
        "cannot write '\(path)': no space left", "x", "filler", "hosts", "blocked", "reverted", "x",
      ])
  }

  @Test(.enabled(if: canMount, "only root can make a small disk"))
  func `on a full disk a block is removed all the same, and no foreign byte is lost`() throws {
    // Another file gets no byte, and the hosts file stays the one that it was.
    let fill = """
      cat /dev/zero > "$1/filler" 2> /dev/null; (echo z > "$1/other") 2> /dev/null || echo full; rm "$1/other"
      old=$(stat -c %i "$1/hosts")
      """
    let compare = #"test $old = $(stat -c %i "$1/hosts") && echo in place"#
    let script = """
      mount -t tmpfs -o size=24k none "$1" && printf 'x\n' > "$1/hosts"
      "$0" hosts block "$1/hosts"; \(fill)
      "$0" hosts revert "$1/hosts"; \(compare); cat "$1/hosts"; rm "$1/filler"
      "$0" hosts block "$1/hosts"; echo y >> "$1/hosts"; \(fill)
      "$0" hosts revert "$1/hosts"; "$0" hosts revert "$1/hosts"; \(compare)
      grep -c '^0.0.0.0' "$1/hosts"; grep -c '^#.0.0.0 ' "$1/hosts"; rm "$1/filler"
      "$0" hosts revert "$1/hosts"; cat "$1/hosts"; ls -A "$1"
      """
    // What blocks nothing any more is removed when there is space, so the adapter tries again.
    let full: Substring = "cannot write '\(path)': no space left"
    #expect(
      try inNamespace(script) == [
        "blocked", "full", "reverted", "in place", "x", "blocked", "full", full, full, "in place", "0", "2", "reverted",
        "x", "y", "hosts",
      ])
  }

  @Test(.enabled(if: canMount, "only root can mount a file over the hosts file"), arguments: ["", "xn--bcher-kva."])
  func `the system resolves a blocked name with a final dot to nowhere as well`(label: String) throws {
    let script = """
      printf '127.0.0.1 localhost\\n' > "$1/own" && mount --bind "$1/own" /etc/hosts || exit 1
      "$0" hosts block /etc/hosts; sed -i 's/blocked/\(label)blocked/g' "$1/own"; cp "$1/own" /etc/hosts 2> /dev/null
      for name in \(label)blocked.example www.\(label)blocked.example; do
        for database in ahosts ahostsv4 hosts; do
          echo $name $database $(getent $database $name. | cut -d' ' -f1 | sort -u)
        done
      done
      """
    let lines = ["", "www."].flatMap { start in
      ["ahosts 0.0.0.0 ::", "ahostsv4 0.0.0.0", "hosts ::"].map { "\(start)\(label)blocked.example \($0)" }
    }
    #expect(try inNamespace(script).map(String.init) == ["blocked"] + lines)
  }

  @Test(.enabled(if: canMount, "only root can mount a file over the hosts file"))
  func `the system resolves a blocked name to nowhere, and a name with another line is found open`() throws {
    let script = """
      printf '127.0.0.1 localhost\\n' > "$1/own" && mount --bind "$1/own" /etc/hosts || exit 1
      "$0" hosts block /etc/hosts; getent ahosts www.blocked.example | cut -d' ' -f1 | sort -u
      "$0" hosts revert /etc/hosts; cat /etc/hosts
      echo '10.9.8.7 blocked.example' >> /etc/hosts; "$0" hosts block /etc/hosts
      """
    #expect(
      try inNamespace(script) == [
        "blocked", "0.0.0.0", "::", "reverted", "127.0.0.1 localhost",
        "'blocked.example' still resolves to 10.9.8.7",
      ])
  }

  @Test(.enabled(if: canMount, "only root can mount a file over the hosts file"))
  func `without getent the file and the order of name services are read, and the adapter says so`() throws {
    let script = """
      printf '127.0.0.1 localhost\\n' > "$1/own" && mount --bind "$1/own" /etc/hosts || exit 1
      printf 'hosts: files\\n' > "$1/order" && mount --bind "$1/order" /etc/nsswitch.conf || exit 1
      "$0" hosts read /etc/hosts; printf 'hosts: dns\\n' > "$1/order"; "$0" hosts read /etc/hosts
      """
    let limits = [
      "exact names and their 'www.' names only; other subdomains are not covered",
      "open connections and caches last up to a minute",
      "there is no '/nonexistent/getent', so that the file is read and its names are not looked up",
    ]
    let lines = try inNamespace(script).map(String.init)
    #expect(
      lines == limits + ["blocked"] + limits + ["'/etc/nsswitch.conf' names no 'files' for host names"])
  }

  @Test(.enabled(if: canMount, "only root can mount a read-only disk"))
  func `a link to a read-only disk is unavailable`() throws {
    let script = """
      mkdir "$1/store" && printf 'x\\n' > "$1/store/hosts" && ln -s store/hosts "$1/hosts"
      mount --bind "$1/store" "$1/store" && mount -o remount,ro,bind "$1/store"
      "$0" hosts block "$1/hosts"; "$0" hosts probe "$1/hosts"
      """
    let reason = "cannot write '\(path)': the file system is read-only"
    #expect(
      try inNamespace(script) == [
        "\(reason)", "unavailable: \(reason) (make the file writable)",
      ])
  }

  /// Whether another user can run the program.
  static let asNobody: [String]? = {
    let words = ["/usr/bin/setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups", HostsProcess.program]
    guard geteuid() == 0, let lines = try? HostsProcess(words + ["hosts", "probe", "/"]).linesToEnd() else {
      return nil
    }
    return lines.first?.hasPrefix("unavailable") == true ? words : nil
  }()

  @Test(.enabled(if: asNobody != nil, "only root can run a program as another user"))
  func `without the rights of root the file is unavailable, with a remedy`() throws {
    try folder.write(foreign, to: "hosts")
    let words = try #require(Self.asNobody)
    #expect(
      try HostsProcess(words + ["hosts", "probe", path]).linesToEnd() == [
        "unavailable: cannot write '\(path)': it belongs to another user (run the daemon as root, and check that the "
          + "file is not immutable)"
      ])
    #expect(bytes == Array(foreign.utf8))
  }
}

/// A process that runs the program of `Tests/AdapterWriter`, which is built next to the tests.
final class HostsProcess {
  private let process = Process()
  private let output = Pipe()

  /// Starts a program with its arguments.
  init(_ words: [String]) throws {
    process.executableURL = URL(fileURLWithPath: words[0])
    process.arguments = Array(words.dropFirst())
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = output
    try process.run()
  }

  static let program: String = {
    let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return URL(fileURLWithPath: tests).deletingLastPathComponent().appendingPathComponent("AdapterWriter").path
  }()

  /// Reads up to `count` lines.
  func lines(_ count: Int) -> [Substring] {
    var bytes: [UInt8] = []
    var found = 0
    while found < count, let byte = try? output.fileHandleForReading.read(upToCount: 1)?.first {
      bytes.append(byte)
      if byte == UInt8(ascii: "\n") { found += 1 }
    }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
  }

  /// Kills the program with SIGKILL and reads the lines that it wrote before.
  func kill() -> [Substring] {
    Foundation.kill(process.processIdentifier, SIGKILL)
    return linesToEnd()
  }

  /// Waits for the program to end and reads all its lines.
  func linesToEnd() -> [Substring] {
    let rest = (try? output.fileHandleForReading.readToEnd()) ?? Data()
    process.waitUntilExit()
    return String(decoding: rest, as: UTF8.self).split(separator: "\n")
  }
}
