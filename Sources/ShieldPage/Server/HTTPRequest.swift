/// A request of HTTP/1.1 or 1.0 without a body; see RFC 9112.
public struct HTTPRequest: Hashable, Sendable {
  /// The methods that are answered.
  public enum Method: String, Sendable {
    /// Asks for the head and the body of an answer.
    case get = "GET"
    /// Asks for the head alone.
    case head = "HEAD"
  }

  /// The method.
  public let method: Method
  /// The path, which begins with a slash, as it was sent.
  public let path: String
  /// The text after the first question mark of the target, as it was sent; empty if there is none.
  public let query: String
  /// The value of `Host`, as it was sent.
  public let host: String
  /// Whether the client may send another request on the connection.
  public let keepsAlive: Bool
}

/// Why a request is refused. The connection is closed after the answer, because it is not known where the next request
/// begins.
public enum HTTPFault: Int, Error, CaseIterable, Sendable {
  /// The bytes are no request that this server understands.
  case badRequest = 400
  /// The method is not GET or HEAD.
  case methodNotAllowed = 405
  /// The client did not send a whole request in time.
  case timedOut = 408
  /// The target is longer than `HTTPRequestReader.longestTarget`.
  case targetTooLong = 414
  /// The fields are longer than `HTTPRequestReader.longestHead`, or there are more than `mostFields`.
  case headTooLarge = 431
  /// The version is not 1.0 or 1.1.
  case versionNotSupported = 505
}

/// Reads requests from the bytes of a connection as they arrive.
///
/// It accepts less than RFC 9112 allows, because its clients are browsers: no bodies, no folded fields, no lines that end
/// in a line feed alone, and no targets other than paths.
public struct HTTPRequestReader: Sendable {
  /// The longest target, in bytes.
  public static let longestTarget = 2_048
  /// The longest head of a request, with its first line, in bytes.
  public static let longestHead = 8_192
  /// The most fields of a request. Browsers send about fifteen.
  public static let mostFields = 64

  /// The bytes that are not read yet.
  private var bytes: [UInt8] = []

  /// Creates a reader without bytes.
  public init() {}

  /// Whether no part of a request has arrived.
  public var isEmpty: Bool { bytes.isEmpty }

  /// Adds bytes that have arrived.
  public mutating func append(_ more: [UInt8]) { bytes += more }

  /// Returns the next request; nil if more bytes are needed.
  ///
  /// Complexity: O(bytes).
  ///
  /// - Throws: why the request is refused. The reader may not be used then.
  public mutating func next() throws(HTTPFault) -> HTTPRequest? {
    // An empty line before a request is left out (RFC 9112, section 2.2).
    if bytes.starts(with: [0x0D, 0x0A]) { bytes.removeFirst(2) }
    guard let end = endOfHead else {
      try checkBeginning()
      return nil
    }
    guard end <= Self.longestHead else { throw longFault }
    let head = bytes[..<end]
    bytes.removeFirst(end)
    return try HTTPHead(head).request()
  }

  /// The number of bytes up to and with the empty line; nil if it has not arrived.
  private var endOfHead: Int? {
    guard bytes.count >= 4 else { return nil }
    for start in 0...(bytes.count - 4) where bytes[start] == 0x0D {
      if bytes[start + 1] == 0x0A, bytes[start + 2] == 0x0D, bytes[start + 3] == 0x0A { return start + 4 }
    }
    return nil
  }

  /// Refuses a beginning to which no further bytes would make a request, so that no client waits for an answer.
  private func checkBeginning() throws(HTTPFault) {
    if bytes.count > Self.longestHead { throw longFault }
    let line = bytes.prefix { $0 != 0x0D }
    if let first = bytes.first, !HTTPHead.isToken(first) { throw .badRequest }
    if line.contains(where: { $0 < 0x20 || $0 == 0x7F }) { throw .badRequest }
    if line.count == bytes.count, targetLength(in: line) > Self.longestTarget { throw .targetTooLong }
  }

  /// Which part of a head is too long.
  private var longFault: HTTPFault {
    targetLength(in: bytes.prefix { $0 != 0x0D }) > Self.longestTarget ? .targetTooLong : .headTooLarge
  }

  private func targetLength(in line: ArraySlice<UInt8>) -> Int {
    line.drop { $0 != 0x20 }.dropFirst().prefix { $0 != 0x20 }.count
  }
}
