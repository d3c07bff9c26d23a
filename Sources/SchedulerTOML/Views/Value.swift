import SchedulerDiagnostics

/// A value of a document.
///
/// Each property named after a kind is nil for values of other kinds. An integer is not a float.
public struct Value: Sendable {
  /// The kind of a value.
  public enum Kind: UInt8, Sendable, CaseIterable {
    case string, integer, float, boolean, offsetDateTime, localDateTime, localDate, localTime, array, table
  }

  @usableFromInline let storage: DocumentStorage
  let record: ValueRecord

  /// The kind of the value.
  public var kind: Kind {
    // Views never return erroneous values.
    record.kind ?? .table
  }

  /// The place of the value, including quotes and brackets. For a table, `Table.span`; for an array of tables, the key
  /// of its first header.
  public var span: SourceSpan { table?.span ?? storage.span(record.range) }

  /// The decoded text of a string.
  public var string: String? { withStringUTF8 { String(decoding: $0, as: UTF8.self) } }

  /// The value of an integer, exact.
  public var integer: Int64? { if case .integer(let value) = number { value } else { nil } }

  /// The value of a float: the `Double` nearest to the text, infinite beyond the largest. Includes infinity and NaN.
  public var float: Double? { if case .float(let value) = number { value } else { nil } }

  /// The value of a boolean.
  public var boolean: Bool? { kind == .boolean ? record.payload != 0 : nil }

  /// The value of a date and time with an offset.
  public var offsetDateTime: OffsetDateTime? { if case .offsetDateTime(let value) = dateTime { value } else { nil } }

  /// The value of a date and time.
  public var localDateTime: LocalDateTime? { if case .localDateTime(let value) = dateTime { value } else { nil } }

  /// The value of a date.
  public var localDate: LocalDate? { if case .localDate(let value) = dateTime { value } else { nil } }

  /// The value of a time of day.
  public var localTime: LocalTime? { if case .localTime(let value) = dateTime { value } else { nil } }

  /// The elements of an array, including an array of tables made by `[[headers]]`.
  public var array: ArrayView? {
    guard let array = record.array, case .elements(let first, let count) = storage.tree[array] else { return nil }
    return ArrayView(storage: storage, range: Int(first)..<Int(first) + Int(count))
  }

  /// The value as a table.
  public var table: Table? { record.table.map { Table(storage: storage, id: $0) } }

  /// Calls `body` with the decoded UTF-8 of a string; returns nil for other kinds. The buffer is valid only during the
  /// call. Allocates only for strings with escapes. Line ends are those of the source.
  @inlinable public func withStringUTF8<R>(_ body: (UnsafeBufferPointer<UInt8>) throws -> R) rethrows -> R? {
    guard let text = decodedText else { return nil }
    return try storage.withUTF8(of: text, body)
  }

  @usableFromInline var decodedText: DecodedText? {
    kind == .string ? storage.text(record.range, form: record.form) : nil
  }

  // Numbers and dates were checked while parsing and are parsed again from the source on access.

  private var number: NumberReader.Number? {
    guard kind == .integer || kind == .float else { return nil }
    return storage.withSource { source in
      var reader = NumberReader(source, range: record.range)
      do throws(NumberProblem) { return try reader.read() } catch { return nil }
    }
  }

  private var dateTime: DateTimeReader.DateTime? {
    switch kind {
    case .offsetDateTime, .localDateTime, .localDate, .localTime:
      storage.withSource { source in
        var reader = DateTimeReader(source, range: record.range)
        do throws(DateTimeProblem) { return try reader.read() } catch { return nil }
      }
    default: nil
    }
  }
}

/// The elements of an array.
public struct ArrayView: Sendable, RandomAccessCollection {
  let storage: DocumentStorage
  let range: Range<Int>

  /// Always 0.
  public var startIndex: Int { 0 }
  /// The number of elements.
  public var endIndex: Int { range.count }

  /// The element at `position`, from 0.
  public subscript(position: Int) -> Value {
    precondition(position >= 0 && position < range.count, "position outside of the array")
    return Value(storage: storage, record: storage.tree.elements[range.lowerBound + position])
  }
}
