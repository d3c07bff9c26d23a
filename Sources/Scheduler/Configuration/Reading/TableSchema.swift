import Diagnostics
import TOML

/// One key of a table: its name, its documentation, and how it is read into a draft.
struct KeyRow<Draft> {
  let key: StaticString
  /// What its value is, with an article.
  let expectation: String
  /// What it means, in a sentence without a full stop.
  let summary: String
  /// What holds without it, as TOML or in words; nil where that needs no word.
  let defaultValue: String?
  let apply: (Entry, inout Draft, inout Reading) -> Void

  /// A key whose value is handed to `set` when it could be read.
  init<Output>(
    _ key: StaticString, _ reader: ValueReader<Output>, _ summary: String, default defaultValue: String? = nil,
    _ set: @escaping (inout Draft, Output) -> Void
  ) {
    self.key = key
    expectation = reader.expectation
    self.summary = summary
    self.defaultValue = defaultValue
    apply = { entry, draft, reading in
      if let output = reader.read(entry.value, &reading) { set(&draft, output) }
    }
  }

  /// A key that needs its name as well as its value.
  init(
    _ key: StaticString, expecting expectation: String, _ summary: String, default defaultValue: String? = nil,
    apply: @escaping (Entry, inout Draft, inout Reading) -> Void
  ) {
    self.key = key
    self.expectation = expectation
    self.summary = summary
    self.defaultValue = defaultValue
    self.apply = apply
  }
}

/// All keys that a kind of table may have. Reading goes by these rows alone; whatever is in none of them is reported.
struct TableSchema<Draft> {
  /// What such a table is called in messages, with an article: `a profile`.
  let name: String
  let rows: [KeyRow<Draft>]
  /// Where values under keys that begin with `x-` go.
  let keepExtension: (inout Draft, Entry, inout Reading) -> Void

  init(
    _ name: String, _ rows: [KeyRow<Draft>],
    keepExtension: @escaping (inout Draft, Entry, inout Reading) -> Void = { _, _, _ in }
  ) {
    self.name = name
    self.rows = rows
    self.keepExtension = keepExtension
  }

  /// Reads every entry of a table into a draft.
  func read(_ table: Table, into draft: inout Draft, _ reading: inout Reading) {
    for entry in table {
      if let row = rows.first(where: { entry.key.matches($0.key) }) {
        row.apply(entry, &draft, &reading)
      } else if entry.key.text.hasPrefix("x-") {
        keepExtension(&draft, entry, &reading)
      } else {
        reading.report(.unknownKey(entry.key, in: name, known: rows.map { "\($0.key)" }))
      }
    }
  }

  /// Reads a value that has to be such a table.
  func read(_ value: Value, into draft: inout Draft, _ reading: inout Reading) {
    guard let table = value.table else {
      reading.report(.wrongType(value, expected: "a table"))
      return
    }
    read(table, into: &draft, &reading)
  }
}

extension Table {
  /// Whether a key is not there, not even with a value that could not be read.
  func lacks(_ key: String) -> Bool { self[key] == nil && !hasErroneousKey(key) }
}

extension KeyRow {
  /// A key whose value is a table of its own, read into a part of the draft.
  static func table<Part>(
    _ key: StaticString, _ schema: TableSchema<Part>, _ summary: String,
    _ update: @escaping (inout Draft, (inout Part) -> Void) -> Void
  ) -> KeyRow {
    KeyRow(key, expecting: "a table", summary) { entry, draft, reading in
      update(&draft) { part in schema.read(entry.value, into: &part, &reading) }
    }
  }

  /// A key whose value is a table of named tables: `[set.feeds]`, `[profile.evening]`. `add` keeps a draft, or returns
  /// where one of its name was opened before.
  static func namedTables<Part: NamedDraft>(
    _ key: StaticString, _ schema: @escaping @autoclosure () -> TableSchema<Part>, _ summary: String,
    add: @escaping (inout Draft, Part) -> SourceSpan?
  ) -> KeyRow {
    let expectation = "named tables, as in [\(key).name]"
    return KeyRow(key, expecting: expectation, summary) { entry, draft, reading in
      guard let tables = entry.value.table else {
        reading.report(.wrongType(entry.value, expected: expectation))
        return
      }
      let schema = schema()
      for named in tables {
        let name = Located(value: named.key.text, span: named.key.span)
        var part = Part(named: name)
        schema.read(named.value, into: &part, &reading)
        if let first = add(&draft, part) { reading.report(.definedTwice("\(key)", name, first: first)) }
      }
    }
  }
}
