import SchedulerPlatform

/// A display of X11 on this machine, as `DISPLAY` names it.
///
///     display = [ "unix" ] ":" number [ "." screen ]
struct X11Display: Hashable, Sendable {
  /// The number of the display.
  let number: Int
  /// The number of the screen.
  let screen: Int

  /// Parses a name. Returns nil for a display of another machine, or no name.
  init?(_ text: String) {
    guard let colon = text.firstIndex(of: ":"), ["", "unix"].contains(text[..<colon]) else { return nil }
    let parts = text[text.index(after: colon)...].split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in part.allSatisfy { $0.isASCII && $0.isNumber } ? Int(part) : nil }
    guard numbers.count == parts.count, (1...2).contains(numbers.count), numbers.allSatisfy({ 0...65535 ~= $0 }) else {
      return nil
    }
    number = numbers[0]
    screen = numbers.count > 1 ? numbers[1] : 0
  }

  /// The path of its socket.
  var path: String { "/tmp/.X11-unix/X\(number)" }
}

/// The cookie that a display asks for.
enum X11Authority {
  static let method = "MIT-MAGIC-COOKIE-1"

  /// Maximum size of an authority file in bytes.
  private static let sizeLimit = 1 << 20

  /// Returns the cookie for a display from the file that the environment names, or else `~/.Xauthority`; nil if there is
  /// none.
  static func cookie(for display: X11Display, in environment: ProcessEnvironment) -> [UInt8]? {
    guard let path = environment["XAUTHORITY"] ?? environment["HOME"].map({ $0 + "/.Xauthority" }),
      let bytes = FileReader(onlyRegularFiles: true).readIfPossible(path, limit: sizeLimit)
    else { return nil }
    return cookie(for: display, host: HostName.current() ?? "", in: bytes)
  }

  /// Finds the cookie in an authority file; see Xau(3).
  ///
  ///     entry = family address number name data      ; 16 bits, and four strings with lengths of 16 bits, big endian
  ///
  /// An entry counts if its family is local with the name of this host, or wild, and its number that of the display or
  /// empty. The rest of a damaged file is ignored.
  static func cookie(for display: X11Display, host: String, in bytes: [UInt8]) -> [UInt8]? {
    let (local, wild): (UInt16, UInt16) = (256, 65535)
    var reader = WireReader(bytes[...])
    do throws(SourceFailure) {
      while !reader.isAtEnd {
        let family = try reader.bigEndian16()
        let address = try reader.counted()
        let number = try reader.counted()
        let name = try reader.counted()
        let data = try reader.counted()
        let isHere = family == wild || family == local && address.elementsEqual(host.utf8)
        let isDisplay = number.isEmpty || number.elementsEqual("\(display.number)".utf8)
        if isHere, isDisplay, name.elementsEqual(method.utf8) { return Array(data) }
      }
    } catch {}
    return nil
  }
}

extension WireReader {
  fileprivate mutating func bigEndian16() throws(SourceFailure) -> UInt16 {
    try bytes(2).reduce(0) { $0 << 8 | UInt16($1) }
  }

  fileprivate mutating func counted() throws(SourceFailure) -> ArraySlice<UInt8> { try bytes(Int(bigEndian16())) }
}

/// The answer to the first message of a connection with an X server; see "Connection Setup" of the X11 protocol.
struct X11Setup: Hashable, Sendable {
  /// The lowest identifier that the client may give to a resource.
  let firstResource: UInt32
  /// The root window of the screen.
  let root: UInt32

  /// Maximum size of the answer in bytes: some kilobytes for each screen.
  static let sizeLimit = 256 << 10

  /// The first message.
  static func request(cookie: [UInt8]?) -> [UInt8] {
    let name = cookie == nil ? [] : Array(X11Authority.method.utf8)
    let order = UInt16(1).littleEndian == 1 ? UInt8(ascii: "l") : UInt8(ascii: "B")
    var request = WireWriter()
    request.uint8(order)
    request.uint8(0)
    for number in [11, 0, UInt16(name.count), UInt16(clamping: cookie?.count ?? 0), 0] { request.uint16(number) }
    request.append(name)
    request.pad()
    request.append(cookie ?? [])
    request.pad()
    return request.bytes
  }

  /// Returns the size of the answer as soon as its first eight bytes are known.
  static func size(of bytes: ArraySlice<UInt8>) throws(SourceFailure) -> Int? {
    guard bytes.count >= 8 else { return nil }
    var reader = WireReader(bytes)
    try reader.skip(6)
    let size = 8 + 4 * Int(try reader.uint16())
    guard size <= sizeLimit else { throw .malformed("a setup of \(size) bytes") }
    return size
  }

  /// Parses the answer.
  init(parsing bytes: [UInt8], screen: Int) throws(SourceFailure) {
    var reader = WireReader(bytes[...])
    let result = try reader.uint8()
    let reasonLength = Int(try reader.uint8())
    try reader.skip(6)
    guard result == 1 else {
      let reason = String(decoding: try reader.bytes(result == 0 ? reasonLength : 0), as: UTF8.self)
      let line = reason.split(whereSeparator: \.isNewline).first.map(String.init)
      throw .refused(line ?? "it asks for an authorization that is not known here")
    }
    try reader.skip(4)
    firstResource = try reader.uint32()
    try reader.skip(8)
    let vendorLength = Int(try reader.uint16())
    try reader.skip(2)
    let screenCount = Int(try reader.uint8())
    let formatCount = Int(try reader.uint8())
    try reader.skip(10 + (vendorLength + 3) / 4 * 4 + 8 * formatCount)
    guard screen < screenCount else { throw .unsupported("it has no screen \(screen)") }
    for _ in 0..<screen { try Self.skipScreen(&reader) }
    root = try reader.uint32()
  }

  private static func skipScreen(_ reader: inout WireReader) throws(SourceFailure) {
    try reader.skip(39)
    for _ in 0..<(try reader.uint8()) {
      try reader.skip(2)
      let visualCount = Int(try reader.uint16())
      try reader.skip(4 + 24 * visualCount)
    }
  }
}
