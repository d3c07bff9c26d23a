import Scheduler

/// Writes text in roff with the macros of man(7). The text is ASCII, so groff and mandoc read it in every locale.
struct Roff {
  private(set) var text: String

  /// Creates a page up to its first section. Words are not hyphenated, so names of keys and options stay whole.
  init(_ page: ManualPage) {
    let title = Self.escaped(page.name.uppercased())
    text = """
      .TH \(title) \(page.section) "\(ManualPage.date)" "schedctl \(schedulerVersion)"
      .nh
      .SH NAME
      \(Self.escaped(page.name)) \\- \(Self.escaped(page.summary))

      """
  }

  /// Writes a section with its content.
  mutating func write(_ part: ManualPage.Part) {
    text += ".SH \(Self.escaped(part.title.uppercased()))\n"
    // The first paragraph after a heading needs no request. Its own request would be empty.
    var isFirst = true
    for block in part.blocks {
      write(block, isFirst: isFirst)
      if case .heading = block { isFirst = true } else { isFirst = false }
    }
  }

  private mutating func write(_ block: ManualPage.Block, isFirst: Bool) {
    switch block {
    case .text(let paragraphs): write(paragraphs: paragraphs, isFirst: isFirst)
    case .item(let tag, let meaning):
      text += ".TP\n\(Self.line(tag))\n"
      write(paragraphs: meaning, isFirst: true, next: ".IP")
    case .example(let lines):
      text += isFirst ? "" : ".PP\n"
      text += ".RS 4\n.EX\n"
      for line in Self.lines(of: lines) { text += Self.guarded(Self.escaped(line)) + "\n" }
      text += ".EE\n.RE\n"
    case .heading(let title): text += ".SS \(Self.escaped(title))\n"
    case .line(let spans): text += (isFirst ? "" : ".PP\n") + Self.line(spans) + "\n"
    }
  }

  /// Writes paragraphs. Each except the first begins with a request.
  private mutating func write(paragraphs: String, isFirst: Bool, next: String = ".PP") {
    let paragraphs = Self.lines(of: paragraphs).split(separator: "").map { $0.joined(separator: " ") }
    for (index, paragraph) in paragraphs.enumerated() {
      if index > 0 || !isFirst { text += "\(next)\n" }
      for line in Self.escaped(paragraph).wrapped(toColumns: Self.lineWidth) { text += Self.guarded(line) + "\n" }
    }
  }

  /// The maximum length of a line of text, as readers of the source expect.
  private static let lineWidth = 78

  private static func lines(of text: String) -> [Substring] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last == "" { lines.removeLast() }
    return lines
  }

  private static func line(_ spans: [ManualPage.Span]) -> String {
    guarded(spans.map(marked).joined())
  }

  private static func marked(_ span: ManualPage.Span) -> String {
    switch span {
    case .plain(let text): escaped(text)
    case .bold(let text): "\\fB\(escaped(text))\\fR"
    case .italic(let text): "\\fI\(escaped(text))\\fR"
    }
  }

  /// Returns a line as text. A space of no width precedes a character that would begin a request.
  private static func guarded(_ line: String) -> String {
    line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : line
  }

  /// Escapes characters that roff interprets, with the names of groff_char(7). Otherwise a hyphen may become a longer
  /// one and a quote a curly one, and then a reader cannot copy them from a page.
  private static func escaped(_ text: some StringProtocol) -> String {
    text.unicodeScalars.reduce(into: "") { output, scalar in
      switch scalar {
      case "\\": output += "\\e"
      case "-": output += "\\-"
      case "'": output += "\\(aq"
      case "`": output += "\\(ga"
      case "^": output += "\\(ha"
      case "~": output += "\\(ti"
      case "\"": output += "\\(dq"
      case _ where scalar.isASCII: output.unicodeScalars.append(scalar)
      default: output += "\\[u\(hexadecimal(scalar.value))]"
      }
    }
  }

  /// Returns a number with at least four digits, as the escape requires.
  private static func hexadecimal(_ number: UInt32) -> String {
    let digits = String(number, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }
}

extension ManualPage {
  /// The page in roff for man(1).
  var roff: String {
    var roff = Roff(self)
    for part in parts { roff.write(part) }
    return roff.text
  }
}
