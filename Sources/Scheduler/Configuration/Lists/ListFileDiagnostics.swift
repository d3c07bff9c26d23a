import SchedulerDiagnostics

extension DiagnosticCode {
  static let unreadableList = DiagnosticCode("unreadable-list")
  static let invalidListLine = DiagnosticCode("invalid-list-line")
  /// A file that root reads and that users other than root can change.
  public static let writableByOthers = DiagnosticCode("writable-by-others")
}

extension TextProblem {
  private static func line(_ range: Range<Int>, message: String, help: [String]) -> TextProblem {
    TextProblem(code: .invalidListLine, range: range, message: message, help: help)
  }

  private static let formats = "write one domain a line, or lines of a hosts file such as '0.0.0.0 ads.example'"

  static func severalNames(_ range: Range<Int>) -> TextProblem {
    line(range, message: "a line has one domain, found another behind it", help: [formats])
  }

  static func addressAlone(_ address: String, at range: Range<Int>) -> TextProblem {
    line(range, message: "no domain behind the address '\(address)'", help: [formats])
  }

  static func otherAddress(_ address: String, at range: Range<Int>) -> TextProblem {
    line(
      range, message: "'\(address)' is not an address that blocks",
      help: ["in a list those are 0.0.0.0, 127.0.0.1, :: and ::1; write the domains without an address"])
  }

  static func foreignLine(_ word: String, at range: Range<Int>) -> TextProblem {
    line(
      range, message: "'\(shortened(word))' is a rule of another program, not a domain",
      help: ["a list has one domain a line, or lines of a hosts file; rules of ad blockers and resolvers are not read"])
  }

  static func longName(_ range: Range<Int>) -> TextProblem {
    TextProblem(code: .invalidDomain, range: range, message: "a domain has at most 253 characters")
  }

  static func notUTF8(_ range: Range<Int>) -> TextProblem {
    TextProblem(code: .invalidDomain, range: range, message: "a domain with bytes that are not UTF-8")
  }

  /// Returns the beginning of a long word.
  private static func shortened(_ word: String) -> String {
    word.utf8.count <= 60 ? word : String(word.prefix(59)) + "…"
  }

  /// Returns the problem for a text in which the string begins at `offset`.
  func moved(by offset: Int) -> TextProblem {
    TextProblem(code: code, range: range.lowerBound + offset..<range.upperBound + offset, message: message, help: help)
  }
}

extension Diagnostic {
  /// Returns the error about an unusable list file, at the place that names it.
  static func unusableList(_ error: ListFileError, at span: SourceSpan) -> Diagnostic {
    switch error {
    case .unreadable(let path, let reason):
      unreadableList(
        "cannot read '\(path)': \(reason)", at: span,
        help: path.utf8.contains(UInt8(ascii: "~")) ? ["'~' is not expanded: write the whole path"] : [])
    case .tooLarge(let path):
      unreadableList(
        "'\(path)' is larger than the limit of \(ConfigurationLimits.listFileBytes) bytes", at: span,
        help: ["split it into several files"])
    case .writableByOthers(let message, let help):
      Diagnostic(.error, code: .writableByOthers, message: message, at: span, help: help)
    }
  }

  /// Returns the error about a file that contains a NUL, which no list contains, at its first place.
  static func binaryList(
    _ text: SourceText, at zero: Int, in source: SourceID, namedAt path: SourceSpan
  ) -> Diagnostic {
    let marks: [[UInt8]] = [[0xFF, 0xFE], [0xFE, 0xFF]]
    let isUTF16 = marks.contains { text.bytes.starts(with: $0) }
    return Diagnostic(
      .error, code: .unreadableList, message: "'\(text.name)' is not a list of domains: it has a NUL byte",
      at: SourceSpan(source: source, bytes: ByteSpan(lower: zero, upper: zero + 1)),
      secondary: [DiagnosticLabel(path, message: "named here")],
      help: isUTF16 ? ["it is in UTF-16: save it as UTF-8"] : [])
  }

  /// Returns the error about a list file in a configuration that is read without a source of list files.
  static func noListSource(_ path: String, at span: SourceSpan) -> Diagnostic {
    unreadableList(
      "cannot read '\(path)': this program reads no list files", at: span,
      help: ["programs that use the library hand in a ListFileSource"])
  }

  static func tooManyListed(_ name: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .error, code: .tooMany,
      message: "with '\(name)' the configuration has more than \(ConfigurationLimits.domains) domains", at: span)
  }

  static func moreInvalidLines(_ count: Int, name: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .error, code: .invalidListLine,
      message: "… and \(count) more \(count == 1 ? "line" : "lines") of '\(name)' that cannot be read", at: span)
  }

  private static func unreadableList(_ message: String, at span: SourceSpan, help: [String] = []) -> Diagnostic {
    Diagnostic(.error, code: .unreadableList, message: message, at: span, help: help)
  }
}
