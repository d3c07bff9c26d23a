import Foundation
import ProgramTesting
import TestSupport
import Testing

/// Somebody takes the state away from the daemon that keeps it.
@Suite struct RemovedStateTests {
  private static let names = [
    ["journal"], ["snapshot", "journal"], ["lock"], ["history.jsonl", "configuration"], ["configuration"], [""],
  ]

  @Test(arguments: Laws.cases(names, few: 3))
  func `the daemon writes removed state files, or the whole state directory, again from memory`(names: [String]) throws
  {
    let trial = try DaemonTrial(isStrict: true)
    let process = try trial.start()
    let sessions = trial.sessions
    let state = trial.folder.path + "/state/"
    for name in names.map({ stateFile($0, in: state) }) where FileManager.default.fileExists(atPath: state + name) {
      // Taken away at once: what is removed one by one is made again meanwhile.
      let path = name.isEmpty ? String(state.dropLast()) : state + name
      try FileManager.default.moveItem(atPath: path, toPath: trial.folder.path + "/away-\(name)")
    }
    let left = ["journal", "lock", "history.jsonl", "configuration", "shield.json"]
    #expect(
      trial.comes { left.allSatisfy { FileManager.default.fileExists(atPath: state + stateFile($0, in: state)) } },
      "\(trial.log)")
    let second = try trial.run("run").outcome()
    #expect(second.end == .exit(69), "\(second)")
    #expect(try trial.run("start", "p2").outcome().end == .exit(64), "an unknown profile")
    try trial.write(profiles: ["p1", "firm", "p2"])
    #expect(trial.comes { trial.sessions.count == 3 }, "\(trial.log)")
    process.send(SIGKILL)
    _ = process.end()
    let next = try trial.start()
    #expect(Set(trial.sessions).isSuperset(of: sessions) && trial.sessions.count == 3, "\(trial.log)")
    #expect(!trial.log.contains("missing"), "\(trial.log)")
    next.send(SIGTERM)
    #expect(next.end().end == .exit(0))
  }

  @Test func `the daemon restores a removed journal or snapshot with its full content`() throws {
    let trial = try DaemonTrial(isStrict: true)
    let process = try trial.start()
    let sessions = trial.sessions
    let state = trial.folder.path + "/state/"
    for name in ["journal", "snapshot", "snapshot"] {
      try FileManager.default.removeItem(atPath: state + name)
      let isBack = trial.comes {
        ["journal", "snapshot"].allSatisfy { FileManager.default.fileExists(atPath: state + $0) }
      }
      #expect(isBack, "\(name): \(trial.log)")
    }
    process.send(SIGKILL)
    _ = process.end()
    let next = try trial.start()
    #expect(trial.sessions == sessions && sessions.count == 2 && !trial.log.contains("lost"), "\(trial.log)")
    next.send(SIGTERM)
    #expect(next.end().end == .exit(0))
  }

  @Test func `an answered command survives the removal of the journal just before it`() throws {
    let trial = try DaemonTrial()
    let process = try trial.start()
    for _ in 0..<20 {
      #expect(try trial.run("stop", "p1").outcome().end == .exit(0))
      try? FileManager.default.removeItem(atPath: trial.folder.path + "/state/journal")
      #expect(try trial.run("start", "p1", "--for", "5h").outcome().end == .exit(0))
    }
    let sessions = trial.sessions
    process.send(SIGKILL)
    _ = process.end()
    let next = try trial.start()
    #expect(trial.sessions == sessions && sessions.count == 1)
    next.send(SIGTERM)
    #expect(next.end().end == .exit(0))
  }

  @Test func `a daemon ends when another process has taken its removed state directory`() throws {
    let trial = try DaemonTrial()
    let first = try trial.start()
    // Between the removal and the next look nobody can be told apart from a machine that was switched off.
    first.send(SIGSTOP)
    try FileManager.default.removeItem(atPath: trial.folder.path + "/state")
    let other = try trial.run("authorize", "--yes", "--offline", "-q").outcome()
    #expect(other.end == .exit(0) && other.messages.contains("'journal' is missing or empty"), "\(other)")
    var run = trial.run("run", "--socket", trial.folder.path + "/other")
    run.messages = .file(trial.folder.path + "/other.log")
    try trial.folder.write("", to: "other.log")
    let second = try RunningProgram(run)
    #expect(trial.comes { FileManager.default.fileExists(atPath: trial.folder.path + "/other") })
    first.send(SIGCONT)
    #expect(first.end().end == .exit(69))
    #expect(trial.log.contains("has taken '"), "\(trial.log)")
    second.send(SIGTERM)
    #expect(second.end().end == .exit(0))
  }
}
