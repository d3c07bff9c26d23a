import Foundation
import ProgramTesting
import TestSupport
import Testing

/// `status --follow` in a process of its own, on the real clock, while the state changes.
@Suite struct StatusFollowTests {
  private let trial: DaemonTrial

  init() throws {
    trial = try DaemonTrial()
    try trial.folder.write(
      """
      timezone = "UTC"
      [profile.p]
      block.domains = ["p.example"]
      break = { length = "2h", budget = "4h" }
      [profile.q]
      """, to: "week.toml")
  }

  private func follow(_ words: String...) throws -> RunningProgram {
    try trial.follow(["status", "--follow"] + words)
  }

  private func text(_ name: String = "seen") -> String { trial.text(name) }

  private func command(_ line: String) throws {
    var run = trial.run("-q")
    run.arguments = line.split(separator: " ").map(String.init) + ["--offline"] + run.arguments
    let outcome = try run.outcome()
    #expect(outcome.end == .exit(0), "\(outcome)")
  }

  @Test func `status --follow prints one line for each change and no other line`() throws {
    let process = try follow("--format", "{count} {state} {profile}", "--idle", "free {count}")
    var seen = "free 0\n"
    for (line, shown) in [
      ("start p", "1 running p"), ("break p", "1 paused p"), ("resume p", "1 running p"),
      ("start q", "2 running p"), ("stop p", "1 running q"), ("stop q", "free 0"),
    ] as [(String, String?)] {
      #expect(trial.comes { text() == seen }, "\(line): \(text())")
      try command(line)
      seen += shown.map { $0 + "\n" } ?? ""
    }
    #expect(trial.comes { text() == seen } && trial.comesToRest(process) && text() == seen, "\(text())")
    process.send(SIGTERM)
    #expect(process.end().end == .signal(SIGTERM))
    #expect(text("seen-said").isEmpty)
  }

  @Test(arguments: ["text", "json", "waybar"])
  func `status --follow prints one text block or JSON object for each change`(format: String) throws {
    let process = try follow("--format", format)
    func count() -> Int {
      switch format {
      case "text": text().components(separatedBy: "week.toml · UTC").count - 1
      default: text().split(separator: "\n").count
      }
    }
    for (number, line) in ["start p", "start q", "break p", "stop p"].enumerated() {
      #expect(trial.comes { count() == number + 1 }, "\(line): \(text())")
      try command(line)
    }
    #expect(trial.comes { count() == 5 } && trial.comesToRest(process) && count() == 5, "\(text())")
    if format == "text" {
      #expect(text().components(separatedBy: "\n\nweek.toml").count == 5, "an empty line stands between blocks")
    } else {
      for line in text().split(separator: "\n") {
        #expect((try? JSONSerialization.jsonObject(with: Data(line.utf8))) is [String: Any], "\(line)")
      }
    }
    process.send(SIGINT)
    #expect(process.end().end == .signal(SIGINT))
  }

  @Test func `status --follow shows a daemon's changes, even if its run-time directory disappears and returns`() throws
  {
    try trial.write(profiles: ["p1"])
    let daemon = try trial.start()
    let process = try follow("--format", "{count}")
    #expect(trial.comes { text() == "1\n" })
    try FileManager.default.moveItem(atPath: trial.folder.path + "/run", toPath: trial.folder.path + "/gone")
    #expect(trial.comes { trial.sessions.count == 1 })
    try trial.write(profiles: ["p1", "p2"])
    #expect(trial.comes { text() == "1\n2\n" }, "\(text())")
    daemon.send(SIGTERM)
    #expect(daemon.end().end == .exit(0) && trial.comesToRest(process))
    try trial.write(profiles: ["p2"])
    #expect(trial.comes { text() == "1\n2\n1\n" }, "\(text())")
  }

  @Test func `status --follow reports an unreadable state file once and reads it as soon as it can`() throws {
    try command("start p")
    let process = try follow("--format", "{count}")
    #expect(trial.comes { text() == "1\n" })
    let state = trial.folder.path + "/state"
    let path = state + "/" + stateFile("configuration", in: state)
    let bytes = try #require(FileManager.default.contents(atPath: path))
    let newer = String(decoding: bytes, as: UTF8.self).replacing("\"version\":1", with: "\"version\":99")
    try Data(newer.utf8).write(to: URL(fileURLWithPath: path))
    #expect(trial.comes { text("seen-said").contains("has version 99") }, "\(text("seen-said"))")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    #expect(trial.comesToRest(process))
    #expect(text("seen-said").components(separatedBy: "has version 99").count == 2)
    try bytes.write(to: URL(fileURLWithPath: path))
    #expect(trial.comesToRest(process))
    try command("stop p")
    #expect(trial.comes { text() == "1\n\n" }, "\(text())")
  }

  @Test func `status --follow ends when its first reading fails`() throws {
    var run = trial.run("status", "--follow")
    run.arguments[run.arguments.firstIndex(of: "week.toml")!] = "nowhere.toml"
    try FileManager.default.removeItem(atPath: trial.folder.path + "/state")
    let outcome = try run.outcome()
    #expect(outcome.end == .exit(74) && outcome.output.isEmpty, "\(outcome)")
  }

  @Test(arguments: ["text", "json", "waybar", "{state}"])
  func `status --follow ends when its reader has gone`(format: String) throws {
    var run = trial.run("status", "--follow")
    run.arguments += ["--format", format]
    run.output = .left(afterBytes: 1)
    let outcome = try run.outcome()
    #expect(outcome.end == .exit(0) && outcome.messages.isEmpty, "\(outcome)")
  }

  @Test(arguments: ["text", "json", "{state} {profile}", "{time} {profile}"])
  func `status --follow does not wake while there is nothing new to show`(format: String) throws {
    let process = try follow("--format", format)
    // On a busy machine the start of the program takes longer than usual.
    #expect(trial.comes { !text().isEmpty } && trial.comesToRest(process, for: 1_000_000))
    let before = try #require(process.voluntarySwitches)
    sleep(Laws.areWhole ? 3 : 1)
    #expect(process.voluntarySwitches == before)
  }

  @Test func `status --follow prints a line every second if the format shows seconds`() throws {
    try command("start p --for 1h")
    let process = try follow("--format", "{remaining_seconds}")
    #expect(trial.comes { text().split(separator: "\n").count >= 4 })
    process.send(SIGTERM)
    _ = process.end()
    let seconds = text().split(separator: "\n").compactMap { Int($0) }
    #expect(zip(seconds, seconds.dropFirst()).allSatisfy { $0 > $1 }, "\(seconds)")
  }
}
