/// The head of a request: its first line, its fields, and the empty line.
struct HTTPHead {
  private let lines: [ArraySlice<UInt8>]

  /// Splits a head at its line ends.
  ///
  /// - Throws: `badRequest` if a line contains a carriage return or a line feed.
  init(_ bytes: ArraySlice<UInt8>) throws(HTTPFault) {
    var lines: [ArraySlice<UInt8>] = []
    var start = bytes.startIndex
    for index in bytes.indices where bytes[index] == 0x0D {
      guard index + 1 < bytes.endIndex, bytes[index + 1] == 0x0A else { throw .badRequest }
      lines.append(bytes[start..<index])
      start = index + 2
    }
    guard lines.allSatisfy({ !$0.contains(0x0A) }) else { throw .badRequest }
    // The last line is the empty one.
    self.lines = lines.dropLast()
  }

  /// `HTTP-message = start-line CRLF *( field-line CRLF ) CRLF`
  func request() throws(HTTPFault) -> HTTPRequest {
    guard let first = lines.first else { throw .badRequest }
    guard lines.count - 1 <= HTTPRequestReader.mostFields else { throw .headTooLarge }
    let start = try StartLine(first)
    var fields = Fields()
    for line in lines.dropFirst() { try fields.add(line) }
    guard let host = fields.host, !fields.hasBody else { throw .badRequest }
    let target = String(decoding: start.target, as: UTF8.self)
    let path = target.prefix { $0 != "?" }
    return HTTPRequest(
      method: start.method, path: String(path), query: String(target.dropFirst(path.count + 1)), host: host,
      keepsAlive: start.isOfVersion1_1 ? !fields.options.contains("close") : fields.options.contains("keep-alive"))
  }

  /// `tchar`: a byte of a method or of the name of a field (RFC 9110, section 5.6.2)
  static func isToken(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }
}

/// `request-line = method SP request-target SP HTTP-version`
private struct StartLine {
  let method: HTTPRequest.Method
  let target: ArraySlice<UInt8>
  let isOfVersion1_1: Bool

  init(_ line: ArraySlice<UInt8>) throws(HTTPFault) {
    let parts = line.split(separator: 0x20, omittingEmptySubsequences: false)
    guard parts.count == 3, !parts[0].isEmpty, parts[0].allSatisfy(HTTPHead.isToken) else { throw .badRequest }
    switch String(decoding: parts[2], as: UTF8.self) {
    case "HTTP/1.1": isOfVersion1_1 = true
    case "HTTP/1.0": isOfVersion1_1 = false
    case let version where Self.isVersion(version): throw .versionNotSupported
    default: throw .badRequest
    }
    guard let method = HTTPRequest.Method(rawValue: String(decoding: parts[0], as: UTF8.self)) else {
      throw .methodNotAllowed
    }
    target = parts[1]
    guard target.count <= HTTPRequestReader.longestTarget else { throw .targetTooLong }
    let isVisible = target.allSatisfy { 0x21...0x7E ~= $0 }
    guard target.first == UInt8(ascii: "/"), isVisible else { throw .badRequest }
    self.method = method
  }

  /// `HTTP-version = "HTTP/" DIGIT "." DIGIT`
  private static func isVersion(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }
    return bytes.count == 8 && text.hasPrefix("HTTP/") && isDigit(bytes[5]) && bytes[6] == 0x2E && isDigit(bytes[7])
  }
}

/// The fields of a request that matter to the server.
private struct Fields {
  /// The value of the only `Host`.
  var host: String?
  /// The options in `Connection`, in lower case.
  var options: Set<String> = []
  /// Whether a body follows the head.
  var hasBody = false

  /// `field-line = field-name ":" OWS field-value OWS`
  mutating func add(_ line: ArraySlice<UInt8>) throws(HTTPFault) {
    let name = line.prefix { $0 != UInt8(ascii: ":") }
    guard !name.isEmpty, name.count < line.count, name.allSatisfy(HTTPHead.isToken) else { throw .badRequest }
    let bytes = line.dropFirst(name.count + 1)
    guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else { throw .badRequest }
    let value = Self.trimmed(bytes)
    switch String(decoding: name, as: UTF8.self).lowercased() {
    case "host":
      guard host == nil else { throw .badRequest }
      host = value
    case "connection":
      options.formUnion(value.lowercased().split(separator: ",").map { Self.trimmed(ArraySlice($0.utf8)) })
    case "content-length": hasBody = hasBody || value != "0"
    case "transfer-encoding": hasBody = true
    default: break
    }
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> String {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    var value = bytes.drop(while: isSpace)
    while let last = value.last, isSpace(last) { value.removeLast() }
    return String(decoding: value, as: UTF8.self)
  }
}
