/// What is to be sent on a connection and has not been taken yet.
public struct OutgoingBytes: Sendable {
  /// With so many bytes waiting, nothing more is asked for by this connection: a client that does not read holds up itself.
  public static let enough = 256 << 10

  private var bytes: [UInt8] = []
  private var start = 0

  /// How many bytes wait.
  public var count: Int { bytes.count - start }

  /// Whether none wait.
  public var isEmpty: Bool { count == 0 }

  /// Whether so many wait that nothing should be added.
  var isFull: Bool { count >= Self.enough }

  /// The bytes that wait, the next one first.
  public var waiting: ArraySlice<UInt8> { bytes[start...] }

  mutating func append(_ more: [UInt8]) { bytes += more }

  /// So many of them were taken.
  mutating func remove(_ count: Int) {
    start = min(bytes.count, start + max(0, count))
    // What is left is moved when it is less than what was taken, so that each byte is moved once on the whole.
    guard start * 2 >= bytes.count else { return }
    bytes.removeFirst(start)
    start = 0
  }
}
