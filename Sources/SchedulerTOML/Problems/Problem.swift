import SchedulerDiagnostics

/// A mistake in a text, as data. `diagnostic(in:)` puts it into words.
protocol Problem {
  /// Returns the diagnostic that describes the mistake; `text` is the text that contains it.
  func diagnostic(in text: Excerpts) -> Diagnostic
}

/// The mistakes of one text, in the order found.
struct ProblemList {
  let text: Excerpts
  private(set) var diagnostics: [Diagnostic] = []
  /// The number of mistakes reported, including those that were not kept.
  private(set) var count = 0

  init(in text: Excerpts) { self.text = text }

  /// Whether further mistakes are only counted. Work that only improves their descriptions can then be skipped.
  var isFull: Bool { count >= DiagnosticList.maximumErrors }

  /// Keeps the mistake, or only counts it past the limit.
  @inline(never) mutating func report(_ problem: some Problem) {
    count += 1
    if count <= DiagnosticList.maximumErrors { diagnostics.append(problem.diagnostic(in: text)) }
  }

  /// Removes what was reported after `count` was `earlier`.
  mutating func forget(after earlier: Int) {
    diagnostics.removeLast(max(0, diagnostics.count - earlier))
    count = earlier
  }

  /// Reports all kept mistakes to `list` in source order.
  func send(to list: inout DiagnosticList) {
    let sorted = diagnostics.enumerated().sorted {
      ($0.element.position, $0.offset) < ($1.element.position, $1.offset)
    }
    for (_, diagnostic) in sorted { list.report(diagnostic) }
    guard let last = sorted.last else { return }
    for _ in diagnostics.count..<count { list.report(last.element) }
  }
}

extension Diagnostic {
  fileprivate var position: UInt32 { primary?.span.bytes.lower ?? 0 }
}

/// Spans and short quotations of a text, for use in messages.
struct Excerpts {
  let bytes: ByteView
  let source: SourceID

  /// Maximum length of a quotation, in bytes, so that it fits on a line.
  private static let longestQuotation = 60

  func span(_ range: Range<Int>) -> SourceSpan {
    SourceSpan(source: source, bytes: ByteSpan(lower: range.lowerBound, upper: range.upperBound))
  }

  func label(_ range: Range<Int>, message: String = "") -> DiagnosticLabel {
    DiagnosticLabel(span(range), message: message)
  }

  /// Returns the error that a range of the text has.
  func error(
    _ code: DiagnosticCode, message: String, at range: Range<Int>, label: String = "", also: [DiagnosticLabel] = [],
    help: [String] = []
  ) -> Diagnostic {
    Diagnostic(.error, code: code, message: message, at: span(range), label: label, secondary: also, help: help)
  }

  /// Returns the text of `range` without control characters, shortened with `…` if it is long.
  func quotation(_ range: Range<Int>) -> String {
    var end = range.upperBound
    let isShortened = range.count > Self.longestQuotation
    if isShortened {
      end = range.lowerBound + Self.longestQuotation
      while end > range.lowerBound, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    }
    let text = String(
      String.UnicodeScalarView(
        bytes[range.lowerBound..<end].text.unicodeScalars.map {
          $0.value < 0x20 || $0.value == 0x7F ? "\u{FFFD}" : $0
        }))
    return isShortened ? text + "…" : text
  }

  /// Returns the text of `range` as a TOML basic string, or as a literal string if that avoids escapes.
  func quoted(_ range: Range<Int>) -> String {
    let text = quotation(range)
    if text.contains("\\") || text.contains("\""), !text.contains("'") { return "'\(text)'" }
    var escaped = ""
    for character in text {
      if character == "\"" || character == "\\" { escaped += "\\" }
      escaped.append(character)
    }
    return "\"\(escaped)\""
  }

  /// Returns `key = value` as a line of TOML, or only the value if there is no key.
  func assignment(key: Range<Int>?, value: String) -> String {
    guard let key else { return value }
    return "\(quotation(key)) = \(value)"
  }

  /// Returns a name for use in a sentence: in single quotes, unless the source quotes it.
  func name(_ range: Range<Int>) -> String {
    let text = quotation(range)
    return text.hasPrefix("\"") || text.hasPrefix("'") ? text : "'\(text)'"
  }

  /// Describes the text at `range`, for use after `found`.
  func found(_ range: Range<Int>) -> String {
    if range.lowerBound >= bytes.count { return "the end of the file" }
    if range.isEmpty || bytes.isLineEnd(at: range.lowerBound) { return "the end of the line" }
    return bytes[range.lowerBound] == .numberSign ? "a comment" : name(range)
  }

  /// Returns the bytes of the character at `position`.
  func character(at position: Int) -> Range<Int> {
    var end = position + 1
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    return position..<end
  }
}

extension UInt32 {
  /// The code point in the form `U+00E9`.
  var codePoint: String {
    let digits = String(self, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: Swift.max(0, 4 - digits.count)) + digits
  }
}
