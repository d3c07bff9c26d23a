import SchedulerDiagnostics
import SchedulerTOML

/// The keys of a kind of table. Reading uses only these rows, and reports every other key.
struct TableSchema<Draft> {
  /// The name of such a table in messages, with an article: `a profile`.
  let name: String
  let rows: [KeyRow<Draft>]
  /// Stores the value of a key that begins with `x-`; by default in the configuration, under its full path.
  let keepExtension: (inout Draft, Entry, inout Reading) -> Void

  // The memberwise initializer of a builder would store the closure in place of the rows.
  init(
    name: String, @RowList<Draft> rows: () -> [KeyRow<Draft>],
    keepExtension: @escaping (inout Draft, Entry, inout Reading) -> Void = { _, entry, reading in reading.keep(entry) }
  ) {
    self.name = name
    self.rows = rows()
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
      reading.report(.notATable(value, in: self, key: reading.key))
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

/// Makes one list of the rows, and the lists of rows, that stand below each other.
@resultBuilder enum RowList<Draft> {
  static func buildExpression(_ row: KeyRow<Draft>) -> [KeyRow<Draft>] { [row] }
  static func buildExpression(_ rows: [KeyRow<Draft>]) -> [KeyRow<Draft>] { rows }
  static func buildBlock(_ lists: [KeyRow<Draft>]...) -> [KeyRow<Draft>] { lists.flatMap(\.self) }
}

extension Table {
  /// Whether a key is missing. A key whose value could not be read is not.
  func lacks(_ key: String) -> Bool { self[key] == nil && !hasErroneousKey(key) }
}

/// A draft of a table whose keys form one value.
protocol TableDraft {
  associatedtype Output = Self

  init()

  /// Returns the value that the keys form, or nil. Missing keys were reported before; contradictions are reported now.
  func finished(at span: SourceSpan, _ reading: inout Reading) -> Output?
}

extension TableDraft where Output == Self {
  func finished(at span: SourceSpan, _ reading: inout Reading) -> Output? { self }
}

/// A key of a table: its name, its documentation, and how it is read into a draft.
struct KeyRow<Draft> {
  let key: StaticString
  /// The expected value, with an article.
  let expectation: String
  /// The meaning, in a sentence without a full stop.
  let summary: String
  /// The default, as TOML or in words; nil if it needs no mention.
  var defaultValue: String?
  /// A value as TOML if the key is required.
  var requiredExample: String?
  let shape: () -> ValueShape
  let apply: (Entry, inout Draft, inout Reading) -> Void
}

extension KeyRow {
  /// Creates a row for a key whose value becomes a property of the draft if it could be read.
  init<Output>(
    _ key: StaticString, into property: WritableKeyPath<Draft, Output>, value reader: ValueReader<Output>,
    summary: String, default defaultValue: String? = nil, required example: String? = nil
  ) {
    self.init(
      key: key, expectation: reader.expectation, summary: summary, defaultValue: defaultValue,
      requiredExample: example, shape: reader.shape
    ) { entry, draft, reading in
      reading.key = key
      if let output = reader.read(entry.value, &reading) { draft[keyPath: property] = output }
    }
  }

  /// Creates a row for a key whose value becomes a property of the draft that is nil without the key.
  init<Output>(
    _ key: StaticString, into property: WritableKeyPath<Draft, Output?>, value reader: ValueReader<Output>,
    summary: String, default defaultValue: String? = nil, required example: String? = nil
  ) {
    let some = ValueReader<Output?>(expectation: reader.expectation, shape: reader.shape) { value, reading in
      reader.read(value, &reading).map { .some($0) }
    }
    self.init(key, into: property, value: some, summary: summary, default: defaultValue, required: example)
  }

  var reference: KeyReference {
    KeyReference(
      name: "\(key)", shape: shape(), expectation: expectation, summary: summary, defaultValue: defaultValue,
      requiredExample: requiredExample)
  }
}

extension KeyRow {
  /// Returns a row for a key whose value is a table that is read into a part of the draft.
  static func table<Part>(
    _ key: StaticString, into part: WritableKeyPath<Draft, Part>,
    schema: @escaping @autoclosure () -> TableSchema<Part>, summary: String
  ) -> KeyRow {
    let schema = Lazy(schema)
    let shape = { ValueShape.table(schema.value.reference) }
    return KeyRow(key: key, expectation: "a table", summary: summary, shape: shape) { entry, draft, reading in
      reading.key = key
      schema.value.read(entry.value, into: &draft[keyPath: part], reading: &reading)
    }
  }

  /// Returns a row for a key whose value is a table of named tables: `[set.feeds]`, `[profile.evening]`.
  static func namedTables<Part: NamedDraft>(
    _ key: StaticString, into list: WritableKeyPath<Draft, NamedDrafts<Part>>,
    schema: @escaping @autoclosure () -> TableSchema<Part>, summary: String
  ) -> KeyRow {
    let expectation = "named tables, as in [\(key).name]"
    let shape = { ValueShape.namedTables(schema().reference, namePattern: ProfileKey.pattern) }
    return KeyRow(key: key, expectation: expectation, summary: summary, shape: shape) { entry, draft, reading in
      guard let tables = entry.value.table else {
        reading.report(.wrongType(entry.value, expected: expectation))
        return
      }
      let schema = schema()
      draft[keyPath: list].reserveCapacity(forMore: tables.count)
      for named in tables {
        let name = Located(value: named.key.text, span: named.key.span)
        var part = Part(named: name)
        reading.key = nil
        reading.within(name.value) { reading in schema.read(named.value, into: &part, reading: &reading) }
        if let first = draft[keyPath: list].add(consume part) {
          reading.report(.definedTwice("\(key)", name: name, first: first))
        }
      }
    }
  }
}

/// A value that is created at its first use: a schema that every profile of a configuration is read with.
final class Lazy<Value> {
  private let make: () -> Value
  private(set) lazy var value = make()

  init(_ make: @escaping () -> Value) { self.make = make }
}

extension KeyRow<ConfigurationDraft> {
  /// Returns a row for a table at the top of the files. Each of its keys may be given in only one file.
  static func mergedTable<Part>(
    _ key: StaticString, into part: WritableKeyPath<ConfigurationDraft, Part>,
    schema: @escaping @autoclosure () -> TableSchema<Part>, summary: String
  ) -> KeyRow {
    KeyRow(key: key, expectation: "a table", summary: summary, shape: { .table(schema().reference) }) {
      entry, draft, reading in
      if let table = entry.value.table {
        for given in table { _ = draft.recordKey(given, in: "\(key).", reading: &reading) }
      }
      reading.key = key
      schema().read(entry.value, into: &draft[keyPath: part], reading: &reading)
    }
  }

  /// Returns a row for a list at the top of the files, to which the elements of all files are appended.
  static func concatenated<Element>(
    _ key: StaticString, into list: WritableKeyPath<ConfigurationDraft, [Element]>,
    value reader: ValueReader<[Element]>, summary: String
  ) -> KeyRow {
    KeyRow(key: key, expectation: reader.expectation, summary: summary, shape: reader.shape) { entry, draft, reading in
      reading.elementsBefore = draft[keyPath: list].count
      draft[keyPath: list] += reader.read(entry.value, &reading) ?? []
    }
  }
}
