import SchedulerDiagnostics

// The tree as flat arrays of small records. A value takes 12 bytes, an entry 32, a table 32, without an allocation for
// each. The cost is mostly memory traffic, so scalars are not stored: they are parsed again from the source on access.

/// The position of a table in `Tree.tables`.
struct TableID: Equatable, Sendable {
  let rawValue: UInt32
  static let root = TableID(rawValue: 0)
  /// The absence of a table.
  static let none = TableID(rawValue: .max)
}

/// The position of an array in `Tree.arrays`.
struct ArrayID: Equatable, Sendable {
  let rawValue: UInt32
}

/// The position of an entry in `Tree.entries`.
struct EntryID: Equatable, Sendable {
  let rawValue: UInt32
  /// The absence of an entry.
  static let none = EntryID(rawValue: .max)
}

/// The way in which the text of a key or a string is written.
struct TextForm: Equatable, Sendable {
  /// Four bits: 0 for unquoted, 1 to 4 for the kinds of strings, plus 8 for escapes.
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

/// A key as written in the source.
struct KeyRecord: Sendable {
  /// The offset of the first byte, its quote included.
  let start: UInt32
  /// The length in the upper 24 bits, the form in the lower 8.
  private let lengthAndForm: UInt32
  /// The hash of the decoded bytes.
  let hash: UInt32

  @inline(__always) init(_ range: Range<Int>, form: TextForm, hash: UInt32) {
    start = UInt32(truncatingIfNeeded: range.lowerBound)
    lengthAndForm = UInt32(truncatingIfNeeded: range.count) &<< 8 | UInt32(form.rawValue)
    self.hash = hash
  }

  var form: TextForm { TextForm(rawValue: UInt8(truncatingIfNeeded: lengthAndForm)) }
  var range: Range<Int> { Int(start)..<Int(start) + Int(lengthAndForm &>> 8) }
}

/// A value: its place, its kind and the location of its content.
struct ValueRecord: Sendable {
  /// The offset of the first byte. A table stores its place in its own record.
  let start: UInt32
  /// The length in the upper 24 bits (a value is shorter than the largest text), then four bits each of kind and form.
  private let lengthKindForm: UInt32
  /// The position of an array in `Tree.arrays` or of a table in `Tree.tables`; 1 for true.
  let payload: UInt32

  private static let erroneousKind: UInt8 = 15
  /// The placeholder of a value that could not be read. It keeps the key known.
  static let erroneous = ValueRecord(kind: erroneousKind, form: .bare, range: 0..<0, payload: 0)

  @inline(__always) private init(kind: UInt8, form: TextForm, range: Range<Int>, payload: UInt32) {
    start = UInt32(truncatingIfNeeded: range.lowerBound)
    lengthKindForm = UInt32(truncatingIfNeeded: range.count) &<< 8 | UInt32(kind &<< 4 | form.rawValue)
    self.payload = payload
  }

  @inline(__always) init(_ kind: Value.Kind, range: Range<Int>, payload: UInt32 = 0, form: TextForm = .bare) {
    self.init(kind: kind.rawValue, form: form, range: range, payload: payload)
  }

  /// Creates the value of a table.
  init(_ table: TableID) { self.init(.table, range: 0..<0, payload: table.rawValue) }

  /// The kind; nil for the erroneous value.
  var kind: Value.Kind? { Value.Kind(rawValue: UInt8(truncatingIfNeeded: lengthKindForm &>> 4) & 15) }
  var isErroneous: Bool { (lengthKindForm &>> 4) & 15 == UInt32(Self.erroneousKind) }
  var form: TextForm { TextForm(rawValue: UInt8(truncatingIfNeeded: lengthKindForm) & 15) }
  var range: Range<Int> { Int(start)..<Int(start) + Int(lengthKindForm &>> 8) }
  var table: TableID? { kind == .table ? TableID(rawValue: payload) : nil }
  var array: ArrayID? { kind == .array ? ArrayID(rawValue: payload) : nil }
}

/// An array: its elements, or its tables as long as `[[headers]]` may add to it.
enum ArrayRecord: Sendable {
  /// The elements are in `Tree.elements`, from `first` on.
  case elements(first: UInt32, count: UInt32)
  /// The tables are linked by `nextElement`.
  case tables(first: TableID, last: TableID)
}

/// A key with its value, linked to the next entry of its table.
struct EntryRecord: Sendable {
  var value: ValueRecord
  var key: KeyRecord
  var next: EntryID = .none
  let parent: TableID
}

/// A table: its entries as a linked list, and the facts that the rules of redefinition need.
struct TableRecord: Sendable {
  /// What defined the table, which determines what may be added to it.
  enum Definition: UInt8, Sendable {
    /// A `[header]`, an element of an array of tables, or the root.
    case header
    /// The header of a nested table. The table itself may still be defined.
    case implied
    /// A dotted key. Only further dotted keys of the same section, and headers of nested tables, may add to it.
    case dotted
    /// Braces. Nothing may be added from outside.
    case inline
  }

  var span: ByteSpan
  var first: EntryID = .none
  var last: EntryID = .none
  /// The number of entries, including erroneous ones.
  var entryCount: UInt32 = 0
  var erroneousCount: UInt32 = 0
  /// The next table of the same array of tables.
  var nextElement: TableID = .none
  var definition: Definition
  /// The number of enclosing tables.
  let depth: UInt8
  /// Whether the keys are in `Tree.index`.
  var isIndexed = false

  init(_ definition: Definition, span: ByteSpan, depth: Int) {
    self.definition = definition
    self.span = span
    self.depth = UInt8(truncatingIfNeeded: depth)
  }
}
