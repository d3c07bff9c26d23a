import SchedulerDiagnostics

// The tree as flat arrays of small records. A value is 12 bytes, an entry 32, a table 32; nothing is allocated for each.
// What they cost is mostly the memory that is touched, so scalars are not kept: they are read again from the source.

/// The position of a table in `Tree.tables`.
struct TableID: Equatable, Sendable {
  let rawValue: UInt32
  static let root = TableID(rawValue: 0)
  /// No table.
  static let none = TableID(rawValue: .max)
}

/// The position of an array in `Tree.arrays`.
struct ArrayID: Equatable, Sendable {
  let rawValue: UInt32
}

/// The position of an entry in `Tree.entries`.
struct EntryID: Equatable, Sendable {
  let rawValue: UInt32
  /// No entry.
  static let none = EntryID(rawValue: .max)
}

/// How the text of a key or a string is written.
struct TextForm: Equatable, Sendable {
  /// Four bits: 0 unquoted, 1 to 4 the kinds of strings, plus 8 with escapes.
  let rawValue: UInt8

  static let bare = TextForm(rawValue: 0)
  static let basic = TextForm(rawValue: 1)
  static let literal = TextForm(rawValue: 2)
  static let multilineBasic = TextForm(rawValue: 3)
  static let multilineLiteral = TextForm(rawValue: 4)

  var isEscaped: Bool { rawValue & 8 != 0 }
  var isMultiline: Bool { rawValue & 7 >= 3 }
  var escaped: TextForm { TextForm(rawValue: rawValue | 8) }
}

/// A key as it stands in the source.
struct KeyRecord: Sendable {
  /// Offset of the first byte, its quote included.
  let start: UInt32
  /// Length in the upper 24 bits, form in the lower 8.
  private let lengthAndForm: UInt32
  /// Of the decoded bytes.
  let hash: UInt32

  @inline(__always) init(_ range: Range<Int>, _ form: TextForm, hash: UInt32) {
    start = UInt32(truncatingIfNeeded: range.lowerBound)
    lengthAndForm = UInt32(truncatingIfNeeded: range.count) &<< 8 | UInt32(form.rawValue)
    self.hash = hash
  }

  var form: TextForm { TextForm(rawValue: UInt8(truncatingIfNeeded: lengthAndForm)) }
  var range: Range<Int> { Int(start)..<Int(start) + Int(lengthAndForm &>> 8) }
}

/// A value: where it stands, what it is and where to find what it holds.
struct ValueRecord: Sendable {
  /// Offset of the first byte. Tables keep theirs in their record.
  let start: UInt32
  /// Length in the upper 24 bits (a value is shorter than the largest text), then four bits each of kind and form.
  private let lengthKindForm: UInt32
  /// The position of an array in `Tree.arrays` or of a table in `Tree.tables`; 1 for true.
  let payload: UInt32

  private static let erroneousKind: UInt8 = 15
  /// Stands for a value that could not be read, so that its key is known all the same.
  static let erroneous = ValueRecord(kind: erroneousKind, form: .bare, range: 0..<0, payload: 0)

  @inline(__always) private init(kind: UInt8, form: TextForm, range: Range<Int>, payload: UInt32) {
    start = UInt32(truncatingIfNeeded: range.lowerBound)
    lengthKindForm = UInt32(truncatingIfNeeded: range.count) &<< 8 | UInt32(kind &<< 4 | form.rawValue)
    self.payload = payload
  }

  @inline(__always) init(_ kind: Value.Kind, _ range: Range<Int>, payload: UInt32 = 0, form: TextForm = .bare) {
    self.init(kind: kind.rawValue, form: form, range: range, payload: payload)
  }

  /// A table.
  init(_ table: TableID) { self.init(.table, 0..<0, payload: table.rawValue) }

  /// Nil for the erroneous value.
  var kind: Value.Kind? { Value.Kind(rawValue: UInt8(truncatingIfNeeded: lengthKindForm &>> 4) & 15) }
  var isErroneous: Bool { (lengthKindForm &>> 4) & 15 == UInt32(Self.erroneousKind) }
  var form: TextForm { TextForm(rawValue: UInt8(truncatingIfNeeded: lengthKindForm) & 15) }
  var range: Range<Int> { Int(start)..<Int(start) + Int(lengthKindForm &>> 8) }
  var table: TableID? { kind == .table ? TableID(rawValue: payload) : nil }
  var array: ArrayID? { kind == .array ? ArrayID(rawValue: payload) : nil }
}

/// An array: its elements, or, while `[[headers]]` may still add to it, its tables.
enum ArrayRecord: Sendable {
  /// The elements are at `first` and behind it in `Tree.elements`.
  case elements(first: UInt32, count: UInt32)
  /// The tables are linked by `nextElement`.
  case tables(first: TableID, last: TableID)
}

/// A key with its value, linked to the next one of the same table.
struct EntryRecord: Sendable {
  var value: ValueRecord
  var key: KeyRecord
  var next: EntryID = .none
  let parent: TableID
}

/// A table: its entries as a list, and what the rules of redefinition need to know.
struct TableRecord: Sendable {
  /// What made the table, which decides what may be added to it.
  enum Definition: UInt8, Sendable {
    /// A `[header]`, an element of an array of tables, or the root.
    case header
    /// The header of a table inside it. It may still be defined.
    case implied
    /// A dotted key. Only further dotted keys of the same section add to it, and headers of tables inside it.
    case dotted
    /// Braces. Nothing may be added from outside.
    case inline
  }

  var span: ByteSpan
  var first: EntryID = .none
  var last: EntryID = .none
  /// How many entries there are, the erroneous ones included.
  var entryCount: UInt32 = 0
  var erroneousCount: UInt32 = 0
  /// The next table of the same array of tables.
  var nextElement: TableID = .none
  var definition: Definition
  /// How many tables are around it.
  let depth: UInt8
  /// Whether its keys are in `Tree.index`.
  var isIndexed = false

  init(_ definition: Definition, _ span: ByteSpan, depth: Int) {
    self.definition = definition
    self.span = span
    self.depth = UInt8(truncatingIfNeeded: depth)
  }
}
