import SchedulerDiagnostics

/// A mistake in a text, as data. Its sentences are in the file of the same name ending in `Diagnostics`.
protocol Problem {
  /// The mistake in words; `text` is the text that it is in.
  func diagnostic(in text: Excerpts) -> Diagnostic
}

/// The mistakes of one text, in the order found.
struct ProblemList {
  let text: Excerpts
  private(set) var diagnostics: [Diagnostic] = []
  /// How many were reported, those that were not kept included.
  private(set) var count = 0

  init(in text: Excerpts) { self.text = text }

  /// Whether further mistakes are only counted. What serves only to describe them better is not worth its time then.
  var isFull: Bool { count >= DiagnosticList.maximumErrors }

  /// Keeps the mistake, or only counts it when there are too many.
  @inline(never) mutating func report(_ problem: some Problem) {
    count += 1
    if count <= DiagnosticList.maximumErrors { diagnostics.append(problem.diagnostic(in: text)) }
  }

  /// Forgets what was reported after `count` was `earlier`.
  mutating func forget(after earlier: Int) {
    diagnostics.removeLast(max(0, diagnostics.count - earlier))
    count = earlier
  }

  /// Hands all of them over in the order of the text.
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

/// A text and what sentences need of it: spans, and short quotations.
struct Excerpts {
  let bytes: ByteView
  let source: SourceID

  /// The longest quotation, in bytes. A longer one would not fit on a line.
  private static let longestQuotation = 60

  func span(_ range: Range<Int>) -> SourceSpan {
    SourceSpan(source: source, bytes: ByteSpan(range.lowerBound, range.upperBound))
  }

  func label(_ range: Range<Int>, _ message: String = "") -> DiagnosticLabel {
    DiagnosticLabel(span(range), message)
  }

  /// The text of `range`, shortened with `…` where it is long, without control characters.
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

  /// The text of `range` as a basic string of TOML, or as a literal one where that needs no escapes.
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

  /// `key = value` as a line of TOML, or only the value when there is no key.
  func assignment(_ key: Range<Int>?, _ value: String) -> String {
    guard let key else { return value }
    return "\(quotation(key)) = \(value)"
  }

  /// A name for a sentence: in single quotes, unless it stands in quotes already.
  func name(_ range: Range<Int>) -> String {
    let text = quotation(range)
    return text.hasPrefix("\"") || text.hasPrefix("'") ? text : "'\(text)'"
  }

  /// What stands at `range`, in words for `found …`.
  func found(_ range: Range<Int>) -> String {
    if range.lowerBound >= bytes.count { return "the end of the file" }
    if range.isEmpty || bytes.isLineEnd(at: range.lowerBound) { return "the end of the line" }
    return bytes[range.lowerBound] == .numberSign ? "a comment" : name(range)
  }

  /// The character at `position`.
  func character(at position: Int) -> Range<Int> {
    var end = position + 1
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    return position..<end
  }
}

extension UInt32 {
  /// `U+00E9`.
  var codePoint: String {
    let digits = String(self, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: Swift.max(0, 4 - digits.count)) + digits
  }
}
