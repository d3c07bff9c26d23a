/// Takes the bytes of a connection apart into Varlink messages: each is one JSON object, and a NUL byte ends it.
///
/// It judges nothing but the length. Source: https://varlink.org/Wire-Format.
public struct MessageStream: Sendable {
  /// The longest message, in bytes without its NUL: a call says a few words, and whoever sends more has gone astray.
  public static let longestMessage = 1 << 20

  /// A message was longer than allowed. What comes behind it is not read.
  public struct TooLong: Error, Hashable, Sendable {}

  private var bytes: [UInt8] = []
  /// Where the message begins that is not handed out yet.
  private var start = 0
  /// Before here there is no NUL behind `start`.
  private var searched = 0

  /// A stream without bytes.
  public init() {}

  /// How many bytes wait: those of whole messages, and of the one that has begun.
  public var waitingCount: Int { bytes.count - start }

  /// Whether there are bytes, but no whole message: the sender is in the middle of one.
  public private(set) var isInsideMessage = false

  /// Adds bytes as they came. Complexity: O(bytes), and what waits when messages were taken out.
  public mutating func append(_ more: some Collection<UInt8>) {
    if start > 0 {
      bytes.removeFirst(start)
      searched -= start
      start = 0
    }
    bytes += more
    isInsideMessage = !bytes.isEmpty && !bytes[searched...].contains(0)
  }

  /// The next whole message without its NUL; nil when more bytes are needed.
  ///
  /// - Throws: when the message is longer than `longestMessage`, also before its end has come.
  public mutating func next() throws(TooLong) -> [UInt8]? {
    guard let end = bytes[searched...].firstIndex(of: 0) else {
      searched = bytes.count
      isInsideMessage = waitingCount > 0
      guard waitingCount <= Self.longestMessage else { throw TooLong() }
      return nil
    }
    guard end - start <= Self.longestMessage else { throw TooLong() }
    defer {
      start = end + 1
      searched = start
      isInsideMessage = false
    }
    return Array(bytes[start..<end])
  }
}
