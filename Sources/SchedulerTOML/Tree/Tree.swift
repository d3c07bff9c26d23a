import SchedulerDiagnostics

/// The content of one text, as flat arrays.
struct Tree: Sendable {
  /// All tables. The first is the root.
  private(set) var tables: [TableRecord]
  /// All entries, in source order.
  private(set) var entries: [EntryRecord] = []
  /// The elements of all arrays. Elements of one array are adjacent.
  private(set) var elements: [ValueRecord] = []
  /// All arrays.
  private(set) var arrays: [ArrayRecord] = []
  private var index = KeyIndex()
  /// The seed of the key hashes.
  let seed: UInt64

  /// Creates a tree with an empty root. `byteCount` is the size of the text.
  init(seed: UInt64, byteCount: Int) {
    self.seed = seed
    tables = [TableRecord(.header, span: ByteSpan(lower: 0, upper: 0), depth: 0)]
    // Room for a text of ordinary density. Reserved memory that is never touched costs nothing.
    entries.reserveCapacity(byteCount / 28)
    elements.reserveCapacity(byteCount / 40)
    tables.reserveCapacity(byteCount / 100)
    arrays.reserveCapacity(byteCount / 100)
  }

  subscript(id: TableID) -> TableRecord {
    @inline(__always) get { tables[Int(id.rawValue)] }
    @inline(__always) _modify { yield &tables[Int(id.rawValue)] }
  }

  subscript(id: ArrayID) -> ArrayRecord {
    get { arrays[Int(id.rawValue)] }
    _modify { yield &arrays[Int(id.rawValue)] }
  }

  subscript(id: EntryID) -> EntryRecord {
    @inline(__always) get { entries[Int(id.rawValue)] }
    @inline(__always) _modify { yield &entries[Int(id.rawValue)] }
  }

  /// Returns the entry of `table` with the key `key` (decoded bytes and their hash). `source` is the text of the tree.
  ///
  /// - Complexity: O(length of the key).
  @inline(__always) func find(_ key: ByteView, hash: UInt32, in table: TableID, source: ByteView) -> EntryID? {
    let record = self[table]
    if record.isIndexed {
      return index.find(hash, in: table) { self[$0].parent == table && self[$0].key.hasText(key, in: source) }
    }
    var cursor = record.first
    while cursor != .none {
      let entry = self[cursor]
      if entry.key.hash == hash, entry.key.hasText(key, in: source) { return cursor }
      cursor = entry.next
    }
    return nil
  }

  /// Adds an entry at the end of `table`, which must not contain the key.
  @inline(__always) mutating func append(_ key: KeyRecord, value: ValueRecord, to table: TableID) {
    let id = EntryID(rawValue: UInt32(truncatingIfNeeded: entries.count))
    entries.append(EntryRecord(value: value, key: key, parent: table))
    let last = self[table].last
    if last == .none { self[table].first = id } else { self[last].next = id }
    self[table].last = id
    self[table].entryCount &+= 1
    if value.isErroneous { self[table].erroneousCount &+= 1 }
    if self[table].entryCount > KeyIndex.threshold { addToIndex(id, of: table) }
  }

  /// Replaces an erroneous entry by its later, correct value.
  mutating func replaceErroneous(_ id: EntryID, key: KeyRecord, value: ValueRecord) {
    guard self[id].value.isErroneous, !value.isErroneous else { return }
    self[id].key = key
    self[id].value = value
    self[self[id].parent].erroneousCount -= 1
  }

  /// Adds a table that no entry refers to yet.
  @inline(__always) mutating func makeTable(_ record: TableRecord) -> TableID {
    tables.append(record)
    return TableID(rawValue: UInt32(truncatingIfNeeded: tables.count - 1))
  }

  /// Adds an array of the elements `values` from `base` on.
  mutating func appendArray(_ values: [ValueRecord], from base: Int) -> ArrayID {
    let first = UInt32(truncatingIfNeeded: elements.count)
    var position = base
    while position < values.count {
      elements.append(values[position])
      position &+= 1
    }
    return appendArray(.elements(first: first, count: UInt32(truncatingIfNeeded: values.count - base)))
  }

  /// Adds an array.
  mutating func appendArray(_ record: ArrayRecord) -> ArrayID {
    arrays.append(record)
    return ArrayID(rawValue: UInt32(truncatingIfNeeded: arrays.count - 1))
  }

  /// Adds `table` to `array` if that is an array of tables.
  mutating func append(_ table: TableID, to array: ArrayID) {
    guard case .tables(let first, let last) = self[array] else { return }
    self[last].nextElement = table
    self[array] = .tables(first: first, last: table)
  }

  /// Copies the tables of all arrays of tables to `elements`.
  mutating func layOutTableArrays() {
    for position in arrays.indices {
      guard case .tables(let first, _) = arrays[position] else { continue }
      let start = elements.count
      var cursor = first
      while cursor != .none {
        elements.append(ValueRecord(cursor))
        cursor = self[cursor].nextElement
      }
      let count = UInt32(truncatingIfNeeded: elements.count - start)
      arrays[position] = .elements(first: UInt32(truncatingIfNeeded: start), count: count)
    }
  }

  @inline(never) private mutating func addToIndex(_ id: EntryID, of table: TableID) {
    guard !self[table].isIndexed else { return index.insert(id, of: entries) }
    self[table].isIndexed = true
    var cursor = self[table].first
    while cursor != .none {
      index.insert(cursor, of: entries)
      cursor = self[cursor].next
    }
  }
}

extension KeyRecord {
  /// Whether the decoded key is `text`.
  @inline(__always) func hasText(_ text: ByteView, in source: ByteView) -> Bool {
    guard form.isEscaped else { return source[form.content(of: range, in: source)] == text }
    return StringPieces(form.content(of: range, in: source), in: source).decoded().withUnsafeBytes {
      ByteView($0) == text
    }
  }
}
