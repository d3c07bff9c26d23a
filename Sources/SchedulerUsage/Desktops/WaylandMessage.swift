/// An event of Wayland; see the Wayland documentation, chapter 4.
///
///     message = object size-and-opcode *argument   ; 32-bit words in the machine's byte order; the size is in the upper
///                                                  ; half, in bytes, and includes these two words
///     string  = length *byte NUL padding           ; the length includes the null byte
///     array   = length *byte padding
struct WaylandMessage {
  /// The object that sends it.
  let object: UInt32
  /// The number of the event among those of the object.
  let opcode: UInt16
  /// The fields after these.
  var arguments: WireReader

  /// Takes the next message. Returns nil if it has not arrived as a whole.
  init?(from connection: inout SourceConnection) throws(SourceFailure) {
    guard connection.available.count >= 8 else { return nil }
    var reader = WireReader(connection.available)
    object = try reader.uint32()
    let word = try reader.uint32()
    let size = Int(word >> 16)
    guard size >= 8, size % 4 == 0 else { throw .malformed("a message of \(size) bytes") }
    guard connection.available.count >= size else { return nil }
    opcode = UInt16(word & 0xFFFF)
    arguments = WireReader(try connection.take(size).dropFirst(8))
  }

  /// The failure that no event of that number exists.
  var isUnknown: SourceFailure { .malformed("the unknown event \(opcode) of object \(object)") }

  /// Handles an event of the display, which is object 1: an error, or the number of a deleted object.
  mutating func handleDisplay() throws(SourceFailure) {
    switch opcode {
    case 0:
      try arguments.skip(4)
      let code = try arguments.uint32()
      throw .malformed("error \(code): \(try arguments.waylandString())")
    case 1: _ = try arguments.uint32()
    default: throw isUnknown
    }
  }
}

/// The objects that every source has, with numbers of our choice.
enum WaylandObject {
  static let display: UInt32 = 1
  static let registry: UInt32 = 2
  static let globalsDone: UInt32 = 3
}

/// Requests of Wayland, one after the other.
struct WaylandRequests {
  private(set) var bytes: [UInt8] = []

  /// The requests for the globals of the compositor, after which `globalsDone` has an event.
  static var globals: WaylandRequests {
    var requests = WaylandRequests()
    requests.add(WaylandObject.display, opcode: 1) { $0.uint32(WaylandObject.registry) }
    requests.sync(WaylandObject.globalsDone)
    return requests
  }

  /// Appends the request for an event of an object once all requests before it are handled.
  mutating func sync(_ object: UInt32) { add(WaylandObject.display, opcode: 0) { $0.uint32(object) } }

  /// Appends a request.
  mutating func add(_ object: UInt32, opcode: UInt16, arguments write: (inout WireWriter) -> Void) {
    var arguments = WireWriter()
    write(&arguments)
    var header = WireWriter()
    header.uint32(object)
    header.uint32(UInt32(8 + arguments.bytes.count) << 16 | UInt32(opcode))
    bytes += header.bytes + arguments.bytes
  }

  /// Appends the request to the registry for version 1 of a global.
  mutating func bind(_ name: UInt32, interface: String, as object: UInt32) {
    add(WaylandObject.registry, opcode: 0) { arguments in
      arguments.uint32(name)
      arguments.waylandString(interface)
      arguments.uint32(1)
      arguments.uint32(object)
    }
  }
}

extension WireWriter {
  /// Appends a string of Wayland.
  mutating func waylandString(_ text: String) {
    uint32(UInt32(text.utf8.count) + 1)
    append(text.utf8)
    uint8(0)
    pad()
  }
}

extension WireReader {
  /// Reads a string of Wayland.
  mutating func waylandString() throws(SourceFailure) -> String {
    let length = Int(try uint32())
    guard length > 0 else { throw .malformed("a string without its end") }
    let bytes = try bytes(length)
    try skip((4 - length % 4) % 4)
    guard bytes.last == 0 else { throw .malformed("a string without its end") }
    return String(decoding: bytes.dropLast(), as: UTF8.self)
  }
}
