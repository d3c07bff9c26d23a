import SchedulerDiagnostics

/// A value of a document.
///
/// Each property named like a kind is nil for values of other kinds; an integer is not a float.
public struct Value: Sendable {
  /// What a value is.
  public enum Kind: UInt8, Sendable, CaseIterable {
    case string, integer, float, boolean, offsetDateTime, localDateTime, localDate, localTime, array, table
  }

  @usableFromInline let storage: DocumentStorage
  let record: ValueRecord

  /// What the value is.
  public var kind: Kind {
    // Erroneous values are never handed out.
    record.kind ?? .table
  }

  /// Where it stands, with quotes and brackets; of a table `Table.span`, of an array of tables its first header's key.
  public var span: SourceSpan { table?.span ?? storage.span(record.range) }

  /// The decoded text of a string.
  public var string: String? { withStringUTF8 { String(decoding: $0, as: UTF8.self) } }

  /// An integer, exact.
  public var integer: Int64? {
    if case .integer(let value) = number { value } else { nil }
  }

  /// A float: the nearest one to what is written, infinite beyond the largest; also infinity and not-a-number.
  public var float: Double? {
    if case .float(let value) = number { value } else { nil }
  }

  /// A boolean.
  public var boolean: Bool? { kind == .boolean ? record.payload != 0 : nil }

  /// A date and a time with an offset.
  public var offsetDateTime: OffsetDateTime? {
    if case .offsetDateTime(let value) = dateTime { value } else { nil }
  }

  /// A date and a time.
  public var localDateTime: LocalDateTime? {
    if case .localDateTime(let value) = dateTime { value } else { nil }
  }

  /// A date.
  public var localDate: LocalDate? {
    if case .localDate(let value) = dateTime { value } else { nil }
  }

  /// A time of day.
  public var localTime: LocalTime? {
    if case .localTime(let value) = dateTime { value } else { nil }
  }

  /// The elements of an array, also of one made by `[[headers]]`.
  public var array: ArrayView? {
    guard let array = record.array, case .elements(let first, let count) = storage.tree[array] else { return nil }
    return ArrayView(storage: storage, range: Int(first)..<Int(first) + Int(count))
  }

  /// The entries of a table.
  public var table: Table? { record.table.map { Table(storage: storage, id: $0) } }

  /// Calls `body` with the decoded UTF-8 of a string; nil for other kinds. The buffer is valid only inside of it.
  /// Allocates only for strings with escapes. Line ends are as in the source.
  @inlinable public func withStringUTF8<R>(_ body: (UnsafeBufferPointer<UInt8>) throws -> R) rethrows -> R? {
    guard let text = decodedText else { return nil }
    return try storage.withUTF8(of: text, body)
  }

  @usableFromInline var decodedText: DecodedText? {
    kind == .string ? storage.text(record.range, record.form) : nil
  }

  // Numbers and dates are read again from the source, where they were found to be well-formed.

  private var number: NumberReader.Number? {
    guard kind == .integer || kind == .float else { return nil }
    return storage.withSource { source in
      var reader = NumberReader(source, record.range)
      do throws(NumberProblem) { return try reader.read() } catch { return nil }
    }
  }

  private var dateTime: DateTimeReader.DateTime? {
    switch kind {
    case .offsetDateTime, .localDateTime, .localDate, .localTime:
      storage.withSource { source in
        var reader = DateTimeReader(source, record.range)
        do throws(DateTimeProblem) { return try reader.read() } catch { return nil }
      }
    default: nil
    }
  }
}
