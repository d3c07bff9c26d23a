import SchedulerDiagnostics

extension Scenario {
  static let tabsAndWide: Scenario = {
    let scenario = Scenario("tabs-and-wide", "\tname\t= \"日本語\tcafe\u{301}\" # 🍅 x\n")
    return scenario.reporting(
      .example(at: scenario.place("本"), "wide"), .example(at: scenario.place("cafe\u{301}"), "with a combining mark"),
      .example(at: scenario.place("x"), "behind them"), .example(at: scenario.place("\t", 3), "a tab"),
      .example(at: scenario.place("\u{301}"), "only the mark"))
  }()

  static let controlCharacters: Scenario = {
    let scenario = Scenario(
      "control-characters", "a = \"\u{1B}[31m\u{0}\u{7F}\u{85}\u{202E}x\u{2028}\u{200B}\" # \r.\n")
    return scenario.reporting(
      Diagnostic(
        .error, code: DiagnosticCode("example"), message: "found '\u{1B}[31m\n\u{202E}'",
        at: DiagnosticLabel(scenario.place("x"), message: "not \u{7}"), help: ["remove '\u{1B}'\nor\twrite"]),
      .example(at: scenario.place("\r"), "a lone carriage return"))
  }()

  static let invalidBytes: Scenario = {
    let line: [UInt8] = [0x61, 0xFF, 0xE2, 0x82, 0x62, 0xC0, 0xAF, 0xED, 0xA0, 0x80, 0xF0, 0x9F, 0x8D, 0x63, 0x0A]
    let scenario = Scenario("invalid-bytes", bytes: [line])
    return scenario.reporting(
      .example(at: scenario.span(1, 2), "no UTF-8"), .example(at: scenario.span(4, 5), "after a broken sequence"),
      .example(at: scenario.span(13, 14), "the last"))
  }()

  static let emojiSequences: Scenario = {
    let family = "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}"
    let scenario = Scenario("emoji-sequences", "a\u{200D}\u{FE0F} = \"\(family) ❤\u{FE0F} 👍\u{1F3FD} 🇩🇪 x\"\n\u{301}b\n")
    return scenario.reporting(
      .example(at: scenario.place("x"), "behind them"), .example(at: scenario.place(family), "a family"),
      .example(at: scenario.place("\u{301}"), "a mark without a base"))
  }()

  static let byteOrderMark: Scenario = {
    let scenario = Scenario("byte-order-mark", "\u{FEFF}a = 1\n")
    return scenario.reporting(
      .example(at: scenario.place("a"), "first"), .example(at: scenario.span(0, 3), "the mark itself"))
  }()

  static let carriageReturns: Scenario = {
    let scenario = Scenario("carriage-returns", "a = 1\r\n\r\nb = [\r\n]\r\n")
    return scenario.reporting(
      .example(at: scenario.place("1"), "a number"), .example(at: scenario.place("[\r\n]"), "an array"),
      .example(at: scenario.place("\r\n", 2), "an empty line"))
  }()

  private static let domains = (1...60).map { "\"site-\($0).example\"" }.joined(separator: ", ")

  static let longLine: Scenario = {
    let scenario = Scenario("long-line", "domains = [\(domains)]\n", columns: 60)
    return scenario.reporting(
      .example(at: scenario.place("\"site-2.example\""), "near the start"),
      .example(at: scenario.place("\"site-30.example\""), "in the middle"),
      .example(at: scenario.place("\"site-60.example\""), "near the end"),
      .example(at: scenario.span(scenario.end - 1, scenario.end - 1), "at the end"))
  }()

  static let longLineTwoPlaces: Scenario = {
    let scenario = Scenario("long-line-two-places", "domains = [\(domains)]\n", columns: 60)
    return scenario.reporting(
      .example(
        at: scenario.place("site-40"), "again",
        secondary: [(scenario.place("site-2."), "first here"), (scenario.place("site-41"), "not this")]))
  }()

  static let longLineUnknownWidth: Scenario = {
    let scenario = Scenario("long-line-unknown-width", "domains = [\(domains)]\n")
    return scenario.reporting(.example(at: scenario.place("site-40"), "here"))
  }()

  static let longSpan: Scenario = {
    let scenario = Scenario("long-span", "domains = [\(domains)]\nx = 1\n", columns: 40)
    return scenario.reporting(
      .example(at: scenario.span(10, scenario.end - 7), "too many"),
      .example(at: scenario.span(10, scenario.end - 1), "over two lines"))
  }()

  static let wideCut: Scenario = {
    let text = "a = \"" + String(repeating: "日本", count: 30) + "語\"\n"
    let scenario = Scenario("wide-cut", text, columns: 31)
    return scenario.reporting(
      .example(at: scenario.place("本", 12), "in the middle"), .example(at: scenario.place("語"), "at the end"))
  }()

  static let noPlace = Scenario("no-place", "").reporting(
    Diagnostic(
      .error, code: DiagnosticCode("file"), message: "cannot read 'config.toml': no such file", at: nil,
      help: ["write one"]),
    Diagnostic(.note, code: DiagnosticCode("file"), message: "nothing to do", at: nil))

  static let multilineHelp: Scenario = {
    let scenario = Scenario("multiline-help", "window = \"mon 9-12\"\n")
    return scenario.reporting(
      .example(
        .warning, at: scenario.place("9-12"), "",
        help: [
          "write both times in full\nwindow = [\n  \"mon 09:00-12:00\",\n]\n\nor leave it out",
          "see 'schedctl check --explain window-time'",
        ]))
  }()

  static let manyErrors: Scenario = {
    var scenario = Scenario("many-errors", String(repeating: "?\n", count: 157))
    for line in 0..<157 { scenario = scenario.reporting(.example(at: scenario.span(2 * line, 2 * line + 1), "")) }
    return scenario.reporting(.example(.warning, at: scenario.span(0, 1), ""))
  }()
}
