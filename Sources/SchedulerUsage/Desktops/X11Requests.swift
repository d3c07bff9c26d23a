/// Requests of X11 and of its extension SYNC, as one message each.
///
///     request = opcode minor length *argument      ; the length is that of the whole request in units of four bytes
enum X11Request {
  /// The predefined atoms.
  enum Atom {
    static let any: UInt32 = 0
    static let windowClass: UInt32 = 67
  }

  static func internAtom(_ name: String) -> [UInt8] {
    request(16) { request in
      request.uint16(UInt16(name.utf8.count))
      request.uint16(0)
      request.append(name.utf8)
    }
  }

  /// Asks to report changes of the properties of a window.
  static func selectPropertyChanges(of window: UInt32) -> [UInt8] {
    let (eventMask, propertyChange): (UInt32, UInt32) = (1 << 11, 1 << 22)
    return request(2) { request in for value in [window, eventMask, propertyChange] { request.uint32(value) } }
  }

  /// Asks for the first bytes of a property.
  static func property(_ property: UInt32, of window: UInt32) -> [UInt8] {
    let lengthLimit: UInt32 = 256
    return request(20) { request in
      for value in [window, property, Atom.any, 0, lengthLimit] { request.uint32(value) }
    }
  }

  static func queryExtension(_ name: String) -> [UInt8] {
    request(98) { request in
      request.uint16(UInt16(name.utf8.count))
      request.uint16(0)
      request.append(name.utf8)
    }
  }

  static func syncVersion(opcode: UInt8) -> [UInt8] {
    request(opcode, minor: 0) { request in
      request.uint8(3)
      request.uint8(1)
      request.uint16(0)
    }
  }

  static func listCounters(opcode: UInt8) -> [UInt8] { request(opcode, minor: 1) { _ in } }

  static func queryCounter(_ counter: UInt32, opcode: UInt8) -> [UInt8] {
    request(opcode, minor: 5) { $0.uint32(counter) }
  }

  /// Asks for an event each time a counter rises to a value, or falls to it.
  static func createAlarm(
    _ alarm: UInt32, on counter: UInt32, at value: Int64, rises: Bool, opcode: UInt8
  ) -> [UInt8] {
    // Counter, kind of value, value, test and distance of repetitions, which is 0: the test is of a transition.
    let mask: UInt32 = 0x1F
    return request(opcode, minor: 8) { request in
      for value in [alarm, mask, counter, 0] { request.uint32(value) }
      request.uint32(UInt32(truncatingIfNeeded: value >> 32))
      request.uint32(UInt32(truncatingIfNeeded: value))
      for value in [rises ? 0 : 1, 0, 0] as [UInt32] { request.uint32(value) }
    }
  }

  private static func request(
    _ opcode: UInt8, minor: UInt8 = 0, arguments write: (inout WireWriter) -> Void
  ) -> [UInt8] {
    var arguments = WireWriter()
    write(&arguments)
    arguments.pad()
    var request = WireWriter()
    request.uint8(opcode)
    request.uint8(minor)
    request.uint16(UInt16(1 + arguments.bytes.count / 4))
    return request.bytes + arguments.bytes
  }
}

/// What an X server sends after the setup: an answer, an error or an event.
struct X11Message {
  /// 0 for an error, 1 for an answer, else the number of an event.
  let kind: UInt8
  /// The byte after it: the number of an error.
  let detail: UInt8
  /// The lower half of the number of the request that it follows.
  let sequence: UInt16
  /// What comes after these.
  private let rest: ArraySlice<UInt8>

  /// Maximum size of an answer in bytes. The largest is the list of counters.
  private static let sizeLimit = 64 << 10

  /// Returns the size of the message as soon as its first 32 bytes are known.
  static func size(of bytes: ArraySlice<UInt8>) throws(SourceFailure) -> Int? {
    guard bytes.count >= 32 else { return nil }
    var reader = WireReader(bytes)
    let kind = try reader.uint8() & 0x7F
    try reader.skip(3)
    let (answer, genericEvent): (UInt8, UInt8) = (1, 35)
    let length = kind == answer || kind == genericEvent ? Int(try reader.uint32()) : 0
    guard length <= sizeLimit / 4 else { throw .malformed("a message of \(length) words") }
    return 32 + 4 * length
  }

  /// Parses a message.
  init(parsing bytes: [UInt8]) throws(SourceFailure) {
    var reader = WireReader(bytes[...])
    // The highest bit marks an event that another client has sent.
    kind = try reader.uint8()
    detail = try reader.uint8()
    sequence = try reader.uint16()
    rest = try reader.bytes(bytes.count - 4)
  }

  /// Reads the fields after the first four bytes.
  var fields: WireReader { WireReader(rest) }

  /// Reads the fields of an answer after its length.
  func answer() throws(SourceFailure) -> WireReader {
    var reader = fields
    try reader.skip(4)
    return reader
  }

  /// The value of a property in an answer to GetProperty; empty if the window does not have it.
  func property() throws(SourceFailure) -> ArraySlice<UInt8> {
    var reader = try answer()
    try reader.skip(8)
    let count = Int(try reader.uint32())
    try reader.skip(12)
    guard [0, 8, 16, 32].contains(detail) else { throw .malformed("a property of \(detail) bits") }
    return try reader.bytes(min(count, Self.sizeLimit) * Int(detail) / 8)
  }

  /// Whether a window has the property that an answer to GetProperty is about.
  var isPropertySet: Bool {
    get throws(SourceFailure) {
      var reader = try answer()
      return try reader.uint32() != 0
    }
  }

  /// A property that is a list of numbers; empty if the window does not have it.
  func numbers() throws(SourceFailure) -> [UInt32] {
    let bytes = try property()
    guard detail == 32 else { return [] }
    var reader = WireReader(bytes)
    var numbers: [UInt32] = []
    for _ in 0..<bytes.count / 4 { numbers.append(try reader.uint32()) }
    return numbers
  }

  /// A property that is one number; nil if the window does not have it.
  func number() throws(SourceFailure) -> UInt32? {
    let bytes = try property()
    guard detail == 32, bytes.count >= 4 else { return nil }
    var reader = WireReader(bytes)
    return try reader.uint32()
  }

  /// The counters that an answer to ListSystemCounters names.
  func counters() throws(SourceFailure) -> [String: UInt32] {
    var reader = try answer()
    let count = try reader.uint32()
    try reader.skip(20)
    var counters: [String: UInt32] = [:]
    for _ in 0..<min(count, 1024) {
      let counter = try reader.uint32()
      try reader.skip(8)
      let length = Int(try reader.uint16())
      let name = String(decoding: try reader.bytes(length), as: UTF8.self)
      try reader.skip((4 - (14 + length) % 4) % 4)
      counters[name] = counter
    }
    return counters
  }
}
