import ProgramTesting
import TestSupport
import Testing

/// Whatever the words, the program ends with a documented exit code, writes whole lines, and explains a failure.
@Suite struct CommandLineLawTests {
  private static let words = [
    "next", "events", "check", "profiles", "toml", "help", "version", "schema", "completions",
    "man", "bash", "fish", "schedctl.toml", "--names", "nxt", "", "-", "--", "-n", "-n3", "--count",
    "-1",
    "3", "0", "--from", "--from=now", "2026-11-23", "2026-11-23 09:00", "9999-12-31", "0001-01-01", "--until", "+1d",
    "--until=+36h", "--profile", "study", "stduy", "off", "--config", "examples/student.toml", "examples/roster.toml",
    "--config=Tests/CommandTests/Goldens/remarks.toml", "/nonexistent", ".", "--json", "--color", "always", "never",
    "--color=auto", "-q", "-v", "-qv", "-h", "-V", "--explain", "unknown-key", "--explain=invalid-time", "--jsn", "é",
    "--profile=", "-é", "--=", "-=", "Package.swift", "status", "sessions", "log", "is-active", "run", "--once",
    "start",
    "stop", "break", "pause", "resume", "skip", "extend", "--offline", "--undo", "--for", "25m", "--since", "--csv",
    "--format", "json",
  ]

  @Test(arguments: Laws.cases(1...8 as ClosedRange<UInt64>, few: 2))
  func `any command line ends with a documented exit code and whole lines`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let folder = try WorkFolder()
    for _ in 0..<25 {
      let count = Int.random(in: 1...7, using: &random)
      let line = (0..<count).map { _ in Self.words.randomElement(using: &random) ?? "" }
      var run = ProgramRun(arguments: line)
      run.environment["STATE_DIRECTORY"] = folder.path
      let outcome = try run.outcome()
      let place: Comment = "seed \(seed): \(line)\n\(outcome)"
      let codes: [Outcome.End] = [0, 1, 64, 69, 74, 77, 78].map { .exit($0) }
      #expect(codes.contains(outcome.end), place)
      #expect(outcome.output.isEmpty || outcome.output.hasSuffix("\n"), place)
      #expect(outcome.messages.isEmpty || outcome.messages.hasSuffix("\n"), place)
      // 'inactive' is an answer.
      if outcome.end != .exit(0), !line.contains("is-active") {
        #expect(outcome.output.isEmpty && !outcome.messages.isEmpty, place)
      }
    }
  }
}
