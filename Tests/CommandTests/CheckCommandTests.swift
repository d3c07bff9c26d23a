import ProgramTesting
import Testing

@Suite struct CheckCommandTests {
  private func outcome(_ words: String..., text: String) throws -> Outcome {
    var run = ProgramRun(arguments: ["check", "-"] + words)
    run.input = .bytes(Array(text.utf8))
    return try run.outcome()
  }

  /// An error with a second place, behind which a warning would come if reading went on.
  private static let twice = """
    [profile.a]
    id = "6f1c1c1e-8f0e-4c7d-9b36-0d8a1b9d4a10"
    [profile.b]
    id = "6F1C1C1E-8F0E-4C7D-9B36-0D8A1B9D4A10"
    window = ["mon-fri 25:00-26:00"]

    """

  @Test(arguments: ["student", "night-shift", "roster", "traveller", "sample"])
  func `check accepts the examples without errors`(example: String) throws {
    let outcome = try ProgramRun("check", "examples/\(example).toml").outcome()
    #expect(outcome.end == .exit(0))
    #expect(outcome.output.hasPrefix("examples/\(example).toml: ok, "))
  }

  @Test func `check accepts a configuration that raises only a warning`() throws {
    let messages = """
      warning[blocks-nothing]: profile 'p' blocks nothing
        --> <stdin>:1:10
         |
       1 | [profile.p]
         |          ^
         |
         = help: add [profile.p.block] with 'sets', 'apps', 'categories', 'domains' or 'urls'

      1 warning

      """
    let text = "[profile.p]\nwindow = [\"09:00-10:00\"]\n"
    let expected = Outcome(.exit(0), output: "<stdin>: ok, 1 profile, 1 window\n", messages: messages)
    #expect(try outcome(text: text) == expected)
  }

  @Test func `errors of all kinds are reported in one run, in the order of their places`() throws {
    let outcome = try outcome(text: Self.twice)
    #expect(outcome.end == .exit(78) && outcome.output.isEmpty)
    let codes = outcome.messages.matches(of: /error\[([a-z-]+)\]/).map { String($0.1) }
    #expect(codes == ["duplicate-id", "invalid-time"])
  }

  @Test func `check --json prints one line for each finding, with all its places, and nothing else`() throws {
    let golden = Golden("Tests/CommandTests/Goldens/check-json.txt")
    let outcome = try outcome("--json", text: Self.twice)
    #expect(try outcome == Outcome(.exit(78), output: golden.agreed(with: outcome.output)))
  }

  @Test func `an explanation is printed as a page or as a JSON object`() throws {
    let page = try ProgramRun("check", "--explain", "invalid-every").outcome()
    #expect(
      try page == Outcome(.exit(0), output: Golden("Tests/CommandTests/Goldens/explain.txt").agreed(with: page.output)))
    let object = try ProgramRun("check", "--explain=window-past", "--json").outcome()
    let golden = Golden("Tests/CommandTests/Goldens/explain-json.txt")
    #expect(try object == Outcome(.exit(0), output: golden.agreed(with: object.output)))
  }

  @Test func `an explanation that mentions control characters prints none`() throws {
    let page = try ProgramRun("check", "--explain", "control-character").outcome()
    #expect(page.end == .exit(0))
    #expect(!page.output.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
  }
}
