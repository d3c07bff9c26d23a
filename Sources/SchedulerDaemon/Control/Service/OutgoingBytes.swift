/// The bytes to send on a connection that the client has not taken yet.
public struct OutgoingBytes: Sendable {
  /// The number of waiting bytes at which the connection accepts no further calls. A client that does not read delays
  /// only itself.
  public static let enough = 256 << 10

  private var bytes: [UInt8] = []
  private var start = 0

  /// The number of waiting bytes.
  public var count: Int { bytes.count - start }

  /// Whether no bytes wait.
  public var isEmpty: Bool { count == 0 }

  /// Whether no more bytes should be added.
  var isFull: Bool { count >= Self.enough }

  /// The waiting bytes, in order.
  public var waiting: ArraySlice<UInt8> { bytes[start...] }

  mutating func append(_ more: [UInt8]) { bytes += more }

  /// Removes the first `count` waiting bytes.
  mutating func remove(_ count: Int) {
    start = min(bytes.count, start + max(0, count))
    // The rest is moved when it is smaller than the part taken, so that on average each byte is moved at most once.
    guard start * 2 >= bytes.count else { return }
    bytes.removeFirst(start)
    start = 0
  }
}
