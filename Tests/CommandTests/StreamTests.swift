import ProgramTesting
import Testing

/// Readers that leave, devices that are full, and streams that are not there.
@Suite struct StreamTests {
  private static let long = [
    "next", "--config", "examples/student.toml", "--from", "2026-11-23", "--until", "2031-11-23", "--json",
  ]

  @Test(arguments: [0, 1, 1000, 100_000])
  func `a command exits with 0 and without a message when its reader stops early`(bytes: Int) throws {
    var run = ProgramRun(arguments: Self.long)
    run.output = .left(afterBytes: bytes)
    let outcome = try run.outcome()
    #expect(outcome.end == .exit(0) && outcome.messages.isEmpty)
    #expect(outcome.output.utf8.count == bytes)
  }

  @Test func `a command keeps its exit code when its reader leaves`() throws {
    var run = ProgramRun("next", "--config", "/nonexistent")
    run.output = .left(afterBytes: 0)
    #expect(try run.outcome().end == .exit(74))
    run.arguments = ["nxt"]
    run.messages = .left(afterBytes: 0)
    #expect(try run.outcome() == Outcome(.exit(64)))
  }

  @Test(arguments: [
    ["version"], ["help"], long, ["check", "examples/student.toml"], ["toml", "examples/student.toml"],
  ])
  func `a command reports a full device and exits with 74`(words: [String]) throws {
    var run = ProgramRun(arguments: words)
    run.output = .file("/dev/full")
    let message = "schedctl: cannot write to standard output: no space left\n"
    #expect(try run.outcome() == Outcome(.exit(74), messages: message))
  }

  @Test(arguments: [["version"], ["next", "--config", "examples/student.toml"], ["toml", "examples/student.toml"]])
  func `a command reports a closed standard output and exits with 74`(words: [String]) throws {
    var run = ProgramRun(arguments: words)
    run.output = .closed
    let message = "schedctl: cannot write to standard output: bad file descriptor\n"
    #expect(try run.outcome() == Outcome(.exit(74), messages: message))
  }

  @Test func `a failed write of messages changes neither the exit code nor standard output`() throws {
    for sink in [ProgramRun.Sink.closed, .file("/dev/full"), .left(afterBytes: 0)] {
      var run = ProgramRun("check", "examples/nothing.toml")
      run.messages = sink
      #expect(try run.outcome() == Outcome(.exit(74)))
      run.arguments = ["check", "examples/student.toml"]
      #expect(try run.outcome().output == "examples/student.toml: ok, 2 profiles, 4 windows\n")
    }
  }

  @Test func `a command reports a closed standard input only if it reads it`() throws {
    var run = ProgramRun("toml", "-")
    run.input = .closed
    let message = "schedctl: cannot read standard input: bad file descriptor\n"
    #expect(try run.outcome() == Outcome(.exit(74), messages: message))
    run.arguments = ["version"]
    #expect(try run.outcome() == Outcome(.exit(0), output: "schedctl 0.1.0\n"))
  }

  @Test func `the program exits with an error, not a crash, if all standard streams are closed`() throws {
    var run = ProgramRun("next", "--config", "examples/student.toml")
    (run.input, run.output, run.messages) = (.closed, .closed, .closed)
    #expect(try run.outcome() == Outcome(.exit(74)))
  }
}
