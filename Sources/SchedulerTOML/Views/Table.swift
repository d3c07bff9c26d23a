import SchedulerDiagnostics

/// A table of a document; its elements are the entries in the order of the source.
public struct Table: Sendable, Sequence {
  let storage: DocumentStorage
  let id: TableID

  private var record: TableRecord { storage.tree[id] }

  /// How many entries there are.
  public var count: Int { Int(record.entryCount - record.erroneousCount) }

  /// Where the table was defined: the key of its header without the brackets, the inline table with its braces, or the
  /// part of a key that made it. The root's is empty, at 0.
  public var span: SourceSpan { SourceSpan(source: storage.source, bytes: record.span) }

  /// The entry with that key, or nil.
  ///
  /// - Complexity: O(length of the key).
  public subscript(key: String) -> Entry? {
    guard let found = find(key), !storage.tree[found].value.isErroneous else { return nil }
    return Entry(storage: storage, record: storage.tree[found])
  }

  /// Whether the source gives `key` a value that could not be read: it is neither an entry nor missing.
  public func hasErroneousKey(_ key: String) -> Bool {
    find(key).map { storage.tree[$0].value.isErroneous } ?? false
  }

  /// Whether any key of the table has a value that could not be read.
  public var hasErroneousKeys: Bool { record.erroneousCount > 0 }

  private func find(_ key: String) -> EntryID? {
    var key = key
    return key.withUTF8 { buffer in
      let text = ByteView(UnsafeRawBufferPointer(buffer))
      return storage.withSource { source in
        storage.tree.find(text, hash: text.keyHash(seed: storage.tree.seed), in: id, source: source)
      }
    }
  }

  /// Walks the entries in the order of the source.
  public func makeIterator() -> Iterator { Iterator(storage: storage, upcoming: record.first) }

  /// The number of entries.
  public var underestimatedCount: Int { count }

  /// The entries of a table, one after the other.
  public struct Iterator: IteratorProtocol {
    let storage: DocumentStorage
    var upcoming: EntryID

    /// The next entry, or nil at the end.
    ///
    /// - Complexity: O(1), apart from entries with mistakes, which are passed over.
    public mutating func next() -> Entry? {
      while upcoming != .none {
        let record = storage.tree[upcoming]
        upcoming = record.next
        if !record.value.isErroneous { return Entry(storage: storage, record: record) }
      }
      return nil
    }
  }
}

/// A key and its value.
public struct Entry: Sendable {
  /// The key; of a dotted key, its last part.
  public var key: Key
  /// The value.
  public var value: Value

  init(storage: DocumentStorage, record: EntryRecord) {
    key = Key(storage: storage, record: record.key)
    value = Value(storage: storage, record: record.value)
  }
}
