import SchedulerDiagnostics

/// A table of a document. Its elements are the entries in source order.
public struct Table: Sendable, Sequence {
  let storage: DocumentStorage
  let id: TableID

  private var record: TableRecord { storage.tree[id] }

  /// The number of entries.
  public var count: Int { Int(record.entryCount - record.erroneousCount) }

  /// The place of the definition: the key of the header without brackets, the inline table with its braces, or the part
  /// of a key that made the table. The span of the root is empty, at 0.
  public var span: SourceSpan { SourceSpan(source: storage.source, bytes: record.span) }

  /// The entry with that key, or nil if there is none.
  ///
  /// - Complexity: O(length of the key).
  public subscript(key: String) -> Entry? {
    guard let found = find(key), !storage.tree[found].value.isErroneous else { return nil }
    return Entry(storage: storage, record: storage.tree[found])
  }

  /// Whether the source gives `key` a value that could not be read. Such a key is neither an entry nor missing.
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

  /// Returns an iterator over the entries in source order.
  public func makeIterator() -> Iterator { Iterator(storage: storage, upcoming: record.first) }

  /// The number of entries.
  public var underestimatedCount: Int { count }

  /// Iterates over the entries of a table.
  public struct Iterator: IteratorProtocol {
    let storage: DocumentStorage
    var upcoming: EntryID

    /// Returns the next entry, or nil at the end.
    ///
    /// - Complexity: O(1), not counting erroneous entries, which are skipped.
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
  /// The key. For a dotted key, its last part.
  public var key: Key
  /// The value.
  public var value: Value

  init(storage: DocumentStorage, record: EntryRecord) {
    key = Key(storage: storage, record: record.key)
    value = Value(storage: storage, record: record.value)
  }
}

/// A key of a table, or one part of a dotted key.
public struct Key: Sendable {
  @usableFromInline let storage: DocumentStorage
  let record: KeyRecord

  /// The decoded key.
  public var text: String { withUTF8 { String(decoding: $0, as: UTF8.self) } }

  /// The place of the key, including quotes.
  public var span: SourceSpan { storage.span(record.range) }

  /// Whether the key equals `utf8`. Does not allocate for keys without escapes.
  ///
  /// - Complexity: O(length of the key).
  public func matches(_ utf8: StaticString) -> Bool {
    let expected = ByteView(UnsafeRawBufferPointer(start: utf8.utf8Start, count: utf8.utf8CodeUnitCount))
    return storage.withSource { record.hasText(expected, in: $0) }
  }

  /// Calls `body` with the decoded UTF-8. The buffer is valid only during the call. Allocates only for keys with
  /// escapes.
  @inlinable public func withUTF8<R>(_ body: (UnsafeBufferPointer<UInt8>) throws -> R) rethrows -> R {
    try storage.withUTF8(of: decodedText, body)
  }

  @usableFromInline var decodedText: DecodedText { storage.text(record.range, form: record.form) }
}
