import ProgramTesting
import Testing

/// `simulate` as people run it.
///
/// `SCHEDCTL_WRITE_GOLDENS=1 swift test --filter SimulateCommandTests` writes its goldens anew; read the difference.
@Suite struct SimulateCommandTests {
  private static let configuration = """
    timezone = "Europe/Berlin"
    [profile.deep-work]
    window = ["mon-fri 09:00-12:30"]
    block.domains = ["reddit.com"]
    break = { length = "15m", budget = "30m" }
    [profile.social]
    window = ["daily 11:00-13:00"]
    block.domains = ["youtube.com"]
    """

  private static let day = """
    2026-11-23 09:10   break deep-work
    +5m                resume
    2026-11-23 10:00   clock 2026-11-24 10:00      # somebody sets the clock
    2026-11-23 11:00   zone America/Los_Angeles
    2026-11-23 12:00   suspend 3h
    2026-11-23 16:00   configuration other.toml
    2026-11-23 17:00   start social --for 45m
    +1m                crash after 3
    +1m                stop social
    +1h                power-cut within 2 --off 5m
    +1m                start social --for 1h
    """

  /// What comes of a script in a folder of its own, a day long.
  private func outcome(
    _ script: String, _ words: String..., changing change: (inout ProgramRun) -> Void = { _ in }
  ) throws -> Outcome {
    let folder = try WorkFolder()
    try folder.write(Self.configuration, to: "week.toml")
    try folder.write(Self.configuration.replacing("13:00", with: "14:00"), to: "other.toml")
    try folder.write(script, to: "day.txt")
    var run = ProgramRun(
      arguments: [
        "simulate", "--config", "week.toml", "--from", "2026-11-23", "--until", "2026-11-24", "--script", "day.txt",
      ] + words)
    run.folder = folder.path
    change(&run)
    return try withExtendedLifetime(folder) { try run.outcome() }
  }

  @Test(arguments: [("day.txt", []), ("day.jsonl", ["--json"]), ("seed.txt", ["--seed", "3"])])
  func `simulate prints the agreed day, and a second run prints the same output`(name: String, words: [String]) throws {
    let outcome = try outcome(Self.day) { $0.arguments += words }
    let golden = Golden("Tests/CommandTests/Goldens/simulate/\(name)")
    let summary = "schedctl: 26 events, 4 finished sessions, 2 crashes, 1 reboot, "
    #expect(try outcome.output == golden.agreed(with: outcome.output))
    #expect(outcome.end == .exit(0) && outcome.messages.hasPrefix(summary), "\(outcome.messages)")
    #expect(try self.outcome(Self.day) { $0.arguments += words } == outcome)
  }

  /// Lines with a mistake each, and what their goldens are called.
  static let mistakes: [(name: String, line: String)] = [
    ("no-time", "break deep-work"), ("bad-time", "2026-13-01 09:00 break"), ("bad-duration-of-time", "+5 break"),
    ("only-time", "2026-11-23 09:00"), ("unknown-action", "09:00 brake deep-work"), ("far-action", "09:00 sing"),
    ("missing-profile", "09:00 start --for 45m"), ("surplus-word", "09:00 break deep-work now please"),
    ("unknown-profile", "09:00 start deep-wrok"), ("profile-key", "09:00 start Deep!Work"),
    ("unknown-option", "09:00 start social --fro 45m"), ("option-twice", "09:00 start social --for 1m --for 2m"),
    ("option-without-value", "09:00 start social --for"), ("value-too-many", "09:00 skip social --undo=yes"),
    ("bad-duration", "09:00 suspend 3x"), ("no-duration", "09:00 suspend 0s"),
    ("bad-strategy", "09:00 start social --strategy tomato"),
    ("no-reason", "09:00 emergency --reason \" \""), ("unknown-zone", "09:00 zone Europe/Berln"),
    ("bad-clock", "09:00 clock yesterdy"), ("bad-number", "09:00 crash after three"),
    ("bad-place", "09:00 crash behind 3"),
    ("no-number", "09:00 crash after"), ("bytes-of-nothing", "09:00 crash after 3 --bytes 10"),
    ("unclosed-quote", "09:00 configuration \"my file.toml"), ("bad-disk", "09:00 disk fulll"),
    ("out-of-order", "09:00 wake\n08:00 wake"), ("before-start", "2026-11-22 09:00 wake"),
    ("while-away", "09:00 suspend 2h\n10:00 wake"), ("several", "09:00 brake\n10:00 suspend 3x\nstop"),
  ]

  @Test(arguments: mistakes)
  func `simulate prints the agreed diagnostic for a mistake in a script`(name: String, line: String) throws {
    let outcome = try outcome("# a script\n" + line + "\n")
    let golden = Golden("Tests/CommandTests/Goldens/simulate/\(name).txt")
    #expect(try outcome == Outcome(.exit(65), messages: golden.agreed(with: outcome.messages)))
    #expect(outcome.messages.contains("--> day.txt:"))
  }

  @Test func `script lines after the end of the simulation are skipped with a warning`() throws {
    let outcome = try outcome("2026-11-25 09:00 stop\n+1m break\n")
    #expect(outcome.end == .exit(0) && !outcome.output.contains("> stop"))
    #expect(outcome.messages.hasPrefix("warning[script-end]: ") && outcome.messages.contains("1 warning\n"))
  }

  @Test func `a script may come from standard input`() throws {
    let named = try outcome(Self.day)
    let piped = try outcome("") { run in
      run.arguments[run.arguments.count - 1] = "-"
      run.input = .bytes(Array(Self.day.utf8))
    }
    #expect(piped == named)
  }

  @Test func `a script names files relative to its own directory`() throws {
    let folder = try WorkFolder()
    try folder.write(Self.configuration, to: "week.toml")
    try folder.write("09:00 configuration other.toml\n", to: "scripts/day.txt")
    var run = ProgramRun(
      "simulate", "--config", "week.toml", "--from", "2026-11-23", "--until", "2026-11-24", "--script",
      "scripts/day.txt")
    run.folder = folder.path
    #expect(try run.outcome().messages.contains("'scripts/other.toml'") && run.outcome().end == .exit(74))
    try folder.write("[profile.x]\nwindow = 3\n", to: "scripts/other.toml")
    #expect(try run.outcome().end == .exit(78))
    try folder.write(Self.configuration, to: "scripts/other.toml")
    #expect(try run.outcome().end == .exit(0))
    withExtendedLifetime(folder) {}
  }

  @Test(arguments: [
    (["--from", "2026-11-23"], "'simulate' needs '--until'", "such as: schedctl simulate --until tomorrow"),
    (
      ["--from", "2026-11-23", "--until", "2026-11-23"], "'--until' is not after '--from'",
      "time goes forward in a simulation"
    ),
    (
      ["--from", "2026-11-23", "--until", "2226-11-23"], "'--until' is too far from '--from'",
      "a simulation takes at most 123 years"
    ),
  ])
  func `simulate refuses a wrong command line`(words: [String], message: String, help: String) throws {
    let outcome = try ProgramRun(arguments: ["simulate", "--config", "examples/student.toml"] + words).outcome()
    #expect(outcome == Outcome(.exit(64), messages: "schedctl: \(message)\nhelp: \(help)\n"))
  }

  @Test(arguments: ["x", "-1", "18446744073709551616", ""])
  func `simulate refuses a seed that is not a whole number in range`(seed: String) throws {
    let outcome = try outcome(Self.day, "--seed=" + seed)
    #expect(outcome.end == .exit(64) && outcome.messages.contains("'--seed' is a whole number from 0 to "))
  }
}
