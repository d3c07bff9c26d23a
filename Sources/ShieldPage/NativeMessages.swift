import SchedulerJSON

/// Messages between a browser and its native host: JSON with its length before it, in four bytes in the order of the
/// machine.
public struct NativeMessages: Sendable {
  /// Why the bytes of a browser are no messages.
  public enum Fault: Error, Hashable, Sendable {
    /// A message is longer than `longestReceived`.
    case tooLong(Int)
    /// A message is no JSON object.
    case malformed
  }

  /// The longest message that is accepted, in bytes. The extension sends a domain and a few words.
  public static let longestReceived = 65_536
  /// The longest message that is sent in one piece, in bytes. Browsers accept 1 MiB.
  public static let longestSent = 900_000
  /// The text in a piece of a longer message, in bytes. As JSON in JSON it may be six times as long.
  static let pieceLength = 140_000

  private var bytes: [UInt8] = []

  /// Creates a stream without bytes.
  public init() {}

  /// Adds bytes that have arrived.
  public mutating func append(_ more: [UInt8]) { bytes += more }

  /// Returns the next message; nil if more bytes are needed.
  ///
  /// - Throws: why the stream cannot be read any further.
  public mutating func next() throws(Fault) -> JSONObject? {
    guard bytes.count >= 4 else { return nil }
    let length = bytes.prefix(4).enumerated().reduce(0) { $0 | Int($1.element) << (8 * Self.place($1.offset)) }
    guard length <= Self.longestReceived else { throw .tooLong(length) }
    guard bytes.count >= 4 + length else { return nil }
    let text = Array(bytes[4..<4 + length])
    bytes.removeFirst(4 + length)
    var object: JSONObject?
    do throws(JSONError) { object = try JSONValue(parsing: text, maximumDepth: 8).objectValue } catch {}
    guard let object else { throw .malformed }
    return object
  }

  /// Returns the bytes of a message. A long one becomes several messages of the type `part`, which the extension joins.
  public static func bytes(of message: JSONObject) -> [UInt8] {
    var json = JSONWriter()
    json.value(message)
    guard json.bytes.count > longestSent else { return framed(json.bytes) }
    let pieces = pieces(of: json.bytes)
    return pieces.enumerated().flatMap { index, piece in
      var json = JSONWriter()
      json.object { json in
        json.member("type", value: "part")
        json.member("index", value: index)
        json.member("count", value: pieces.count)
        json.member("text", value: String(decoding: piece, as: UTF8.self))
      }
      return framed(json.bytes)
    }
  }

  /// Cuts a text at the beginnings of characters.
  private static func pieces(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var pieces: [ArraySlice<UInt8>] = []
    var start = 0
    while start < bytes.count {
      var end = min(start + pieceLength, bytes.count)
      while end < bytes.count, bytes[end] & 0b1100_0000 == 0b1000_0000 { end -= 1 }
      pieces.append(bytes[start..<end])
      start = end
    }
    return pieces
  }

  private static func framed(_ bytes: [UInt8]) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: bytes.count >> (8 * place($0))) } + bytes
  }

  /// The place of a byte of a length, counted from the lowest one.
  private static func place(_ offset: Int) -> Int { UInt32(1).littleEndian == 1 ? offset : 3 - offset }
}
