/// Writes JSON straight into bytes: no tree, no allocation for keys and texts that are already UTF-8.
///
/// ```swift
/// var json = JSONWriter()
/// json.object { json in
///   json.member("profile", profile.key.text)
///   json.member("seconds", 12_600)
///   json.member("end", orNull: end)
///   json.array("windows") { json in for window in windows { json.string(window.name) } }
/// }
/// json.newline()
/// ```
///
/// The same calls give the same bytes: members stand in the order of the calls, nothing is indented. The writer adds
/// commas and colons. The caller sees to it that its calls form a value; debug builds check that every end has a
/// beginning.
public struct JSONWriter: Sendable {
  /// What was written so far.
  public private(set) var bytes: [UInt8] = []
  /// Whether the next value or key follows another one of the same array or object.
  private var isAfterValue = false
  private var depth = 0
  /// Digits of the largest number in 64 bits.
  fileprivate static let mostDigits = 20

  /// A writer without content that has room for `capacity` bytes.
  public init(reservingCapacity capacity: Int = 0) { bytes.reserveCapacity(capacity) }

  /// Appends to bytes what `write` writes, without copying either.
  public static func append(to bytes: inout [UInt8], _ write: (inout JSONWriter) -> Void) {
    var json = JSONWriter()
    swap(&json.bytes, &bytes)
    write(&json)
    swap(&json.bytes, &bytes)
  }

  /// Opens an object; members follow as `key` and a value.
  public mutating func beginObject() { begin(UInt8(ascii: "{")) }
  /// Closes the object opened last.
  public mutating func endObject() { end(UInt8(ascii: "}")) }
  /// Opens an array; its elements follow.
  public mutating func beginArray() { begin(UInt8(ascii: "[")) }
  /// Closes the array opened last.
  public mutating func endArray() { end(UInt8(ascii: "]")) }

  /// Ends a line of JSON Lines. Only between whole values.
  public mutating func newline() {
    assert(depth == 0)
    bytes.append(0x0A)
    isAfterValue = false
  }

  /// Writes the name of a member, which needs no escape; its value has to follow.
  public mutating func key(_ name: StaticString) {
    assert(name.withUTF8Buffer { !$0.contains { $0.needsEscape } })
    append(upTo: name.utf8CodeUnitCount + 3) { end in
      end.write(UInt8(ascii: "\""))
      end.write(name)
      end.write(UInt8(ascii: "\""))
      end.write(UInt8(ascii: ":"))
    }
    isAfterValue = false
  }

  /// Writes members that another writer has written, keys and values: one or more.
  public mutating func members(written members: [UInt8]) {
    separate()
    bytes += members
  }

  /// Writes the name of a member that is not known at compile time; its value has to follow.
  public mutating func key(named name: String) {
    string(name)
    bytes.append(UInt8(ascii: ":"))
    isAfterValue = false
  }

  /// Writes a string.
  public mutating func string(_ text: String) {
    var text = text
    separate()
    bytes.append(UInt8(ascii: "\""))
    text.withUTF8 { bytes.appendEscaped($0) }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Writes a string whose content `write` appends; it must be UTF-8 without quotes, backslashes and control
  /// characters, such as a time. For texts that would otherwise be made a `String` only to be copied.
  public mutating func string(writing write: (inout [UInt8]) -> Void) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    write(&bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  /// Writes a string of up to `count` bytes, which `write` appends; as `string(writing:)`, for texts of a known length.
  public mutating func string(upTo count: Int, writing write: (inout OutputSpan<UInt8>) -> Void) {
    bytes.append(addingCapacity: count + 3) { output in
      if isAfterValue { output.append(UInt8(ascii: ",")) }
      output.append(UInt8(ascii: "\""))
      write(&output)
      output.append(UInt8(ascii: "\""))
    }
    isAfterValue = true
  }

  /// Writes a whole number; traps outside of `Int64`.
  @inlinable public mutating func integer(_ value: some BinaryInteger) { integer(Int64(value)) }

  /// Writes a whole number.
  public mutating func integer(_ value: Int64) {
    append(upTo: Self.mostDigits + 1) { end in
      if value < 0 { end.write(UInt8(ascii: "-")) }
      end.write(decimal: value.magnitude)
    }
  }

  /// Writes a number in the fewest digits that read back as the same one; `null` for infinities and what is not a
  /// number, which JSON cannot say (so does ECMA-262, 25.5.2.2).
  public mutating func double(_ value: Double) {
    separate()
    bytes += (value.isFinite ? value.description : "null").utf8
  }

  /// Writes `true` or `false`.
  public mutating func bool(_ value: Bool) { word(value ? "true" : "false") }

  /// Writes `null`.
  public mutating func null() { word("null") }

  /// Writes a value that is a word without quotes.
  private mutating func word(_ word: StaticString) {
    append(upTo: word.utf8CodeUnitCount) { $0.write(word) }
  }

  private mutating func begin(_ bracket: UInt8) {
    append(upTo: 1) { $0.write(bracket) }
    isAfterValue = false
    depth += 1
  }

  private mutating func end(_ bracket: UInt8) {
    depth -= 1
    assert(depth >= 0)
    bytes.append(bracket)
    isAfterValue = true
  }

  /// Appends the comma that may be needed and up to `count` bytes, which `write` stores, with one check of the capacity.
  @inline(__always)
  private mutating func append(upTo count: Int, _ write: (inout UnsafeMutablePointer<UInt8>) -> Void) {
    let isAfterValue = isAfterValue
    bytes.append(addingCapacity: count + 1) { output in
      output.withUnsafeMutableBufferPointer { memory, filled in
        guard let start = memory.baseAddress else { return }
        var end = start + filled
        if isAfterValue { end.write(UInt8(ascii: ",")) }
        write(&end)
        filled = end - start
        assert(filled <= memory.count)
      }
    }
    self.isAfterValue = true
  }

  /// Writes the comma before a value or key that follows another, and notes that one is written.
  private mutating func separate() {
    if isAfterValue { bytes.append(UInt8(ascii: ",")) }
    isAfterValue = true
  }
}

extension UInt8 {
  /// Whether the byte is written as an escape: RFC 8259, section 7, and DEL, which terminals do not show.
  fileprivate var needsEscape: Bool {
    self < 0x20 || self == UInt8(ascii: "\"") || self == UInt8(ascii: "\\") || self == 0x7F
  }
}

extension UnsafeMutablePointer<UInt8> {
  /// Stores a byte and advances past it.
  @inline(__always)
  fileprivate mutating func write(_ byte: UInt8) {
    initialize(to: byte)
    self += 1
  }

  /// Stores a text and advances past it.
  @inline(__always)
  fileprivate mutating func write(_ text: StaticString) {
    initialize(from: text.utf8Start, count: text.utf8CodeUnitCount)
    self += text.utf8CodeUnitCount
  }

  /// Stores a number in base 10 and advances past it.
  @inline(__always)
  fileprivate mutating func write(decimal number: UInt64) {
    var count = 1
    var limit: UInt64 = 10
    while number >= limit && count < JSONWriter.mostDigits {
      limit &*= 10
      count += 1
    }
    self += count
    var (rest, digit) = (number, self)
    while rest >= 10 {
      let (hundreds, pair) = rest.quotientAndRemainder(dividingBy: 100)
      let (ten, one) = UInt32(truncatingIfNeeded: pair).quotientAndRemainder(dividingBy: 10)
      digit -= 2
      digit[0] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: ten)
      digit[1] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: one)
      rest = hundreds
    }
    if rest > 0 || number == 0 { (digit - 1)[0] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest) }
  }
}

extension [UInt8] {
  /// Appends the content of a string with its escapes.
  fileprivate mutating func appendEscaped(_ text: UnsafeBufferPointer<UInt8>) {
    var runStart = 0
    for (position, byte) in text.enumerated() {
      if byte >= 0xC2, let (scalar, count) = InvisibleScalar.first(in: text[position...]) {
        append(contentsOf: UnsafeBufferPointer(rebasing: text[runStart..<position]))
        appendEscape(scalar)
        runStart = position + count
      } else if byte.needsEscape {
        append(contentsOf: UnsafeBufferPointer(rebasing: text[runStart..<position]))
        appendEscape(byte)
        runStart = position + 1
      }
    }
    append(contentsOf: UnsafeBufferPointer(rebasing: text[runStart...]))
  }

  private mutating func appendEscape(_ scalar: UInt16) {
    self += "\\u".utf8
    for shift in [12, 8, 4, 0] as [UInt16] { append(Self.digit(UInt8(truncatingIfNeeded: scalar >> shift & 15))) }
  }

  private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x61 + value - 10 }

  private mutating func appendEscape(_ byte: UInt8) {
    append(UInt8(ascii: "\\"))
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): append(byte)
    case 0x08: append(UInt8(ascii: "b"))
    case 0x09: append(UInt8(ascii: "t"))
    case 0x0A: append(UInt8(ascii: "n"))
    case 0x0C: append(UInt8(ascii: "f"))
    case 0x0D: append(UInt8(ascii: "r"))
    default:
      self += "u00".utf8
      append(Self.digit(byte >> 4))
      append(Self.digit(byte & 15))
    }
  }
}
