import Glibc

/// Writes bytes to a file descriptor in large pieces.
///
/// Bytes are buffered until there are enough of them or `flush` is called. Nothing is flushed automatically at the end,
/// because an error could not be reported then. The type is not copyable, so that no byte is written twice.
public struct ByteOutput: ~Copyable, Sendable {
  /// Size of the buffer in bytes. One write system call costs about as much as formatting this many bytes.
  public static let capacity = 65_536

  private let descriptor: Int32
  private var buffer: [UInt8] = []

  /// Creates an output to an open descriptor, such as 1 for standard output or 2 for standard error. It is not closed.
  public init(descriptor: Int32) { self.descriptor = descriptor }

  /// Writes a text as UTF-8.
  ///
  /// - Throws: see `flush`.
  public mutating func write(_ text: String) throws(SystemError) {
    buffer += text.utf8
    try flushIfLarge()
  }

  /// Writes bytes.
  ///
  /// - Throws: see `flush`.
  public mutating func write(_ bytes: [UInt8]) throws(SystemError) {
    buffer += bytes
    try flushIfLarge()
  }

  /// Writes the bytes that `append` appends, which are not copied. It leaves the others as they are.
  ///
  /// - Throws: see `flush`.
  public mutating func write(appending append: (inout [UInt8]) -> Void) throws(SystemError) {
    append(&buffer)
    try flushIfLarge()
  }

  /// Writes all buffered bytes, waiting if the descriptor is non-blocking.
  ///
  /// - Throws: `SystemError`. The buffered bytes are then discarded, so that a later call does not write parts of them.
  public mutating func flush() throws(SystemError) {
    defer { buffer.removeAll(keepingCapacity: true) }
    var start = 0
    while start < buffer.count {
      start += try Self.write(buffer[start...], to: descriptor)
    }
  }

  private mutating func flushIfLarge() throws(SystemError) {
    if buffer.count >= Self.capacity { try flush() }
  }

  /// Writes some of the bytes and returns their number. If there is no room, waits and returns 0.
  private static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) throws(SystemError) -> Int {
    let count = try bytes.withUnsafeBufferPointer { (memory) throws(SystemError) in
      try SystemError.check(unless: EAGAIN) { Glibc.write(descriptor, memory.baseAddress, memory.count) }
    }
    if let count { return count }
    var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    _ = try SystemError.check { poll(&wait, 1, -1) }
    return 0
  }
}
