extension VarlinkInterface {
  /// An error in an interface definition.
  public struct SyntaxError: Error, Hashable, Sendable {
    /// The line of the error, counted from 1.
    public let line: Int
    /// The text that was expected there.
    public let expected: String
  }

  /// Parses a definition strictly: every name is defined once, and every referenced type is defined.
  ///
  /// - Throws: the first error.
  public init(parsing definition: String) throws(SyntaxError) {
    var parser = VarlinkParser(Array(definition.utf8))
    self = try parser.interface(definition)
  }
}

/// A parser at a position in a definition.
private struct VarlinkParser {
  private let bytes: [UInt8]
  private var position = 0
  /// The referenced types with the positions of the references.
  private var named: [(name: String, position: Int)] = []
  private var depth = 0
  /// The maximum nesting of types. The parser recurses once per level, and real definitions rarely exceed three levels.
  private static let maximumDepth = 32

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// `interface = "interface" interface-name 1*member`
  mutating func interface(_ definition: String) throws(VarlinkInterface.SyntaxError) -> VarlinkInterface {
    try expect(word: "interface")
    let name = take { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count > 1, parts.allSatisfy({ !$0.isEmpty }) else { throw error("a name with a dot in it") }
    var interface = VarlinkInterface(name: name, definition: definition)
    var members: Set<String> = []
    repeat {
      let keyword = word()
      let name = try memberName()
      guard members.insert(name).inserted else { throw error("a name that is not taken, found '\(name)'") }
      try member(keyword, named: name, of: &interface)
    } while !isAtEnd
    if let unknown = named.first(where: { interface.types[$0.name] == nil }) {
      throw error("a type, found '\(unknown.name)'", at: unknown.position)
    }
    return interface
  }

  /// `member = "type" name ( struct / enum ) / "method" name struct "->" struct / "error" name struct`
  private mutating func member(
    _ keyword: String, named name: String, of interface: inout VarlinkInterface
  ) throws(VarlinkInterface.SyntaxError) {
    switch keyword {
    case "type": interface.types[name] = try structureOrEnumeration()
    case "error": interface.errors[name] = try structure()
    case "method":
      let input = try structure()
      try expect("-")
      guard position < bytes.count, bytes[position] == UInt8(ascii: ">") else { throw error("'->'") }
      position += 1
      interface.methods.append(VarlinkInterface.Method(name: name, input: input, output: try structure()))
    default: throw error("'type', 'method' or 'error'")
    }
  }

  private mutating func structure() throws(VarlinkInterface.SyntaxError) -> VarlinkType {
    let type = try structureOrEnumeration()
    guard case .structure = type else { throw error("fields with types") }
    return type
  }

  /// `struct = "(" [ field *( "," field ) ] ")"`, `field = name ":" type`, `enum = "(" name *( "," name ) ")"`
  private mutating func structureOrEnumeration() throws(VarlinkInterface.SyntaxError) -> VarlinkType {
    try expect("(")
    if take(")") { return .structure([]) }
    var fields: [VarlinkType.Field] = []
    var words: [String] = []
    repeat {
      let name = try fieldName()
      guard !words.contains(name) else { throw error("another name than '\(name)'") }
      words.append(name)
      if take(":") { fields.append(VarlinkType.Field(name, type: try type())) }
    } while take(",")
    try expect(")")
    if fields.isEmpty { return .enumeration(words) }
    guard fields.count == words.count else { throw error("a type for each field") }
    return .structure(fields)
  }

  /// `type = [ "?" ] *( "[]" / "[string]" ) ( name / "bool" / "int" / "float" / "string" / "object" / struct / enum )`
  private mutating func type() throws(VarlinkInterface.SyntaxError) -> VarlinkType {
    guard depth < Self.maximumDepth else { throw error("types nested at most \(Self.maximumDepth) deep") }
    depth += 1
    defer { depth -= 1 }
    if take("?") {
      let type = try type()
      if case .optional = type { throw error("one '?'") }
      return .optional(type)
    }
    if take("[") {
      if take("]") { return .array(try type()) }
      try expect(word: "string")
      try expect("]")
      return .map(try type())
    }
    if peek() == UInt8(ascii: "(") { return try structureOrEnumeration() }
    let name = word()
    switch name {
    case "bool": return .bool
    case "int": return .int
    case "float": return .float
    case "string": return .string
    case "object": return .object
    default:
      guard name.utf8.first?.isUpper ?? false else { throw error("a type, found '\(name)'") }
      named.append((name, position))
      return .named(name)
    }
  }
}

extension VarlinkParser {
  /// `name = upper *( letter / digit )`
  private mutating func memberName() throws(VarlinkInterface.SyntaxError) -> String {
    let name = word()
    guard name.utf8.first?.isUpper ?? false, !name.utf8.contains(UInt8(ascii: "_")) else {
      throw error("a name that begins with a capital letter")
    }
    return name
  }

  /// `field-name = letter *( [ "_" ] ( letter / digit ) )`
  private mutating func fieldName() throws(VarlinkInterface.SyntaxError) -> String {
    let name = word()
    let parts = name.split(separator: "_", omittingEmptySubsequences: false)
    guard name.utf8.first?.isLetter ?? false, parts.allSatisfy({ !$0.isEmpty }) else { throw error("a name") }
    return name
  }

  /// Returns the longest sequence of letters, digits and `_`.
  private mutating func word() -> String { take { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "_") } }

  private mutating func take(_ isPart: (UInt8) -> Bool) -> String {
    skipSpace()
    let start = position
    while position < bytes.count, isPart(bytes[position]) { position += 1 }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func expect(word: String) throws(VarlinkInterface.SyntaxError) {
    guard self.word() == word else { throw error("'\(word)'") }
  }

  private mutating func expect(_ character: Unicode.Scalar) throws(VarlinkInterface.SyntaxError) {
    guard take(character) else { throw error("'\(character)'") }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard peek() == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  /// Returns the next byte outside spaces and comments, or nil at the end.
  private mutating func peek() -> UInt8? {
    skipSpace()
    return position < bytes.count ? bytes[position] : nil
  }

  private var isAtEnd: Bool { mutating get { peek() == nil } }

  /// Skips spaces, line ends and comments. A comment extends from `#` to the end of the line.
  private mutating func skipSpace() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x09, 0x0A, 0x0D: position += 1
      case UInt8(ascii: "#"): position = bytes[position...].firstIndex(of: 0x0A) ?? bytes.count
      default: return
      }
    }
  }

  private func error(_ expected: String, at position: Int? = nil) -> VarlinkInterface.SyntaxError {
    let line = 1 + bytes[..<(position ?? self.position)].count { $0 == 0x0A }
    return VarlinkInterface.SyntaxError(line: line, expected: expected)
  }
}

extension UInt8 {
  fileprivate var isUpper: Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) }
  fileprivate var isLetter: Bool { isUpper || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
