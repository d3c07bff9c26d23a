import SchedulerDiagnostics
import SchedulerTOML

/// The keys of a kind of table. Reading uses only these rows, and reports every other key.
struct TableSchema<Draft> {
  /// The name of such a table in messages, with an article: `a profile`.
  let name: String
  let rows: [KeyRow<Draft>]
  /// Stores the value of a key that begins with `x-`; by default in the configuration, under its full path.
  let keepExtension: (inout Draft, Entry, inout Reading) -> Void

  init(
    _ name: String, rows: [KeyRow<Draft>],
    keepExtension: @escaping (inout Draft, Entry, inout Reading) -> Void = { _, entry, reading in reading.keep(entry) }
  ) {
    self.name = name
    self.rows = rows
    self.keepExtension = keepExtension
  }

  /// Reads every entry of a table into a draft.
  func read(_ table: Table, into draft: inout Draft, reading: inout Reading) {
    for entry in table {
      // Accessed by position, because iterating would copy the large rows.
      if let position = rows.indices.first(where: { entry.key.matches(rows[$0].key) }) {
        reading.within(entry) { reading in rows[position].apply(entry, &draft, &reading) }
      } else if entry.key.text.hasPrefix("x-") {
        keepExtension(&draft, entry, &reading)
      } else {
        reading.report(.unknownKey(entry.key, in: name, known: rows.map { "\($0.key)" }))
      }
    }
  }

  /// Reads a value that must be such a table with all required keys.
  func read(_ value: Value, into draft: inout Draft, reading: inout Reading) {
    guard let table = value.table else {
      reading.report(.wrongType(value, expected: "a table"))
      return
    }
    read(table, into: &draft, reading: &reading)
    for position in rows.indices {
      guard let example = rows[position].requiredExample, table.lacks("\(rows[position].key)") else { continue }
      reading.report(.requiredKey("\(rows[position].key)", example: example, in: name, at: value.span))
    }
  }

  var reference: TableReference { TableReference(name: name, keys: rows.map(\.reference)) }
}

extension Table {
  /// Whether a key is missing. A key whose value could not be read is not.
  func lacks(_ key: String) -> Bool { self[key] == nil && !hasErroneousKey(key) }
}

/// A draft of a table whose keys form one value.
protocol TableDraft {
  associatedtype Output

  init()

  /// Returns the value that the keys form, or nil. Missing keys were reported before; contradictions are reported now.
  func finished(at span: SourceSpan, _ reading: inout Reading) -> Output?
}
