import SchedulerDiagnostics
import SchedulerTOML

/// All keys that a kind of table may have. Reading goes by these rows alone; whatever is in none of them is reported.
struct TableSchema<Draft> {
  /// What such a table is called in messages, with an article: `a profile`.
  let name: String
  let rows: [KeyRow<Draft>]
  /// Where values under keys that begin with `x-` go; by default to the configuration, under their whole path.
  let keepExtension: (inout Draft, Entry, inout Reading) -> Void

  init(
    _ name: String, _ rows: [KeyRow<Draft>],
    keepExtension: @escaping (inout Draft, Entry, inout Reading) -> Void = { _, entry, reading in reading.keep(entry) }
  ) {
    self.name = name
    self.rows = rows
    self.keepExtension = keepExtension
  }

  /// Reads every entry of a table into a draft.
  func read(_ table: Table, into draft: inout Draft, _ reading: inout Reading) {
    for entry in table {
      // By position: a row is large, and is not to be copied for each that is looked at.
      if let position = rows.indices.first(where: { entry.key.matches(rows[$0].key) }) {
        reading.within(entry) { reading in rows[position].apply(entry, &draft, &reading) }
      } else if entry.key.text.hasPrefix("x-") {
        keepExtension(&draft, entry, &reading)
      } else {
        reading.report(.unknownKey(entry.key, in: name, known: rows.map { "\($0.key)" }))
      }
    }
  }

  /// Reads a value that has to be such a table, with all keys that it needs.
  func read(_ value: Value, into draft: inout Draft, _ reading: inout Reading) {
    guard let table = value.table else {
      reading.report(.wrongType(value, expected: "a table"))
      return
    }
    read(table, into: &draft, &reading)
    for position in rows.indices {
      guard let example = rows[position].requiredExample, table.lacks("\(rows[position].key)") else { continue }
      reading.report(.requiredKey("\(rows[position].key)", example, in: name, at: value.span))
    }
  }

  var reference: TableReference { TableReference(name: name, keys: rows.map(\.reference)) }
}

extension Table {
  /// Whether a key is not there, not even with a value that could not be read.
  func lacks(_ key: String) -> Bool { self[key] == nil && !hasErroneousKey(key) }
}

/// What the keys of a table are read into before they make a value together.
protocol TableDraft {
  associatedtype Output

  init()

  /// The value that the keys make, or nil: what is missing was reported before, what contradicts itself is reported now.
  func finished(at span: SourceSpan, _ reading: inout Reading) -> Output?
}
