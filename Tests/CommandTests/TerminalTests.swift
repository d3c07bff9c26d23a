import ProgramTesting
import Testing

/// What a terminal changes: widths and colours.
@Suite struct TerminalTests {
  private static let escape = "\u{1B}["

  @Test(arguments: [20, 40, 60, 80] as [UInt16], ["next", "events", "profiles"])
  func `a list fits the terminal`(columns: UInt16, command: String) throws {
    var run = ProgramRun(command, "--config", "Tests/CommandTests/Goldens/remarks.toml")
    if command != "profiles" { run.arguments += ["--from", "2027-03-27 12:00", "-n", "6"] }
    run.output = .terminal(columns: columns)
    let outcome = try run.outcome()
    let golden = Golden("Tests/CommandTests/Goldens/\(command)-\(columns)-columns.txt")
    #expect(try outcome == Outcome(.exit(0), output: golden.agreed(with: outcome.output)))
  }

  @Test(arguments: [20, 80] as [UInt16], ["1000", "1001", "2000"])
  func `a long list has no empty line among its rows`(columns: UInt16, count: String) throws {
    var run = ProgramRun(
      "next", "--config", "Tests/CommandTests/Goldens/remarks.toml", "--from", "2027-03-27", "-n", count)
    run.output = .terminal(columns: columns)
    let outcome = try run.outcome()
    // An empty line follows the heading, and no other line is empty.
    let lines = outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(outcome.end == .exit(0) && lines.count > (Int(count) ?? 0))
    #expect(lines.dropLast().filter(\.isEmpty).count == 1 && lines.last == "")
  }

  @Test(arguments: [20, 80] as [UInt16])
  func `an explanation fits the terminal`(columns: UInt16) throws {
    var run = ProgramRun("check", "--explain", "unknown-weekday")
    run.output = .terminal(columns: columns)
    let outcome = try run.outcome()
    #expect(outcome.end == .exit(0))
    let paragraphs = outcome.output.split(separator: "\n\n")
    for line in paragraphs[1].split(separator: "\n") { #expect(line.count <= columns) }
    run.output = .captured
    if columns == 80 { #expect(try run.outcome() == outcome) }
  }

  @Test(arguments: [20, 80] as [UInt16])
  func `a diagnostic fits the terminal`(columns: UInt16) throws {
    let folder = try WorkFolder()
    try folder.write("[profile.work]\nwindow = [\"mon-fri 09:00-12:30\", \"mon-fry 13:00-17:00\"]\n", to: "c.toml")
    var run = ProgramRun("check", "c.toml", "--color", "never")
    run.folder = folder.path
    run.messages = .terminal(columns: columns)
    let outcome = try run.outcome()
    let golden = Golden("Tests/CommandTests/Goldens/check-\(columns)-columns.txt")
    #expect(try outcome == Outcome(.exit(78), messages: golden.agreed(with: outcome.messages)))
  }

  /// Where standard error goes, what is set, and whether it is coloured.
  struct Case: CustomTestStringConvertible {
    let words: [String]
    let environment: [String: String]
    let isTerminal: Bool
    let isColored: Bool
    var testDescription: String { "\(words) \(environment) \(isTerminal ? "terminal" : "pipe")" }

    init(_ words: [String], _ environment: [String: String] = [:], terminal: Bool, colored: Bool) {
      self.words = words
      self.environment = environment
      isTerminal = terminal
      isColored = colored
    }
  }

  @Test(arguments: [
    Case([], terminal: true, colored: true),
    Case([], terminal: false, colored: false),
    Case([], ["NO_COLOR": "1"], terminal: true, colored: false),
    Case([], ["NO_COLOR": ""], terminal: true, colored: true),
    Case([], ["TERM": "dumb"], terminal: true, colored: false),
    Case(["--color", "auto"], terminal: true, colored: true),
    Case(["--color", "auto"], terminal: false, colored: false),
    Case(["--color", "auto"], ["NO_COLOR": "1"], terminal: true, colored: false),
    Case(["--color=always"], terminal: false, colored: true),
    Case(["--color=always"], ["NO_COLOR": "1"], terminal: false, colored: true),
    Case(["--color=never"], terminal: true, colored: false),
  ])
  func `colour follows the option, NO_COLOR and the terminal`(this: Case) throws {
    var run = ProgramRun(arguments: ["toml", "-"] + this.words)
    run.environment["TERM"] = "xterm"
    run.environment.merge(this.environment) { $1 }
    run.input = .bytes(Array("a = tru\n".utf8))
    run.messages = this.isTerminal ? .terminal(columns: 80) : .captured
    let outcome = try run.outcome()
    #expect(outcome.end == .exit(1) && outcome.output.isEmpty)
    #expect(outcome.messages.contains(Self.escape) == this.isColored)
  }

  @Test(arguments: [["next"], ["events"], ["profiles"], ["help"], ["next", "--json"]])
  func `lists and help print no colour, even with --color always`(words: [String]) throws {
    var run = ProgramRun(arguments: words + ["--config", "examples/student.toml", "--color", "always"])
    run.environment["TERM"] = "xterm"
    run.output = .terminal(columns: 80)
    #expect(try !run.outcome().output.contains(Self.escape))
  }

  @Test func `JSON is the same on a terminal`() throws {
    var run = ProgramRun("next", "--config", "examples/roster.toml", "--from", "2026-11-23", "--json")
    let piped = try run.outcome()
    run.output = .terminal(columns: 20)
    #expect(try run.outcome() == piped)
  }
}
