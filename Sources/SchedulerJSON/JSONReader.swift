extension JSONValue {
  /// Maximum nesting of arrays and objects. Documents of this project stay below 10. The reader is recursive, so the
  /// limit protects the stack from hostile input.
  public static let maximumDepth = 128

  /// Parses a JSON text strictly according to RFC 8259.
  ///
  /// Beyond the grammar it rejects what programs interpret differently: repeated keys, integers out of the range of
  /// `Int64`, numbers out of the range of `Double`, lone surrogates, and a byte order mark.
  ///
  /// Complexity: O(bytes).
  ///
  /// - Parameters:
  ///   - bytes: the whole text in UTF-8, with only white space around the value.
  ///   - maximumDepth: maximum nesting of arrays and objects; 0 allows only scalars.
  /// - Throws: `JSONError` at the first invalid byte.
  public init(parsing bytes: [UInt8], maximumDepth: Int = Self.maximumDepth) throws(JSONError) {
    var reader = JSONReader(bytes, maximumDepth: maximumDepth)
    self = try reader.document()
  }
}

/// A position in a JSON text. Each method starts after the white space before its part.
struct JSONReader {
  let bytes: [UInt8]
  var position = 0
  private let maximumDepth: Int
  private var depth = 0

  init(_ bytes: [UInt8], maximumDepth: Int) {
    self.bytes = bytes
    self.maximumDepth = maximumDepth
  }

  /// `JSON-text = ws value ws`
  mutating func document() throws(JSONError) -> JSONValue {
    skipWhitespace()
    let value = try value()
    skipWhitespace()
    if position < bytes.count { throw JSONError(.trailingContent, at: position) }
    return value
  }

  /// `value = false / null / true / object / array / number / string`
  private mutating func value() throws(JSONError) -> JSONValue {
    switch try peek() {
    case UInt8(ascii: "{"): return try nested { (reader) throws(JSONError) in try reader.object() }
    case UInt8(ascii: "["): return try nested { (reader) throws(JSONError) in try reader.array() }
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
    case UInt8(ascii: "t"): return try literal("true", value: .bool(true))
    case UInt8(ascii: "f"): return try literal("false", value: .bool(false))
    case UInt8(ascii: "n"): return try literal("null", value: .null)
    default: throw JSONError(.expectedValue, at: position)
    }
  }

  private mutating func nested(
    _ read: (inout JSONReader) throws(JSONError) -> JSONValue
  ) throws(JSONError) -> JSONValue {
    if depth >= maximumDepth { throw JSONError(.tooDeep(limit: maximumDepth), at: position) }
    depth += 1
    position += 1
    skipWhitespace()
    let value = try read(&self)
    depth -= 1
    return value
  }

  /// `object = begin-object [ member *( value-separator member ) ] end-object`, after the opening brace
  private mutating func object() throws(JSONError) -> JSONValue {
    var members: [JSONObject.Member] = []
    var seen: Set<[UInt8]> = []
    if try take(UInt8(ascii: "}")) { return .object(JSONObject()) }
    repeat {
      skipWhitespace()
      members.append(try member(&seen))
      skipWhitespace()
    } while try takeSeparator(orEnd: UInt8(ascii: "}"))
    return .object(JSONObject(distinct: members))
  }

  /// `member = string name-separator value`
  private mutating func member(_ seen: inout Set<[UInt8]>) throws(JSONError) -> JSONObject.Member {
    let start = position
    guard try peek() == UInt8(ascii: "\"") else { throw JSONError(.expectedKey, at: position) }
    let key = try string()
    if !seen.insert(Array(key.utf8)).inserted { throw JSONError(.duplicateKey(key), at: start) }
    skipWhitespace()
    guard try take(UInt8(ascii: ":")) else { throw JSONError(.expectedColon, at: position) }
    skipWhitespace()
    return JSONObject.Member(key: key, value: try value())
  }

  /// `array = begin-array [ value *( value-separator value ) ] end-array`, after the opening bracket
  private mutating func array() throws(JSONError) -> JSONValue {
    var elements: [JSONValue] = []
    if try take(UInt8(ascii: "]")) { return .array([]) }
    repeat {
      skipWhitespace()
      elements.append(try value())
      skipWhitespace()
    } while try takeSeparator(orEnd: UInt8(ascii: "]"))
    return .array(elements)
  }

  /// Skips a comma and returns true, or skips the end and returns false.
  private mutating func takeSeparator(orEnd end: UInt8) throws(JSONError) -> Bool {
    if try take(UInt8(ascii: ",")) { return true }
    guard try take(end) else { throw JSONError(.expectedCommaOrEnd, at: position) }
    return false
  }

  private mutating func literal(_ word: StaticString, value: JSONValue) throws(JSONError) -> JSONValue {
    let end = position + word.utf8CodeUnitCount
    let rest = bytes[position..<min(end, bytes.count)]
    let matches = word.withUTF8Buffer { $0.starts(with: rest) }
    guard matches else { throw JSONError(.expectedValue, at: position) }
    guard end <= bytes.count else { throw JSONError(.unexpectedEnd, at: bytes.count) }
    position = end
    return value
  }
}

extension JSONReader {
  /// `ws = *( space / tab / line feed / carriage return )`
  private mutating func skipWhitespace() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x09, 0x0A, 0x0D: position += 1
      default: return
      }
    }
  }

  /// Returns the byte at the position.
  func peek() throws(JSONError) -> UInt8 {
    guard position < bytes.count else { throw JSONError(.unexpectedEnd, at: bytes.count) }
    return bytes[position]
  }

  /// Skips the byte and returns true if it is next.
  mutating func take(_ byte: UInt8) throws(JSONError) -> Bool {
    guard try peek() == byte else { return false }
    position += 1
    return true
  }
}
