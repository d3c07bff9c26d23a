/// Splits the bytes of a connection into Varlink messages. Each message is one JSON object followed by a NUL byte.
///
/// Only the length is checked. Source: https://varlink.org/Wire-Format.
public struct MessageStream: Sendable {
  /// The maximum length of a message, in bytes without its NUL. Calls are short, so a longer message is an error.
  public static let longestMessage = 1 << 20

  /// The error for a message that is longer than allowed. Bytes after it are not read.
  public struct TooLong: Error, Hashable, Sendable {}

  private var bytes: [UInt8] = []
  /// The start of the first message that was not returned yet.
  private var start = 0
  /// The position up to which NULs were searched for. Each byte is examined once, however small the pieces are.
  private var searched = 0
  /// The position of the NUL after the first message; nil if it has not arrived.
  private var end: Int?

  /// Creates a stream without bytes.
  public init() {}

  /// The number of waiting bytes, in complete messages and in the incomplete one.
  public var waitingCount: Int { bytes.count - start }

  /// Whether there are bytes but no complete message, because the sender is in the middle of one.
  public var isInsideMessage: Bool { end == nil && waitingCount > 0 }

  /// Whether `next` returns a message or throws.
  public var hasNext: Bool { end != nil || waitingCount > Self.longestMessage }

  /// Adds received bytes. Complexity: O(bytes), plus the waiting bytes if messages were returned.
  public mutating func append(_ more: some Collection<UInt8>) {
    if start > 0 {
      bytes.removeFirst(start)
      searched -= start
      end = end.map { $0 - start }
      start = 0
    }
    bytes += more
    findEnd()
  }

  /// Returns the next complete message without its NUL, or nil if more bytes are needed.
  ///
  /// - Throws: `TooLong` if the message is longer than `longestMessage`, even before its end has arrived.
  public mutating func next() throws(TooLong) -> [UInt8]? {
    guard (end ?? bytes.count) - start <= Self.longestMessage else { throw TooLong() }
    guard let end else { return nil }
    let message = Array(bytes[start..<end])
    start = end + 1
    searched = start
    self.end = nil
    findEnd()
    return message
  }

  private mutating func findEnd() {
    if end != nil { return }
    end = bytes[searched...].firstIndex(of: 0)
    searched = end ?? bytes.count
  }
}
