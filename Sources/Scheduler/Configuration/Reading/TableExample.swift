import SchedulerDiagnostics
import SchedulerTOML

extension Diagnostic {
  /// Returns the error about a value in place of a table. If a key of the table can have that value, the help shows the
  /// table: `break = { length = "15m" }`.
  static func notATable<Draft>(_ value: Value, in schema: TableSchema<Draft>, key: StaticString?) -> Diagnostic {
    let table = schema.example(with: value).map { "{ \($0) }" }
    let help = key.flatMap { key in table.map { ["write a table: \(key) = \($0)"] } }
    return .wrongType(value, expected: "a table", help: help ?? [])
  }
}

extension TableSchema {
  /// Returns the first key of the table, required keys before others, that can have a value, with that value as TOML.
  fileprivate func example(with value: Value) -> String? {
    let text = value.string
    let strings = value.array.map { $0.compactMap(\.string) } ?? text.map { [$0] } ?? []
    guard !strings.isEmpty, strings.allSatisfy({ $0.unicodeScalars.allSatisfy(Self.isPlain) }) else { return nil }
    let sorted = rows.filter { $0.requiredExample != nil } + rows.filter { $0.requiredExample == nil }
    if let text, let row = sorted.first(where: { $0.shape().admitsString(text) }) {
      return "\(row.key) = \"\(text)\""
    }
    guard let row = sorted.first(where: { if case .list = $0.shape() { true } else { false } }) else { return nil }
    return "\(row.key) = [\(strings.map { "\"\($0)\"" }.joined(separator: ", "))]"
  }

  /// Whether a scalar needs no escape in a TOML string.
  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x20 && scalar != "\"" && scalar != "\\" && scalar.value != 0x7F
  }
}

extension ValueShape {
  /// Whether a string may be a value of this shape, without regard to patterns.
  fileprivate func admitsString(_ text: String) -> Bool {
    switch self {
    case .string: true
    case .choice(let names): names.contains(text)
    default: false
    }
  }
}
