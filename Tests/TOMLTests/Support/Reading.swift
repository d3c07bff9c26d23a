import SchedulerDiagnostics
import SchedulerTOML
import Testing

/// The result of parsing a text.
struct Reading {
  let bytes: [UInt8]
  let document: Document
  let diagnostics: [Diagnostic]
  /// The number of mistakes, including those that were not kept.
  let errorCount: Int

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var list = DiagnosticList()
    document = Document(
      parsing: SourceText(name: "test.toml", bytes: bytes), as: SourceID(index: 7), diagnostics: &list)
    diagnostics = list.diagnostics
    errorCount = list.errorCount
  }

  init(_ text: String) { self.init(Array(text.utf8)) }

  /// The codes of all diagnostics.
  var codes: [String] { diagnostics.map(\.code.name) }

  /// Returns the source text of a span.
  func excerpt(_ span: SourceSpan?) -> String {
    guard let span else { return "" }
    return String(decoding: bytes[span.bytes.range], as: UTF8.self)
  }

  /// The document in the notation of `describe`.
  var description: String { describe(document.root) }
}

/// A valid TOML text and its tree in the notation of `describe`.
struct Sample: Sendable, CustomTestStringConvertible {
  let text: String
  let tree: String

  init(_ text: String, _ tree: String) {
    self.text = text
    self.tree = tree
  }

  var testDescription: String { text }
}

/// A text with one mistake: its code, the underlined text, and optionally words of the help and the text of the
/// secondary label.
struct Mistake: Sendable, CustomTestStringConvertible {
  let text: String
  let code: String
  let underlined: String
  let help: String
  let first: String?

  init(_ text: String, _ code: String, _ underlined: String, help: String = "", first: String? = nil) {
    self.text = text
    self.code = code
    self.underlined = underlined
    self.help = help
    self.first = first
  }

  var testDescription: String { "\(text) → \(code)" }
}

/// Returns a table as `{key: value, …}` in source order. Strings are quoted with escapes like `\n`. Integers and
/// booleans are plain; other values are preceded by `float`, `offset`, `datetime`, `date` or `time`.
func describe(_ table: Table) -> String {
  "{" + table.map { "\(describe($0.key.text)): \(describe($0.value))" }.joined(separator: ", ") + "}"
}

func describe(_ value: Value) -> String {
  switch value.kind {
  case .string: value.string.map(quote) ?? "?"
  case .integer: value.integer.map { "\($0)" } ?? "?"
  case .float: value.float.map { "float \($0)" } ?? "?"
  case .boolean: value.boolean.map { "\($0)" } ?? "?"
  case .offsetDateTime: value.offsetDateTime.map { "offset \(describe($0))" } ?? "?"
  case .localDateTime: value.localDateTime.map { "datetime \(describe($0))" } ?? "?"
  case .localDate: value.localDate.map { "date \(describe($0))" } ?? "?"
  case .localTime: value.localTime.map { "time \(describe($0))" } ?? "?"
  case .array: value.array.map { "[" + $0.map(describe).joined(separator: ", ") + "]" } ?? "?"
  case .table: value.table.map(describe) ?? "?"
  }
}

/// Returns a key unchanged if it consists of letters, digits, `-` and `_`, otherwise quoted.
private func describe(_ key: String) -> String {
  let isBare =
    !key.isEmpty && key.utf8.allSatisfy { ($0 | 0x20) &- 0x61 < 26 || $0 &- 0x30 < 10 || $0 == 0x2D || $0 == 0x5F }
  return isBare ? key : quote(key)
}

/// Returns a text in double quotes, with Swift's escapes for quotes, backslashes and control characters.
private func quote(_ text: String) -> String { text.debugDescription.replacing("\\'", with: "'") }

private func digits(_ number: Int, _ count: Int) -> String {
  let text = String(number)
  return String(repeating: "0", count: max(0, count - text.count)) + text
}

private func describe(_ date: LocalDate) -> String {
  "\(digits(date.year, 4))-\(digits(date.month, 2))-\(digits(date.day, 2))"
}

private func describe(_ time: LocalTime) -> String {
  let whole = "\(digits(time.hour, 2)):\(digits(time.minute, 2)):\(digits(time.second, 2))"
  return time.nanosecond == 0 ? whole : "\(whole).\(digits(time.nanosecond, 9))"
}

private func describe(_ value: LocalDateTime) -> String { "\(describe(value.date))T\(describe(value.time))" }

private func describe(_ value: OffsetDateTime) -> String {
  if value.isUTCDesignator { return "\(describe(value.local))Z" }
  let (sign, minutes) = (value.offsetMinutes < 0 ? "-" : "+", abs(value.offsetMinutes))
  return "\(describe(value.local))\(sign)\(digits(minutes / 60, 2)):\(digits(minutes % 60, 2))"
}
