import Foundation
import ProgramTesting
import Testing

/// What a killed trial leaves, and what removes it.
extension TryCommandTests {
  @Test func `what a killed trial leaves is removed by --all, and after its time without an option`() throws {
    var process = try start()
    process.send(SIGKILL)
    _ = process.end()
    #expect(FileManager.default.fileExists(atPath: state + "/try.json"))
    let early = try run("revert").outcome()
    #expect(early.output == "left \(path)\n" && early.messages.contains("the shield is in force until "), "\(early)")
    #expect(try run("revert", "--all").outcome() == Outcome(.exit(0), output: "reverted \(path)\n"))
    #expect(text == foreign)
    #expect(try FileManager.default.contentsOfDirectory(atPath: state).isEmpty)
    process = try start()
    process.send(SIGKILL)
    _ = process.end()
    // The time of the trial passes.
    let record = try #require(FileManager.default.contents(atPath: state + "/try.json"))
    try folder.write(Self.past(record), to: "var/lib/schedctl/try.json")
    // A shield of a daemon that has ended is in force, and does not keep what the trial left.
    try folder.write(Self.shield, to: "var/lib/schedctl/shield.json")
    #expect(try run("revert", "--expired").outcome() == Outcome(.exit(0), output: "reverted \(path)\n"))
    #expect(text == foreign)
    #expect(try FileManager.default.contentsOfDirectory(atPath: state) == ["shield.json"])
  }

  /// A record whose time is over.
  private static func past(_ record: Data) -> String {
    String(decoding: record, as: UTF8.self).replacing(/"(validUntil|until)":"[^"]*"/) { match in
      "\"\(match.1)\":\"2020-01-01T00:00:00Z\""
    }
  }

  @Test func `the record of a killed trial is removed if nothing else is left, too`() throws {
    for (words, isOver) in [(["--all"], false), ([], true)] {
      let process = try start()
      process.send(SIGKILL)
      _ = process.end()
      try folder.write(foreign, to: "etc/hosts")
      #expect(try run("revert").outcome().end == .exit(0))
      let record = try #require(FileManager.default.contents(atPath: state + "/try.json"), "its time is not over")
      if isOver {
        try folder.write(Self.past(record), to: "var/lib/schedctl/try.json")
      }
      var revert = run("revert")
      revert.arguments += words
      let outcome = try revert.outcome()
      #expect(outcome.end == .exit(0) && outcome.messages.contains("nothing to revert"), "\(outcome)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: state).isEmpty)
    }
  }

  private static let shield = """
    {"version":1,"generation":1,"writtenAt":"2020-01-01T00:00:00Z","bootId":"another","strict":false,"validUntil":null,
     "validUntilBoot":null,"layers":[{"profile":"p","id":"6f1c1c1e-8f0e-4c7d-9b36-0d8a1b9d4a10",
     "session":"6f1c1c1e-8f0e-4c7d-9b36-0d8a1b9d4a11","origins":["manual"],"users":[],"groups":[],"until":null,
     "applications":{"default":"allow","block":[],"allow":[],"blockCategories":[],"allowCategories":[]},
     "domains":{"default":"allow","block":["a.example"],"allow":[]},"denyAppInstallation":false,
     "denyAppRemoval":false,"screen":{"title":"t","subtitle":"s","icon":"","color":null,"button":"b"}}]}
    """

  @Test func `the next trial and the next daemon revert what a killed one left`() throws {
    var process = try start()
    process.send(SIGKILL)
    _ = process.end()
    #expect(try run("try", "focus", "--for", "1s").outcome().end == .exit(0))
    #expect(text == foreign)
    process = try start()
    process.send(SIGKILL)
    _ = process.end()
    var daemon = run("run")
    daemon.messages = .file(try folder.write("", to: "log"))
    let running = try RunningProgram(daemon)
    #expect(Waiting.until { text == foreign && !FileManager.default.fileExists(atPath: state + "/try.json") })
    let refused = try run("try", "focus").outcome()
    #expect(refused.end == .exit(69))
    #expect(
      refused.messages == """
        schedctl: a daemon runs as process \(running.processID), and a trial beside it could undo what it applies
        help: 'schedctl start focus --for 30s' makes the daemon apply the profile

        """)
    running.send(SIGTERM)
    #expect(running.end().end == .exit(0))
  }
}
