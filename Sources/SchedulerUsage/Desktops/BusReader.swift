/// Reads the values of a message of D-Bus; see the D-Bus Specification, "Marshaling".
///
///     signature = *type
///     type      = basic / "v" / "a" ( type / "{" basic type "}" ) / "(" 1*type ")"
struct BusReader {
  private var rest: WireReader
  private var offset = 0
  private let isBigEndian: Bool
  /// The number of values that were read.
  private var count = 0

  /// Maximum number of types in each other. The specification allows 64; what a source reads has four.
  private static let depthLimit = 32
  /// Maximum number of values. What a source reads has some dozens; each takes more memory than its bytes.
  private static let countLimit = 4096

  /// Reads bytes that begin at a multiple of 8 in their message.
  init(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) {
    rest = WireReader(bytes)
    self.isBigEndian = isBigEndian
  }

  mutating func bytes(_ count: Int) throws(SourceFailure) -> ArraySlice<UInt8> {
    offset += count
    return try rest.bytes(count)
  }

  /// Skips bytes up to a multiple of a number.
  mutating func align(to multiple: Int) throws(SourceFailure) {
    _ = try bytes((multiple - offset % multiple) % multiple)
  }

  mutating func uint8() throws(SourceFailure) -> UInt8 { UInt8(try number(ofSize: 1)) }
  mutating func uint32() throws(SourceFailure) -> UInt32 { UInt32(try number(ofSize: 4)) }

  /// Reads the values of a signature.
  mutating func values(_ signature: String) throws(SourceFailure) -> [BusValue] {
    var types = Array(signature.utf8)[...]
    var values: [BusValue] = []
    while !types.isEmpty { values.append(try value(&types, depth: 0)) }
    return values
  }

  /// Reads a number that is aligned to its size.
  private mutating func number(ofSize size: Int) throws(SourceFailure) -> UInt64 {
    try align(to: size)
    let bytes = try bytes(size)
    return isBigEndian
      ? bytes.reduce(0) { $0 << 8 | UInt64($1) } : bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Reads a value of the first type, and takes the type.
  private mutating func value(_ types: inout ArraySlice<UInt8>, depth: Int) throws(SourceFailure) -> BusValue {
    guard depth <= Self.depthLimit, let code = types.popFirst() else { throw Self.badSignature }
    count += 1
    guard count <= Self.countLimit else { throw .malformed("a message of more than \(Self.countLimit) values") }
    switch code {
    case UInt8(ascii: "y"): return .number(Int64(try uint8()))
    case UInt8(ascii: "b"):
      let value = try uint32()
      guard value <= 1 else { throw .malformed("a boolean of \(value)") }
      return .boolean(value == 1)
    case UInt8(ascii: "n"): return .number(Int64(Int16(truncatingIfNeeded: try number(ofSize: 2))))
    case UInt8(ascii: "q"): return .number(Int64(try number(ofSize: 2)))
    case UInt8(ascii: "i"): return .number(Int64(Int32(truncatingIfNeeded: try number(ofSize: 4))))
    case UInt8(ascii: "u"), UInt8(ascii: "h"): return .uint32(try uint32())
    case UInt8(ascii: "x"), UInt8(ascii: "d"): return .number(Int64(bitPattern: try number(ofSize: 8)))
    case UInt8(ascii: "t"): return .uint64(try number(ofSize: 8))
    case UInt8(ascii: "s"): return .string(try text(ofLength: Int(try uint32())))
    case UInt8(ascii: "o"): return .path(try text(ofLength: Int(try uint32())))
    case UInt8(ascii: "g"): return .signature(try text(ofLength: Int(try uint8())))
    case UInt8(ascii: "v"):
      var inner = Array(try text(ofLength: Int(try uint8())).utf8)[...]
      let value = try value(&inner, depth: depth + 1)
      guard inner.isEmpty else { throw Self.badSignature }
      return .variant(value)
    case UInt8(ascii: "a"): return try array(&types, depth: depth)
    case UInt8(ascii: "("): return try structure(&types, end: UInt8(ascii: ")"), depth: depth)
    case UInt8(ascii: "{"): return try structure(&types, end: UInt8(ascii: "}"), depth: depth)
    default: throw Self.badSignature
    }
  }

  private mutating func array(_ types: inout ArraySlice<UInt8>, depth: Int) throws(SourceFailure) -> BusValue {
    let length = Int(try uint32())
    try align(to: try Self.alignment(of: types.first))
    let end = offset + length
    let element = types
    try Self.skipType(&types)
    var items: [BusValue] = []
    while offset < end {
      let start = offset
      var type = element
      items.append(try value(&type, depth: depth + 1))
      // An array of nothing but padding would take no bytes for ever.
      guard offset > start else { throw Self.badSignature }
    }
    guard offset == end else { throw .malformed("an array that ends in its last element") }
    return .list(items)
  }

  private mutating func structure(
    _ types: inout ArraySlice<UInt8>, end: UInt8, depth: Int
  ) throws(SourceFailure) -> BusValue {
    try align(to: 8)
    var items: [BusValue] = []
    while let next = types.first, next != end { items.append(try value(&types, depth: depth + 1)) }
    guard types.popFirst() == end, !items.isEmpty else { throw Self.badSignature }
    return .list(items)
  }

  private mutating func text(ofLength length: Int) throws(SourceFailure) -> String {
    let text = try bytes(length)
    guard try bytes(1).first == 0 else { throw .malformed("a string without its end") }
    return String(decoding: text, as: UTF8.self)
  }

  private static let badSignature = SourceFailure.malformed("a signature that is none")

  private static func alignment(of code: UInt8?) throws(SourceFailure) -> Int {
    switch code {
    case UInt8(ascii: "y"), UInt8(ascii: "g"), UInt8(ascii: "v"): 1
    case UInt8(ascii: "n"), UInt8(ascii: "q"): 2
    case UInt8(ascii: "x"), UInt8(ascii: "t"), UInt8(ascii: "d"), UInt8(ascii: "("), UInt8(ascii: "{"): 8
    case nil: throw badSignature
    default: 4
    }
  }

  /// Takes the first type, which an array without elements does not read.
  private static func skipType(_ types: inout ArraySlice<UInt8>) throws(SourceFailure) {
    var depth = 0
    while true {
      guard let code = types.popFirst() else { throw badSignature }
      switch code {
      case UInt8(ascii: "a"): continue
      case UInt8(ascii: "("), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "}"): depth -= 1
      default: break
      }
      if depth <= 0 { return }
    }
  }
}
