import Foundation
import ProgramTesting
import Testing

/// Processes of their own on one state directory, on the real clock.
@Suite struct StateProcessTests {
  private let folder: WorkFolder

  /// A configuration with windows that hold all day, so that there is something to do at any time.
  init() throws {
    folder = try WorkFolder()
    let profiles = (1...3).map { "[profile.p\($0)]\nwindow = [\"mon-sun 00:00-24:00\"]\nblock.domains = [\"a.org\"]\n" }
    try folder.write("timezone = \"UTC\"\n" + profiles.joined(), to: "week.toml")
  }

  private func run(_ words: String..., state: String? = nil) -> ProgramRun {
    var run = ProgramRun(arguments: words + ["--config", "week.toml", "--state", state ?? folder.path + "/state"])
    run.folder = folder.path
    return run
  }

  /// What comes of command lines that run at the same time.
  private func outcomes(ofAll lines: [[String]]) async throws -> [Outcome] {
    let folder = folder.path
    return try await withThrowingTaskGroup(of: Outcome.self) { group in
      for line in lines {
        group.addTask {
          var run = ProgramRun(arguments: line + ["--config", "week.toml", "--state", "state"])
          run.folder = folder
          return try run.outcome()
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
  }

  private var lines: [[String: Any]] {
    let text = (try? String(contentsOfFile: folder.path + "/state/history.jsonl", encoding: .utf8)) ?? ""
    return text.split(separator: "\n").compactMap {
      try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
    }
  }

  @Test func `evaluations at the same time do everything once`() async throws {
    for round in 1...5 {
      let lines = [["run", "--once"], ["run", "--once"], ["run", "--once"], ["status"]]
      let outcomes = try await outcomes(ofAll: lines)
      #expect(outcomes.allSatisfy { $0.end == .exit(0) && $0.messages.isEmpty }, "round \(round): \(outcomes)")
    }
    let sequences = lines.compactMap { $0["sequence"] as? Int }
    #expect(sequences == Array(1...sequences.count))
    // A midnight that falls into the test ends the sessions of the day and starts those of the next.
    let starts = lines.filter { $0["event"] as? String == "sessionDidStart" }.compactMap { $0["session"] as? String }
    #expect(starts.count == Set(starts).count && [3, 6].contains(starts.count))
  }

  @Test func `one of several simultaneous start commands starts the session, and the others find it running`()
    async throws
  {
    let outcomes = try await outcomes(ofAll: Array(repeating: ["start", "p1", "--for", "1h", "--offline"], count: 6))
    #expect(outcomes.count { $0.end == .exit(0) } == 1 && outcomes.count { $0.end == .exit(77) } == 5, "\(outcomes)")
    #expect(outcomes.filter { $0.end == .exit(77) }.allSatisfy { $0.messages.contains("already has a start by hand") })
  }

  @Test(arguments: [["status"], ["sessions"], ["why", "a.org"]])
  func `the output about the state fits the terminal`(words: [String]) throws {
    #expect(try run("run", "--once").outcome().end == .exit(0))
    var run = run()
    run.arguments = words + run.arguments
    run.output = .terminal(columns: 60)
    let lines = try run.outcome().output.split(separator: "\n")
    // A path is never divided.
    #expect(lines.allSatisfy { $0.count <= 60 || $0.contains(folder.path) || $0.contains("session ") }, "\(lines)")
  }

  @Test func `a state directory that is a file is an error`() throws {
    try folder.write("", to: "state")
    let message = "schedctl: cannot use the state directory '\(folder.path)/state': not a directory\n"
    for words in [["run", "--once"], ["status"], ["start", "p1", "--offline"], ["log"]] {
      var run = run()
      run.arguments = words + run.arguments
      #expect(try run.outcome() == Outcome(.exit(74), messages: message))
    }
  }

  @Test(arguments: [["status"], ["log"], ["sessions"], ["why", "a.org"]])
  func `control characters in the name of the state directory are printed as visible symbols`(words: [String]) throws {
    let state = folder.path + "/a\nb \u{1B}[31m'c"
    #expect(try run("authorize", "--yes", "--offline", "-q", state: state).outcome() == Outcome(.exit(0)))
    var run = run(state: state)
    run.arguments = words + run.arguments
    let outcome = try run.outcome()
    #expect(outcome.end == .exit(0) && outcome.output.contains("/a␊b ␛[31m'c"), "\(outcome)")
    #expect(!outcome.output.contains("\u{1B}"), "\(outcome)")
  }

  @Test func `the shield is published if a relative path names the state directory`() throws {
    try FileManager.default.createDirectory(atPath: folder.path + "/run", withIntermediateDirectories: true)
    var run = run("run", "--once", state: "state")
    run.environment["RUNTIME_DIRECTORY"] = folder.path + "/run"
    #expect(try run.outcome() == Outcome(.exit(0)))
    let link = folder.path + "/run/shield.json"
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == folder.path + "/state/shield.json")
  }

  @Test(.enabled(if: ProgramRun.canChangeUser, "only root can run a program as another user"))
  func `a state directory of another user is an error`() throws {
    #expect(try run("run", "--once").outcome().end == .exit(0))
    var other = run("run", "--once")
    other.userID = 65_534
    let outcome = try other.outcome()
    #expect(outcome.end == .exit(77) && outcome.messages.contains("permission denied"), "\(outcome)")
    other.arguments[0...1] = ["status"]
    #expect(try other.outcome().end == .exit(77))
    other.arguments[other.arguments.count - 1] = folder.path + "/new/state"
    #expect(try other.outcome().end == .exit(0))
    other.arguments[0...0] = ["run", "--once"]
    #expect(try other.outcome().messages.contains("permission denied"))
  }

  @Test(arguments: [["run", "--once"], ["status"], ["start", "p1", "--offline"]])
  func `commands about sessions refuse a configuration that cannot be read again`(words: [String]) throws {
    let state = ["--state", folder.path + "/state", "--config"]
    var run = ProgramRun(arguments: words + state + ["-"])
    run.input = .bytes(Array("[profile.p1]\n".utf8))
    let message =
      "schedctl: standard input cannot be the configuration of sessions\nhelp: it has to be there the next time\n"
    #expect(try run.outcome() == Outcome(.exit(64), messages: message))
    #expect(mkfifo(folder.path + "/pipe", 0o600) == 0)
    run.arguments = words + state + [folder.path + "/pipe"]
    #expect(try run.outcome().end == .exit(74))
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/state"))
    run.arguments = ["why", "a.org", "--at", "now"] + state + ["-"]
    #expect(try run.outcome().end == .exit(1))
  }

  @Test(.enabled(if: ProgramRun.isRoot, "only root has something to lose"))
  func `root does not act on a configuration that others can change`() throws {
    let path = folder.path + "/week.toml"
    chmod(path, 0o666)
    let refused = try run("run", "--once").outcome()
    #expect(refused.end == .exit(78) && refused.messages.contains("error[writable-by-others]"), "\(refused)")
    chmod(path, 0o644)
    #expect(try run("run", "--once").outcome() == Outcome(.exit(0)))
    chmod(path, 0o666)
    let kept = try run("run", "--once").outcome()
    #expect(kept.end == .exit(0) && kept.messages.contains("stays in force"), "\(kept)")
    #expect(try run("status").outcome().messages.isEmpty)
  }

  /// Whether file systems of their own can be made.
  private static let canMount: Bool = {
    var run = ProgramRun("version")
    run.launcher = ["/usr/bin/unshare", "-m"]
    return ProgramRun.isRoot && (try? run.outcome().end) == .exit(0)
  }()

  /// Runs a script in which `"$@"` is the program with its arguments, on a file system of its own in `disk`.
  private func onDisk(_ options: String, _ script: String, _ words: String...) throws -> Outcome {
    let disk = folder.path + "/disk"
    try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
    var run = ProgramRun(arguments: words + ["--config", "week.toml", "--state", disk])
    run.folder = folder.path
    let mount = "mount -t tmpfs -o mode=0755,\(options) none '\(disk)' && "
    run.launcher = ["/usr/bin/unshare", "-m", "/bin/sh", "-c", mount + script, "sh"]
    return try run.outcome()
  }

  @Test(.enabled(if: canMount, "this machine lets nobody mount"))
  func `a command on a full disk fails without effect`() throws {
    let fill = "head -c 1000000 /dev/zero > disk/filler 2>/dev/null; "
    let full = try onDisk("size=64k", fill + "\"$@\"", "run", "--once")
    #expect(full.end == .exit(74) && full.messages.contains("no space left"), "\(full)")
    let later = try onDisk(
      "size=64k", fill + "\"$@\" 2>/dev/null; rm disk/filler; \"$@\"", "start", "p1", "--for", "1h", "--offline")
    #expect(later.end == .exit(0) && later.output.hasPrefix("started 'p1' until "), "\(later)")
  }

  @Test(.enabled(if: canMount, "this machine lets nobody mount"))
  func `a disk with room only for the journal keeps the session and the old shield, and the command reports it`() throws
  {
    let words = ["--config", "week.toml", "--state", "disk"].joined(separator: " ")
    // Whether the journal needs another page of 4 KiB depends on how long the folder is called.
    for pages in 0...3 {
      let script = """
        "$1" authorize --yes --offline -q \(words) || exit 1
        head -c \(4096 * pages) /dev/zero > disk/room; cat /dev/zero > disk/filler 2>/dev/null; rm disk/room
        "$@"; echo $?; "$@"; echo $?
        "$1" status \(words) 2>&1; "$1" status --json \(words) | grep -c '"behind":true'
        rm disk/filler; "$1" run --once \(words); echo $?
        "$1" status --json \(words) | grep -c '"behind":false'
        """
      let outcome = try onDisk("size=128k", script, "start", "p1", "--for", "1h", "--offline")
      guard outcome.output.hasPrefix("started 'p1' until ") else { continue }
      #expect(outcome.messages.contains("cannot write 'shield.json': no space left\n"), "\(outcome)")
      #expect(outcome.messages.contains("what was done is kept"), "\(outcome)")
      // The first command was carried out, and the second, which is refused, changes nothing.
      #expect(outcome.output.contains("\n74\n77\n"), "\(outcome)")
      #expect(
        outcome.output.contains("the shield on disk is behind: 'shield.json' still has generation "), "\(outcome)")
      #expect(outcome.output.contains("  shield   to be applied: 'shield.json' is behind\n"), "\(outcome)")
      #expect(outcome.output.contains("by hand until ") && outcome.output.hasSuffix("\n1\n0\n1\n"), "\(outcome)")
      return
    }
    Issue.record("with no size of the disk the journal alone could be written")
  }

  @Test(.enabled(if: canMount, "this machine lets nobody mount"))
  func `status works on a read-only disk, and run reports it`() throws {
    let remount = "\"$@\" && mount -o remount,ro disk && "
    let run = try onDisk("size=1m", remount + "\"$@\"", "run", "--once")
    #expect(run.end == .exit(74) && run.messages.contains("read-only"), "\(run)")
    let look = "\"$1\" run --once --config week.toml --state disk && mount -o remount,ro disk && \"$@\""
    let status = try onDisk("size=1m", look, "status")
    #expect(status.end == .exit(0) && status.output.contains("● p1"), "\(status)")
  }
}
