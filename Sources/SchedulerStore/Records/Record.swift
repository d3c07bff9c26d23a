/// An entry of a journal or a snapshot that is either complete or not valid at all.
///
/// ```abnf
/// record   = magic length sequence payload checksum   ; integers begin with their most significant byte
/// magic    = %xF5.53.43.4A
/// length   = 4OCTET                                   ; of the payload, in bytes
/// sequence = 8OCTET
/// payload  = *OCTET
/// checksum = 4OCTET                                   ; CRC-32C of length, sequence and payload
/// ```
/// The first byte of the magic never occurs in UTF-8, so that text in a payload is not mistaken for the start of a
/// record.
struct Record: Hashable, Sendable {
  let sequence: UInt64
  let payload: [UInt8]

  static let magic: [UInt8] = [0xF5, UInt8(ascii: "S"), UInt8(ascii: "C"), UInt8(ascii: "J")]
  /// Maximum size of a payload, that of a whole configuration. No state of one profile is larger.
  static let payloadLimit = 64 << 20
  /// The number of bytes around a payload.
  static let overhead = 20

  /// The encoded record.
  var bytes: [UInt8] {
    var bytes = Self.magic
    bytes.reserveCapacity(Self.overhead + payload.count)
    bytes.append(bigEndian: UInt32(payload.count))
    bytes.append(bigEndian: sequence)
    bytes += payload
    bytes.append(bigEndian: CRC32C.checksum(of: bytes.span.extracting(4..<bytes.count)))
    return bytes
  }

}

extension Record {
  /// Decodes the record that begins at an offset. Returns nil if there is none.
  init?(in bytes: [UInt8], at offset: Int) {
    guard bytes.count - offset >= Self.overhead, bytes[offset] == Self.magic[0] else { return nil }
    var head = bytes[offset..<offset + 16]
    guard head.popFirst(4)?.elementsEqual(Self.magic) == true,
      let length = head.popBigEndian(as: UInt32.self), let sequence = head.popBigEndian(as: UInt64.self)
    else { return nil }
    let end = offset + 16 + Int(length)
    guard length <= Self.payloadLimit, end + 4 <= bytes.count else { return nil }
    var checksum = bytes[end..<end + 4]
    guard checksum.popBigEndian(as: UInt32.self) == CRC32C.checksum(of: bytes.span.extracting(offset + 4..<end)) else {
      return nil
    }
    self.init(sequence: sequence, payload: Array(bytes[offset + 16..<end]))
  }
}

/// Reads consecutive records and continues after bytes that are not a record.
///
/// Complexity: O(bytes), plus O(payload limit) for every false start within a damaged range.
struct RecordScanner {
  /// A part of the scanned bytes.
  enum Piece: Hashable {
    case record(Record)
    /// Bytes that belong to no record.
    case damage(Range<Int>)
  }

  private let bytes: [UInt8]
  /// The end of the last piece returned.
  private(set) var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the next piece, or nil at the end. Two pieces of damage are never adjacent.
  mutating func next() -> Piece? {
    guard position < bytes.count else { return nil }
    if let record = Record(in: bytes, at: position) {
      position += Record.overhead + record.payload.count
      return .record(record)
    }
    let start = position
    repeat { position += 1 } while position < bytes.count && Record(in: bytes, at: position) == nil
    return .damage(start..<position)
  }
}

extension [UInt8] {
  /// Appends an integer with its most significant byte first.
  mutating func append(bigEndian value: some FixedWidthInteger & UnsignedInteger) {
    var shift = value.bitWidth
    while shift > 0 {
      shift -= 8
      append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }
}

extension ArraySlice<UInt8> {
  /// Removes an integer from the front, most significant byte first. Returns nil if there are too few bytes.
  mutating func popBigEndian<Value: FixedWidthInteger & UnsignedInteger>(as type: Value.Type) -> Value? {
    popFirst(Value.bitWidth / 8)?.reduce(0) { $0 << 8 | Value($1) }
  }

  /// Removes `count` bytes from the front. Returns nil if there are fewer.
  mutating func popFirst(_ count: Int) -> ArraySlice<UInt8>? {
    guard count <= self.count else { return nil }
    defer { self = dropFirst(count) }
    return prefix(count)
  }
}
