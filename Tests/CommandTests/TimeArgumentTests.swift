import ProgramTesting
import Testing

@Suite struct TimeArgumentTests {
  private func outcome(_ words: String...) throws -> Outcome {
    try ProgramRun(arguments: ["next", "--config", "examples/student.toml", "-n", "1"] + words).outcome()
  }

  @Test(arguments: [
    "2026-2-3", "25:00", "24:01", "9:5", "10000-01-01", "9999-12-31 24:00", "soon", "",
    "2026-11-23 09:00 later", "2026-11-23T09:00Z", "２０２６-11-23", "é:00", "2026-11-23T09:00:00+24:00",
    "2026-11-23T09:00:00+25:00",
  ])
  func `the error for an invalid time quotes the text and lists the accepted forms`(text: String) throws {
    let message =
      "schedctl: '--from': '\(text)' is not a time: "
      + "expected now, 2026-11-23 09:00, 09:00, tomorrow 9:00, +90m or RFC 3339\n"
    #expect(try outcome("--from", text) == Outcome(.exit(64), messages: message))
    #expect(
      try outcome("--until", text) == Outcome(.exit(64), messages: message.replacing("--from", with: "--until")))
  }

  @Test(arguments: [
    ("+90", "the number '90' has no unit"), ("+", "a duration is empty"), ("-1x", "unknown unit 'x'"),
    ("+9999999w", "a duration is at most 5300 weeks"), ("2026-02-30", "2026-02 has 28 days"),
    ("0000-01-01", "years go from 0001 to 9999"),
  ])
  func `a relative time or a date that cannot be read is refused with the reason`(text: String, reason: String) throws {
    let message = "schedctl: '--from': '\(text)' is not a time: \(reason)\n"
    #expect(try outcome("--from", text) == Outcome(.exit(64), messages: message))
  }

  @Test(arguments: [
    ("2026-11-23 09:00", "Mon 2026-11-23 09:00"), ("2026-11-23T09:00:30", "Mon 2026-11-23 09:00:30"),
    (" 2026-11-23 ", "Mon 2026-11-23 00:00"), ("2026-11-23T09:00:00Z", "Mon 2026-11-23 10:00"),
    ("2026-11-23 24:00", "Tue 2026-11-24 00:00"), ("2027-03-28 02:30", "Sun 2027-03-28 03:30"),
    ("2026-10-25 02:30", "Sun 2026-10-25 02:30+02:00"), ("0001-01-01", "Mon 0001-01-01 00:00"),
    ("9999-12-31", "Fri 9999-12-31 00:00"),
  ])
  func `a time is read in the zone of the configuration`(text: String, shown: String) throws {
    let outcome = try outcome("--from", text)
    #expect(outcome.end == .exit(0) && outcome.messages.isEmpty)
    #expect(outcome.output.hasPrefix("examples/student.toml · Europe/Berlin · from \(shown)\n\n"))
  }

  /// The first and last instants, whose local times lie outside of what dates can say, must not crash anything.
  @Test(arguments: [
    "0001-01-01T00:00:00Z", "0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59Z", "9999-12-31T23:59:59-23:59", "+5300w",
    "-5300w",
  ])
  func `next and events answer for the earliest and latest times`(text: String) throws {
    for words in [["next"], ["next", "--json"], ["events"], ["events", "--json"]] {
      for example in ["traveller", "roster"] {
        let arguments = words + ["--config", "examples/\(example).toml", "-n", "3", "--from", text]
        let outcome = try ProgramRun(arguments: arguments).outcome()
        #expect(outcome.end == .exit(0) && outcome.messages.isEmpty)
      }
    }
  }

  @Test func `an --until before --from is refused`() throws {
    let message = "schedctl: '--until' is before '--from'\nhelp: intervals are listed forward in time\n"
    #expect(
      try outcome("--from", "2026-11-24", "--until", "2026-11-23") == Outcome(.exit(64), messages: message))
  }

  @Test(arguments: [["-n1"], ["-n", "1"], ["--count=1"], ["--count", "1"], ["-qn1"]])
  func `an option's value may be joined or apart`(words: [String]) throws {
    let outcome = try ProgramRun(
      arguments: ["next", "--config=examples/student.toml", "--from=2026-11-23"] + words
    ).outcome()
    #expect(outcome.end == .exit(0) && outcome.messages.isEmpty)
    #expect(outcome.output.split(separator: "\n").count == 3)
  }

  @Test func `options that all commands share may stand before the command`() throws {
    let words = ["--from", "2026-11-23", "-n", "2"]
    let behind = try ProgramRun(arguments: ["next", "--config", "examples/student.toml", "--json"] + words).outcome()
    #expect(behind.end == .exit(0) && behind.output.split(separator: "\n").count == 2)
    #expect(
      try ProgramRun(arguments: ["--config", "examples/student.toml", "--json", "next"] + words).outcome() == behind)
    #expect(
      try ProgramRun(arguments: ["-q", "--config=examples/student.toml", "next", "--json"] + words).outcome() == behind)
  }

  @Test func `the largest possible line count prints all lines`() throws {
    let words = [
      "next", "--config", "examples/student.toml", "--from", "2026-11-23", "--until", "2026-11-25", "--json",
    ]
    let all = try ProgramRun(arguments: words).outcome()
    #expect(all.output.split(separator: "\n").count == 4)
    #expect(try ProgramRun(arguments: words + ["-n", "9223372036854775807"]).outcome() == all)
    #expect(try ProgramRun(arguments: words + ["-n", "0"]).outcome() == Outcome(.exit(0)))
  }
}
