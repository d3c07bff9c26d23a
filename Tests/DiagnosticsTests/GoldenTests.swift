import SchedulerDiagnostics
import Testing

@Suite struct GoldenTests {
  @Test(arguments: Scenario.all)
  func `a rendered diagnostic looks like its golden`(_ scenario: Scenario) throws {
    try Golden.expect(scenario.rendered(), equals: scenario.name + ".txt")
  }

  @Test func `every golden belongs to a scenario`() throws {
    #expect(try Golden.names() == Scenario.all.map { $0.name + ".txt" }.sorted())
  }
}

extension Scenario {
  static let all: [Scenario] = [
    unknownKey, unknownKeyInColor, severitiesInColor, emptySpan, endOfFile, emptyFile, severalLines, endOnLineFeed,
    twoOnOneLine, nested, sameSpan, farLines, otherFile, tabsAndWide, controlCharacters, invalidBytes, emojiSequences,
    byteOrderMark, carriageReturns, longLine, longLineTwoPlaces, longLineUnknownWidth, longSpan, wideCut, noPlace,
    multilineHelp, manyErrors,
  ]

  private static let profile = """
    version = 1

    [profile.deep-work]
    windws = ["mon-fri 09:00-12:30"]
    """

  private static func unknownKey(_ scenario: Scenario) -> Scenario {
    scenario.reporting(
      Diagnostic(
        .error, code: DiagnosticCode("unknown-key"), message: "unknown key 'windws' in a profile",
        at: DiagnosticLabel(scenario.place("windws")), help: ["did you mean 'window'?"]))
  }

  static let unknownKey = unknownKey(Scenario("unknown-key", profile))
  static let unknownKeyInColor = unknownKey(Scenario("unknown-key-in-color", profile, color: true))

  static let severitiesInColor: Scenario = {
    let scenario = Scenario("severities-in-color", "a = 1\nb = 2\n", color: true)
    return scenario.reporting(
      .example(.warning, at: scenario.place("a"), "here", secondary: [(scenario.place("2"), "and here")]),
      .example(.note, at: scenario.place("b"), "here"))
  }()

  static let emptySpan: Scenario = {
    let scenario = Scenario("empty-span", "start = \nend = 1\n")
    return scenario.reporting(.example(at: scenario.place("\nend", empty: true), "expected a value"))
  }()

  static let endOfFile: Scenario = {
    let scenario = Scenario("end-of-file", "a = [\n  1,\n")
    return scenario.reporting(
      .example(
        at: scenario.span(scenario.end, scenario.end), "expected ']'",
        secondary: [(scenario.place("["), "opened here")]))
  }()

  static let emptyFile: Scenario = {
    let scenario = Scenario("empty-file", "")
    return scenario.reporting(.example(at: scenario.span(0, 0), "expected a profile"))
  }()

  static let severalLines: Scenario = {
    let scenario = Scenario("several-lines", "list = [ 1,\n  2,\n  3,\n  4,\n] # end\nlast = 1\n")
    let upper = Int(scenario.place("]").bytes.upper)
    return scenario.reporting(
      .example(
        at: scenario.span(7, upper), "not a string", secondary: [(scenario.place("1,\n  2"), "two of them")]))
  }()

  static let endOnLineFeed: Scenario = {
    let scenario = Scenario("end-on-line-feed", "a = 'open\nb = 2\n")
    return scenario.reporting(.example(at: scenario.place("'open\n"), "not closed"))
  }()

  static let twoOnOneLine: Scenario = {
    let scenario = Scenario("two-on-one-line", "point = { x = 1, y = 2, x = 3 }\n")
    return scenario.reporting(
      .example(
        at: scenario.place("x", 2), "given again",
        secondary: [(scenario.place("x"), "first given here"), (scenario.place("y"), "not this")]),
      .example(at: scenario.place("x"), "first", secondary: [(scenario.place("x", 2), "")]))
  }()

  static let nested: Scenario = {
    let scenario = Scenario("nested-labels", "window = \"mon-fri 09:00-12:30\"\n")
    return scenario.reporting(
      .example(
        at: scenario.place("09:00"), "the start", secondary: [(scenario.place("\"mon-fri 09:00-12:30\""), "a window")]))
  }()

  static let sameSpan: Scenario = {
    let scenario = Scenario("same-span", "a = 1\n")
    return scenario.reporting(
      .example(
        at: scenario.place("a"), "one", secondary: [(scenario.place("a"), "two"), (scenario.place("a"), "three")]))
  }()

  static let farLines: Scenario = {
    let lines = (1...120).map { "key-\($0) = \($0)\n" }.joined()
    let scenario = Scenario("far-lines", lines)
    return scenario.reporting(
      .example(
        at: scenario.place("key-118"), "given again",
        secondary: [
          (scenario.place("key-9"), "first given here"), (scenario.place("key-11 "), "and here"),
          (scenario.place("key-12 "), "and here"),
        ]))
  }()

  static let otherFile: Scenario = {
    let scenario = Scenario("other-file", profile, "# two\n\n[profile.deep-work]\nname = 1\n", "third = 1")
    return scenario.reporting(
      .example(
        at: scenario.place("profile.deep-work"), "opened again",
        secondary: [
          (scenario.place("profile.deep-work", file: 1), "first opened here"),
          (scenario.place("third", file: 2), "see also"),
        ],
        help: ["merge the two tables"]))
  }()
}

extension Diagnostic {
  /// Returns a diagnostic with arbitrary texts.
  static func example(
    _ severity: Severity = .error, at span: SourceSpan, _ label: String, secondary: [(SourceSpan, String)] = [],
    help: [String] = []
  ) -> Diagnostic {
    Diagnostic(
      severity, code: DiagnosticCode("example"), message: "something was found",
      at: DiagnosticLabel(span, message: label),
      secondary: secondary.map { DiagnosticLabel($0.0, message: $0.1) }, help: help)
  }
}
