import Foundation
import ProgramTesting
import SchedulerPlatform
import TestSupport
import Testing

/// `try` on this machine: with its kernel, its processes and its name services, and with a copy of /etc.
@Suite(.enabled(if: geteuid() == 0, "only root may deny the start of programs"))
struct RealTrialTests {
  private let folder: WorkFolder
  private let foreign = "127.0.0.1 localhost\n# the last line has no end"
  private var game: String { folder.path + "/game" }
  private static let user = "4711"

  init() throws {
    folder = try WorkFolder()
    let copy = try ChildProcess(["/bin/cp", "/bin/sleep", folder.path + "/game"]).run()
    #expect(copy.end == .exit(0))
    for file in ["nsswitch.conf", "passwd", "group"] {
      let bytes = try FileReader().read("/etc/" + file, limit: 1 << 20)
      try folder.write(bytes, to: "etc/" + file)
    }
    try folder.write(foreign, to: "etc/hosts")
    try write()
  }

  /// - Parameter enforce: the adapters; those of the browsers and the firewall depend on the machine.
  private func write(
    enforce: String = "adapters = [\"exec-guard\", \"sweeper\", \"hosts\"]", apps: [String] = ["game"]
  ) throws {
    let names = apps.map { "\"\(folder.path)/\($0)\"" }.joined(separator: ", ")
    try folder.write(
      "[enforce]\n\(enforce)\n[profile.focus]\nblock.apps = [\(names)]\nblock.domains = [\"a.example\"]\n",
      to: "week.toml")
  }

  /// A command on this machine, with the copy of /etc and without its daemons and its network, whose firewall stays.
  private func run(_ words: [String], as user: String? = nil) -> ProgramRun {
    var run = ProgramRun(arguments: words)
    let script = """
      for place in /run/schedctl /var/lib/schedctl; do
        if test -d $place; then mount -t tmpfs none $place; fi
      done
      mount --bind \(folder.path)/etc /etc && exec "$@"
      """
    run.launcher = ["/usr/bin/unshare", "-m", "-n", "/bin/sh", "-c", script, "sh"]
    if let user {
      run.launcher += ["/usr/bin/setpriv", "--reuid", user, "--regid", user, "--clear-groups"]
      run.environment["HOME"] = folder.path
    }
    run.environment["SCHEDCTL_ROOT"] = "/"
    run.folder = folder.path
    return run
  }

  private func trial(_ words: String..., as user: String? = nil) -> ProgramRun {
    run(["try", "focus", "--config", "week.toml", "--state", folder.path + "/state"] + words, as: user)
  }

  /// Starts a trial of ten minutes, and waits until it has told what it blocks.
  private func start(_ words: String...) throws -> RunningProgram {
    var run = trial("--for", "10m")
    run.arguments += words
    run.output = .file(try folder.write("", to: "seen"))
    let process = try RunningProgram(run)
    #expect(Waiting.until { seen.contains("\n\n") }, "\(seen)")
    return process
  }

  private var seen: String { text("seen") }

  private func text(_ name: String) -> String {
    FileManager.default.contents(atPath: folder.path + "/" + name).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// Runs the program as another user. Returns the status of the shell: 126 after a denied start.
  private func play(_ name: String = "game", _ seconds: String = "0") throws -> ProcessEnd {
    try ChildProcess(["/bin/sh", "-c", "exec \"$@\" 2>/dev/null", "sh"] + words(name, seconds)).run().end
  }

  /// Starts the program in the background as another user.
  private func startGame(as user: String = user) throws -> ProcessIdentity {
    let script = "\"$@\" >/dev/null 2>&1 </dev/null & echo $!"
    let outcome = try ChildProcess(["/bin/sh", "-c", script, "sh"] + words("game", "1000", as: user)).run()
    let number = try #require(Int32(String(decoding: outcome.output, as: UTF8.self).filter(\.isNumber)))
    #expect(Waiting.until { RunningProcess.program(of: number) == game })
    return try #require(ProcessIdentity(number))
  }

  private func words(_ name: String, _ seconds: String, as user: String = user) -> [String] {
    [
      "/usr/bin/setpriv", "--reuid=\(user)", "--regid=\(user)", "--clear-groups", "--", "\(folder.path)/\(name)",
      seconds,
    ]
  }

  private func runs(_ process: ProcessIdentity) -> Bool { ProcessIdentity(process.number) == process }

  @Test func `a program is denied, its attempts are told, names lead nowhere, and afterwards all is as before`() throws
  {
    #expect(try play() == .exit(0))
    let process = try start()
    #expect(seen.contains("\nexec-guard  applied  1 program  1 start denied "), "\(seen)")
    #expect(seen.contains("\nhosts       applied  2 names    2 of 2 looked up "), "\(seen)")
    #expect(try play() == .exit(126))
    #expect(Waiting.until { seen.contains("  \(game) of 4711, denied\n") }, "\(seen)")
    let lookUp = ["/usr/bin/nsenter", "-t", "\(process.processID)", "-m", "/usr/bin/getent", "ahosts", "www.a.example"]
    let addresses = String(decoding: try ChildProcess(lookUp).run().output, as: UTF8.self)
    #expect(addresses.hasPrefix("0.0.0.0 ") || addresses.hasPrefix(":: "), "\(addresses)")
    process.send(SIGINT)
    let outcome = process.end()
    #expect(outcome.end == .exit(0), "\(outcome)")
    #expect(seen.contains("\n1 attempt: \(game) 1\nreverted after "), "\(seen)")
    #expect(try play() == .exit(0))
    #expect(text("etc/hosts") == foreign)
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/state"))
  }

  @Test func `the kernel allows programs after a kill, and revert --all removes the rest`() throws {
    let process = try start()
    #expect(try play() == .exit(126))
    process.send(SIGKILL)
    _ = process.end()
    #expect(try play() == .exit(0))
    #expect(text("etc/hosts").contains("0.0.0.0 a.example a.example.\n"))
    let revert = try run(["revert", "--all", "--state", folder.path + "/state"]).outcome()
    #expect(revert.end == .exit(0) && revert.output == "reverted /etc/hosts\n" && revert.messages.isEmpty, "\(revert)")
    #expect(text("etc/hosts") == foreign)
  }

  @Test func `the suspend key does not make starts wait`() throws {
    let process = try start()
    process.send(SIGTSTP)
    #expect(try play() == .exit(126))
    #expect(!RunningProcess.isStopped(process.processID))
    process.send(SIGTERM)
    #expect(process.end().end == .exit(0))
  }

  @Test func `what runs is left alone, and ended with --close or the answer yes`() throws {
    let game = try startGame()
    let alone = try trial("--for", "1s").outcome()
    #expect(alone.end == .exit(0) && alone.output.contains("  1 runs, left alone  "), "\(alone)")
    #expect(
      alone.messages.hasPrefix(
        """
        schedctl: '\(self.game)' runs as process \(game.number) of 4711
        schedctl: this program is left alone; with '--close' it is asked to end, and killed after 3 s

        """))
    var no = trial("--for", "1s")
    no.input = .typed(["no"])
    no.messages = .terminal(columns: 80)
    #expect(try no.outcome().end == .exit(0))
    #expect(runs(game))
    var yes = no
    yes.input = .typed(["yes"])
    let closed = try yes.outcome()
    #expect(closed.end == .exit(0) && closed.output.contains("  1 of 1 running ended  "), "\(closed)")
    #expect(!runs(game))
    let next = try startGame()
    let forced = try trial("--for", "1s", "--close", "--json").outcome()
    #expect(
      forced.end == .exit(0) && forced.output.contains(#""process":\#(next.number),"closed":true}]"#), "\(forced)")
    #expect(!runs(next))
    #expect(text("etc/hosts") == foreign)
  }

  @Test func `what starts while the question waits is left alone as well after the answer no`() throws {
    let first = try startGame()
    var no = trial("--for", "1s")
    no.input = .typed(["no"])
    no.messages = .terminal(columns: 80)
    let second = EndBox<ProcessIdentity>()
    no.beforeTyping = { _ in second.run { try startGame() } }
    let outcome = try no.outcome()
    let started = try #require(second.value)
    #expect(outcome.end == .exit(0) && outcome.output.contains("  2 run, left alone  "), "\(outcome)")
    #expect(outcome.messages.contains("Close this program? It is asked to end, and killed after 3 s. [yes/no]"))
    #expect(runs(first) && runs(started))
    try first.kill()
    try started.kill()
  }

  @Test func `attempts that a stalled reader has no room for are counted`() throws {
    var run = trial("--for", "10m", "--json")
    run.launcher += ["/bin/sh", "-c", "head -c 65536 /dev/zero; exec \"$@\"", "sh"]
    let process = try RunningProgram(run)
    #expect(Waiting.until { text("etc/hosts") != foreign })
    #expect(try Waiting.until { try play() == .exit(126) })
    let script = "i=0; while [ $i -lt 600 ]; do \"$@\"; i=$((i + 1)); done 2>/dev/null"
    _ = try ChildProcess(["/bin/sh", "-c", script, "sh"] + words("game", "0")).run()
    process.send(SIGINT)
    let outcome = process.end()
    #expect(
      outcome.end == .exit(0),
      "\(outcome.messages) \(outcome.output.drop { $0 == "\0" }.prefix(1500)) … \(outcome.output.suffix(600))")
    #expect(text("etc/hosts") == foreign)
    let lines = outcome.output.drop { $0 == "\0" }.split(separator: "\n")
    let last = try #require(lines.last.map { try JSONSerialization.jsonObject(with: Data($0.utf8)) } as? [String: Any])
    let (all, unprinted) = (last["attempts"] as? Int ?? 0, last["unprinted"] as? Int ?? 0)
    #expect(last["event"] as? String == "reverted" && all > 0 && unprinted > 0, "\(last)")
    #expect(lines.count { $0.contains("\"event\":\"attempt\"") } == all - unprinted)
  }

  @Test func `stopped programs continue at the end, and after a kill with revert --all`() throws {
    try write(enforce: "freeze = true\nadapters = [\"sweeper\"]")
    let game = try startGame()
    var process = try start("--close")
    #expect(seen.contains("  1 of 1 running stopped  ") && RunningProcess.isStopped(game.number), "\(seen)")
    process.send(SIGINT)
    #expect(process.end().end == .exit(0))
    #expect(runs(game) && !RunningProcess.isStopped(game.number))
    process = try start("--close")
    process.send(SIGKILL)
    _ = process.end()
    #expect(RunningProcess.isStopped(game.number))
    let revert = try run(["revert", "--all", "--state", folder.path + "/state"]).outcome()
    #expect(revert == Outcome(.exit(0), output: "reverted \(folder.path)/state/frozen-programs\n"))
    #expect(!RunningProcess.isStopped(game.number))
    try game.kill()
  }

  @Test func `the sweeper is seen to end programs that the guard does not know`() throws {
    // It has no children, which would continue.
    try folder.writeScript("while :; do :; done", to: "hb")
    try write(enforce: "adapters = [\"sweeper\"]", apps: ["game", "hb"])
    let process = try start()
    // The file of each program, and the shell that runs the script.
    #expect(seen.contains("\nsweeper  applied  2 programs  3 starts ended, none runs  "), "\(seen)")
    #expect(try play("game", "1000") == .signal(SIGTERM))
    #expect(try play("hb") == .signal(SIGTERM))
    #expect(Waiting.until { seen.contains("/game of 4711, ended\n") && seen.contains("/hb (/") }, "\(seen)")
    process.send(SIGINT)
    #expect(process.end().end == .exit(0))
    #expect(seen.contains("\n2 attempts: "), "\(seen)")
  }

  @Test func `a name with a line of its own in the file is a fault`() throws {
    try folder.write("192.0.2.1 a.example\n", to: "etc/hosts")
    let outcome = try trial("--for", "1s").outcome()
    #expect(outcome.end == .exit(1) && outcome.output.contains("\nhosts       degraded"), "\(outcome)")
    #expect(outcome.output.contains("hosts is degraded: 'a.example' still resolves to 192.0.2.1\n"), "\(outcome)")
    #expect(text("etc/hosts") == "192.0.2.1 a.example\n")
  }

  @Test func `without root only programs of one's own end, and the table says what else root could do`() throws {
    try write(enforce: "")
    let other = try startGame(as: "4712")
    var run = trial("--for", "10m", as: Self.user)
    run.output = .file(try folder.write("", to: "seen"))
    run.messages = .file(try folder.write("", to: "said"))
    let process = try RunningProgram(run)
    #expect(Waiting.until { seen.contains("\n\n") }, "\(seen)\(text("said"))")
    #expect(try play("game", "1000") == .signal(SIGTERM))
    process.send(SIGINT)
    #expect(process.end().end == .exit(0))
    #expect(seen.contains("\nsweeper     applied      1 program  1 start ended, none runs  "), "\(seen)")
    #expect(seen.contains("exec-guard is unavailable: ") && seen.contains("hosts is unavailable: "), "\(seen)")
    #expect(text("said").contains("'sudo schedctl try focus --config week.toml' has the rights to block more\n"))
    #expect(seen.contains("\n1 attempt: \(game) 1\n"), "\(seen)")
    #expect(runs(other))
    try other.kill()
    try write(enforce: "adapters = [\"hosts\"]")
    let none = try trial("--for", "10m", as: Self.user).outcome()
    #expect(none.end == .exit(69) && none.messages.hasSuffix("nothing of 'focus' can be blocked here\n"), "\(none)")
    #expect(text("etc/hosts") == foreign)
  }
}
