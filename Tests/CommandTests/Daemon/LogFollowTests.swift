import Foundation
import ProgramTesting
import Testing

/// `log --follow` in a process of its own, beside the real daemon.
@Suite struct LogFollowTests {
  private let trial: DaemonTrial

  init() throws {
    trial = try DaemonTrial()
    try trial.folder.write("timezone = \"UTC\"\n[profile.p]\n[profile.q]\n", to: "week.toml")
  }

  private func follow(_ words: String..., output: String = "seen") throws -> RunningProgram {
    try trial.follow(["log", "--follow"] + words, output: output)
  }

  private func text(_ name: String = "seen") -> String { trial.text(name) }

  private func output(_ words: String...) throws -> String {
    var run = trial.run("")
    run.arguments = words + run.arguments.dropFirst()
    let outcome = try run.outcome()
    #expect(outcome.end == .exit(0), "\(words): \(outcome)")
    return outcome.output
  }

  /// What `log` says of all that happened, as long as nothing else happens.
  private func whole(_ words: String...) throws -> String {
    var run = trial.run("log", "--since", "2000-01-01")
    run.arguments += words
    return try run.outcome().output
  }

  @Test func `log -f prints old and new lines once each`() throws {
    _ = try output("start", "p", "--offline")
    let daemon = try trial.start()
    let all = try follow("--json", "--since", "2000-01-01")
    let new = try follow("--json", "-n", "1", output: "new")
    let before = try whole("--json")
    let last = try #require(before.split(separator: "\n").last) + "\n"
    #expect(trial.comes { text() == before && text("new") == last }, "\(text())")
    for words in [["stop", "p"], ["start", "q"], ["stop", "q"]] { _ = try output(words[0], words[1]) }
    let after = try whole("--json")
    #expect(trial.comes { text() == after }, "\(text())")
    #expect(trial.comes { text("new") == last + after.dropFirst(before.count) }, "\(text("new"))")
    all.send(SIGINT)
    new.send(SIGTERM)
    #expect(all.end().end == .signal(SIGINT) && new.end().end == .signal(SIGTERM))
    #expect(text("seen-said").isEmpty && text("new-said").isEmpty)
    daemon.send(SIGTERM)
    #expect(daemon.end().end == .exit(0))
  }

  @Test func `log -f prints every line of a burst`() throws {
    let daemon = try trial.start()
    let process = try follow("--json", "--since", "2000-01-01")
    _ = try output("start", "p")
    #expect(trial.comes { text().contains("sessionDidStart") }, "\(text())")
    let windows = (1...600).map { "[profile.p\($0)]\nwindow = [\"mon-sun 00:00-24:00\"]\n" }
    try trial.folder.write("timezone = \"UTC\"\n[profile.p]\n" + windows.joined(), to: "week.toml")
    #expect(trial.comes { text().split(separator: "\n").count > 1_100 }, "\(trial.log.suffix(500))")
    #expect(trial.comes { (try? whole("--json")) == text() })
    process.send(SIGINT)
    _ = process.end()
    daemon.send(SIGTERM)
    #expect(daemon.end().end == .exit(0))
  }

  @Test func `log -f waits for a daemon that stopped and prints what it missed`() throws {
    let daemon = try trial.start()
    let process = try follow("--json")
    _ = try output("start", "p")
    #expect(trial.comes { text().contains("sessionDidStart") }, "\(text())")
    // That one may have been in the file before; this one the daemon has told.
    _ = try output("start", "q")
    #expect(trial.comes { text().contains("\"q\"") }, "\(text())")
    _ = try output("stop", "q")
    daemon.send(SIGKILL)
    _ = daemon.end()
    // Without a daemon it does not wake.
    #expect(trial.comes { text("seen-said").contains("the daemon has gone") }, "\(text("seen-said"))")
    #expect(trial.comesToRest(process, for: 1_500_000))
    _ = try output("stop", "p", "--offline")
    let next = try trial.start()
    _ = try output("start", "q")
    #expect(trial.comes { (try? whole("--json")) == text() }, "\(text())")
    #expect(text().contains("\"q\"") && text().contains("sessionDidEnd"))
    next.send(SIGTERM)
    #expect(next.end().end == .exit(0))
    #expect(trial.comes { text("seen-said").components(separatedBy: "the daemon has gone").count == 3 })
    process.send(SIGINT)
    #expect(process.end().end == .signal(SIGINT))
  }

  @Test func `log -f reports that a history begins anew and prints it from its start`() throws {
    let daemon = try trial.start()
    let process = try follow("--json")
    for word in ["start", "stop", "start", "stop"] { _ = try output(word, "p") }
    let before = try whole("--json")
    #expect(trial.comes { text() == before }, "\(text())")
    daemon.send(SIGTERM)
    #expect(daemon.end().end == .exit(0))
    // Without it, the numbers of events continue after those of the state that was removed.
    for name in ["state", "run/progress.json"] {
      try FileManager.default.removeItem(atPath: "\(trial.folder.path)/\(name)")
    }
    _ = try output("start", "q", "--offline")
    let next = try trial.start()
    let after = try whole("--json")
    #expect(trial.comes { text() == before + after } && !after.isEmpty, "\(text())")
    #expect(text("seen-said").contains("the history is another one"), "\(text("seen-said"))")
    next.send(SIGTERM)
    #expect(next.end().end == .exit(0))
    process.send(SIGINT)
    #expect(process.end().end == .signal(SIGINT))
  }

  @Test func `a followed log adds rows to its table without repeating the titles`() throws {
    let daemon = try trial.start()
    let process = try follow()
    #expect(trial.comes { text().hasPrefix("week.toml · UTC") })
    _ = try output("start", "p")
    _ = try output("stop", "p")
    #expect(trial.comes { text().contains("sessionDidFinish") || text().contains("sessionDidEnd") }, "\(text())")
    #expect(text().components(separatedBy: "remarks\n").count == 2, "\(text())")
    process.send(SIGINT)
    #expect(process.end().end == .signal(SIGINT))
    daemon.send(SIGTERM)
    #expect(daemon.end().end == .exit(0))
  }

  @Test func `without a daemon log -f says how to start one`() throws {
    let outcome = try trial.run("log", "-f").outcome()
    #expect(outcome.end == .exit(69) && outcome.output.isEmpty, "\(outcome)")
    let start = "help: 'schedctl run --config week.toml --state \(trial.folder.path)/state' starts one"
    #expect(outcome.messages.contains(start), "\(outcome)")
  }

  @Test(arguments: [[], ["--json"]])
  func `log -f ends when its reader has gone, even while nothing happens`(words: [String]) throws {
    _ = try output("start", "p", "--offline")
    let daemon = try trial.start()
    var run = trial.run("log", "-f")
    run.arguments += words
    run.output = .left(afterBytes: 1)
    let outcome = try run.outcome()
    #expect(outcome.end == .exit(0) && outcome.messages.isEmpty, "\(outcome)")
    daemon.send(SIGTERM)
    #expect(daemon.end().end == .exit(0))
  }
}
