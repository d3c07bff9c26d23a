import Glibc

/// Writes bytes to a file descriptor in large pieces.
///
/// Bytes are buffered until there are enough of them or `flush` is called. Nothing is flushed automatically at the end,
/// because an error could not be reported then. The type is not copyable, so that no byte is written twice.
public struct ByteOutput: ~Copyable, Sendable {
  /// Size of the buffer in bytes. One write system call costs about as much as formatting this many bytes.
  public static let capacity = 65_536

  /// The maximum time that `flush` waits for room, in milliseconds; negative for as long as the reader takes. What finds
  /// no room by then stays in the buffer, for the next call.
  public var patience: Int32 = -1
  /// The number of bytes that are not written yet.
  public var waitingCount: Int { buffer.count }

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

  /// Writes all buffered bytes, waiting for room as long as `patience` says.
  ///
  /// - Throws: `SystemError`. The buffered bytes are then discarded, so that a later call does not write parts of them.
  public mutating func flush() throws(SystemError) {
    guard patience < 0 else { return try flushPatiently() }
    defer { buffer.removeAll(keepingCapacity: true) }
    var start = 0
    while start < buffer.count {
      start += try Self.write(buffer[start...], to: descriptor)
    }
  }

  /// Writes pieces for which there is room even if the descriptor is a blocking one, until none is left or the time is
  /// over.
  private mutating func flushPatiently() throws(SystemError) {
    // A pipe that is ready has room for this many bytes (pipe(7)), a terminal perhaps for one only.
    let size = isatty(descriptor) == 1 ? 1 : Int(PIPE_BUF)
    let deadline = SystemClocks.boot() + Int64(patience) * 1_000_000
    var start = 0
    do throws(SystemError) {
      while start < buffer.count {
        let left = max(0, deadline - SystemClocks.boot() + 999_999) / 1_000_000
        guard try Self.isReady(descriptor, milliseconds: Int32(clamping: left)) else { break }
        start += try Self.write(buffer[start..<min(start + size, buffer.count)], to: descriptor)
      }
    } catch {
      buffer.removeAll(keepingCapacity: true)
      throw error
    }
    buffer.removeFirst(start)
  }

  private static func isReady(_ descriptor: Int32, milliseconds: Int32) throws(SystemError) -> Bool {
    var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return try SystemError.check { poll(&wait, 1, milliseconds) } > 0
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
    _ = try isReady(descriptor, milliseconds: -1)
    return 0
  }
}
