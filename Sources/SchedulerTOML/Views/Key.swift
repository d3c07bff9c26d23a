import SchedulerDiagnostics

/// A key of a table, or one part of a dotted key.
public struct Key: Sendable {
  @usableFromInline let storage: DocumentStorage
  let record: KeyRecord

  /// The decoded key.
  public var text: String { withUTF8 { String(decoding: $0, as: UTF8.self) } }

  /// Where it stands, with its quotes.
  public var span: SourceSpan { storage.span(record.range) }

  /// Whether the key is `utf8`; allocates nothing for keys without escapes.
  ///
  /// - Complexity: O(length of the key).
  public func matches(_ utf8: StaticString) -> Bool {
    let expected = ByteView(UnsafeRawBufferPointer(start: utf8.utf8Start, count: utf8.utf8CodeUnitCount))
    return storage.withSource { record.hasText(expected, in: $0) }
  }

  /// Calls `body` with the decoded UTF-8; the buffer is valid only inside of it. Allocates only for keys with escapes.
  @inlinable public func withUTF8<R>(_ body: (UnsafeBufferPointer<UInt8>) throws -> R) rethrows -> R {
    try storage.withUTF8(of: decodedText, body)
  }

  @usableFromInline var decodedText: DecodedText { storage.text(record.range, record.form) }
}
