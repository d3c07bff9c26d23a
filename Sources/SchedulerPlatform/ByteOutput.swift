import Glibc

/// Why output could not be written.
public enum OutputError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reader has gone (EPIPE), as `head` does when it has seen enough: usually no failure.
  case closed
  /// The device or the user's quota is full (ENOSPC, EDQUOT).
  case full
  /// Anything else that the system reports.
  case system(SystemError)

  init(_ error: SystemError) {
    self =
      switch error.code {
      case EPIPE: .closed
      case ENOSPC, EDQUOT: .full
      default: .system(error)
      }
  }

  /// The reason in words, such as `no space left`.
  public var description: String {
    switch self {
    case .closed: "the reader has closed the pipe"
    case .full: "no space left"
    case .system(let error): error.description
    }
  }
}

/// Writes bytes to a file descriptor in large pieces.
///
/// What is written is held back until there is enough of it or `flush` is called; nothing is flushed by itself at the
/// end, because an error then could not be told. Not copyable, so that no byte is written twice.
public struct ByteOutput: ~Copyable, Sendable {
  /// How much is held back: one write system call costs about as much as formatting this many bytes.
  public static let capacity = 65_536

  private let descriptor: Int32
  private var buffer: [UInt8] = []

  /// An output to an open descriptor, such as 1 for standard output or 2 for standard error. It is not closed.
  public init(descriptor: Int32) { self.descriptor = descriptor }

  /// Writes a text as UTF-8.
  ///
  /// - Throws: see `flush`.
  public mutating func write(_ text: String) throws(OutputError) {
    buffer += text.utf8
    try flushIfLarge()
  }

  /// Writes bytes.
  ///
  /// - Throws: see `flush`.
  public mutating func write(_ bytes: [UInt8]) throws(OutputError) {
    buffer += bytes
    try flushIfLarge()
  }

  /// Hands everything held back to the system, waiting where the descriptor does not block.
  ///
  /// - Throws: `OutputError`; what was held back is then given up, so that a later call does not write parts of it.
  public mutating func flush() throws(OutputError) {
    defer { buffer.removeAll(keepingCapacity: true) }
    var start = 0
    while start < buffer.count {
      do throws(SystemError) {
        start += try Self.write(buffer[start...], to: descriptor)
      } catch {
        throw OutputError(error)
      }
    }
  }

  private mutating func flushIfLarge() throws(OutputError) {
    if buffer.count >= Self.capacity { try flush() }
  }

  /// Writes some of the bytes and says how many; waits and says 0 when there is no room for any.
  private static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) throws(SystemError) -> Int {
    do throws(SystemError) {
      return try bytes.withUnsafeBufferPointer { (memory) throws(SystemError) in
        try SystemError.check { Glibc.write(descriptor, memory.baseAddress, memory.count) }
      }
    } catch {
      guard error.code == EAGAIN else { throw error }
      var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      _ = try SystemError.check { poll(&wait, 1, -1) }
      return 0
    }
  }
}
