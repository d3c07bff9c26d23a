/// A message of D-Bus; see the D-Bus Specification, "Message Protocol".
///
///     message = byte-order kind flags version length serial fields padding body   ; the body begins at a multiple of 8
///     fields  = array of (code, variant)
struct BusMessage: Hashable, Sendable {
  enum Kind: UInt8 {
    case call = 1
    case answer, failure, signal
  }

  /// Its kind; nil for one that means nothing to us.
  var kind: Kind?
  /// Whether a call wants no answer.
  var isOneWay = false
  var serial: UInt32 = 0
  var path: String?
  var interface: String?
  var member: String?
  /// The name of the error in a failure.
  var errorName: String?
  /// The serial of the call that it answers.
  var answeredSerial: UInt32?
  var destination: String?
  /// The unique name of the connection that sends it. The bus writes it; no sender can choose it.
  var sender: String?
  /// The types of the values of the body.
  var signature = ""
  /// The values in bytes.
  var body: [UInt8] = []
  private var isBigEndian = UInt16(1).bigEndian == 1

  /// Creates a message to send.
  init(_ kind: Kind, values: [BusValue] = []) {
    self.kind = kind
    var writer = WireWriter()
    for value in values { value.write(to: &writer) }
    (signature, body) = (values.map(\.type).joined(), writer.bytes)
  }

  private enum Field: UInt8 {
    case path = 1
    case interface, member, errorName, answeredSerial, destination, sender, signature
  }

  private static let oneWayFlag: UInt8 = 1
  private static let headSize = 16
  /// Maximum size of a message and of its fields in bytes. No message to a source has more than some hundred.
  private static let sizeLimit = 64 << 10

  /// Takes the next message. Returns nil if it has not arrived as a whole.
  init?(from connection: inout SourceConnection) throws(SourceFailure) {
    guard let size = try Self.size(of: connection.available), connection.available.count >= size else { return nil }
    try self.init(parsing: try connection.take(size))
  }

  private static func size(of bytes: ArraySlice<UInt8>) throws(SourceFailure) -> Int? {
    guard bytes.count >= headSize else { return nil }
    var reader = BusReader(bytes, isBigEndian: try isBigEndian(bytes))
    _ = try reader.bytes(4)
    let body = Int(try reader.uint32())
    _ = try reader.bytes(4)
    let fields = Int(try reader.uint32())
    guard body <= sizeLimit, fields <= sizeLimit else { throw .malformed("a message of \(fields + body) bytes") }
    return headSize + (fields + 7) / 8 * 8 + body
  }

  private static func isBigEndian(_ bytes: ArraySlice<UInt8>) throws(SourceFailure) -> Bool {
    switch bytes.first {
    case UInt8(ascii: "l"): return false
    case UInt8(ascii: "B"): return true
    default: throw .malformed("a message without a byte order")
    }
  }

  /// Parses a message.
  init(parsing bytes: [UInt8]) throws(SourceFailure) {
    isBigEndian = try Self.isBigEndian(bytes[...])
    var reader = BusReader(bytes[...], isBigEndian: isBigEndian)
    _ = try reader.bytes(1)
    kind = Kind(rawValue: try reader.uint8())
    isOneWay = try reader.uint8() & Self.oneWayFlag != 0
    guard try reader.uint8() == 1 else { throw .malformed("another version of the protocol") }
    let length = Int(try reader.uint32())
    serial = try reader.uint32()
    guard serial != 0 else { throw .malformed("a message without a serial") }
    for field in try reader.values("a(yv)").first?.items ?? [] {
      guard case .number(let code)? = field.items.first, case .variant(let value)? = field.items.last else { continue }
      switch UInt8(exactly: code).flatMap(Field.init) {
      case .path: path = value.text
      case .interface: interface = value.text
      case .member: member = value.text
      case .errorName: errorName = value.text
      case .answeredSerial: if case .uint32(let number) = value { answeredSerial = number }
      case .destination: destination = value.text
      case .sender: sender = value.text
      case .signature: if case .signature(let text) = value { signature = text }
      case nil: break
      }
    }
    try reader.align(to: 8)
    body = Array(try reader.bytes(length))
  }

  /// Parses the values of the body.
  func values() throws(SourceFailure) -> [BusValue] {
    var reader = BusReader(body[...], isBigEndian: isBigEndian)
    return try reader.values(signature)
  }

  /// Returns the message in bytes, with a serial.
  func bytes(serial: UInt32) -> [UInt8] {
    let order = UInt8(ascii: isBigEndian ? "B" : "l")
    var message = WireWriter()
    message.append([order, kind?.rawValue ?? 0, isOneWay ? Self.oneWayFlag : 0, 1])
    message.uint32(UInt32(body.count))
    message.uint32(serial)
    message.busArray(alignedTo: 8) { fields in
      let texts: [(Field, BusValue?)] = [
        (.path, path.map(BusValue.path)), (.interface, interface.map(BusValue.string)),
        (.member, member.map(BusValue.string)), (.errorName, errorName.map(BusValue.string)),
        (.answeredSerial, answeredSerial.map(BusValue.uint32)), (.destination, destination.map(BusValue.string)),
        (.sender, sender.map(BusValue.string)), (.signature, signature.isEmpty ? nil : .signature(signature)),
      ]
      for case (let field, let value?) in texts {
        fields.pad(to: 8)
        fields.uint8(field.rawValue)
        BusValue.variant(value).write(to: &fields)
      }
    }
    message.pad(to: 8)
    message.append(body)
    return message.bytes
  }
}

/// A value of D-Bus.
indirect enum BusValue: Hashable, Sendable {
  case boolean(Bool)
  case uint32(UInt32)
  case uint64(UInt64)
  /// Another whole number. The bits of a number with a fraction.
  case number(Int64)
  case string(String)
  case path(String)
  /// The types of values, in 255 bytes at most.
  case signature(String)
  case variant(BusValue)
  /// An array, a structure, or an entry of a dictionary.
  case list([BusValue])

  /// The text of a string or a path.
  var text: String? {
    switch self {
    case .string(let text), .path(let text): text
    default: nil
    }
  }

  /// The truth of a boolean, also of one in a variant.
  var truth: Bool? {
    switch self {
    case .boolean(let value): value
    case .variant(let value): value.truth
    default: nil
    }
  }

  /// The values of a list; none for another value.
  var items: [BusValue] {
    if case .list(let items) = self { items } else { [] }
  }

  /// The signature of a value that we send. Lists are never sent.
  fileprivate var type: String {
    switch self {
    case .boolean: "b"
    case .uint32: "u"
    case .uint64: "t"
    case .number: "x"
    case .string: "s"
    case .path: "o"
    case .signature: "g"
    case .variant: "v"
    case .list: ""
    }
  }

  /// Appends a value that is no list.
  func write(to writer: inout WireWriter) {
    switch self {
    case .boolean(let value): BusValue.uint32(value ? 1 : 0).write(to: &writer)
    case .uint32(let value):
      writer.pad()
      writer.uint32(value)
    case .uint64(let value):
      writer.pad(to: 8)
      writer.uint64(value)
    case .number(let value): BusValue.uint64(UInt64(bitPattern: value)).write(to: &writer)
    case .string(let text), .path(let text):
      BusValue.uint32(UInt32(text.utf8.count)).write(to: &writer)
      writer.append(text.utf8)
      writer.uint8(0)
    case .signature(let text): writer.busSignature(text)
    case .variant(let value):
      writer.busSignature(value.type)
      value.write(to: &writer)
    case .list: break
    }
  }
}

extension WireWriter {
  /// Appends a signature.
  mutating func busSignature(_ text: String) {
    uint8(UInt8(text.utf8.count))
    append(text.utf8)
    uint8(0)
  }

  /// Appends an array. Its length does not include the padding before its first element.
  mutating func busArray(alignedTo alignment: Int, _ write: (inout WireWriter) -> Void) {
    pad()
    let place = bytes.count
    uint32(0)
    pad(to: alignment)
    let start = bytes.count
    write(&self)
    replace(at: place, with: UInt32(bytes.count - start))
  }
}
