import CTesting
import Glibc

/// What went wrong while a process was prepared.
public struct PreparationError: Error, CustomStringConvertible {
  /// The call and its error number.
  public let description: String

  init(_ call: String) { description = "\(call): error \(errno)" }
}

/// The two ends of a pipe or terminal, which children get only where they are handed over.
struct Ends {
  var own: Int32
  var child: Int32

  /// A pipe that the child writes.
  static func readingPipe() throws -> Ends {
    var ends: [Int32] = [0, 0]
    guard ctesting_pipe(&ends) == 0 else { throw PreparationError("pipe2") }
    return Ends(own: ends[0], child: ends[1])
  }

  /// A pipe that the child reads; our end does not block.
  static func writingPipe() throws -> Ends {
    let pipe = try readingPipe()
    guard fcntl(pipe.child, F_SETFL, O_NONBLOCK) == 0 else { throw PreparationError("fcntl") }
    return Ends(own: pipe.child, child: pipe.own)
  }

  /// A terminal of a width.
  static func terminal(columns: UInt16) throws -> Ends {
    var ends: [Int32] = [0, 0]
    guard ctesting_terminal(&ends, columns) == 0 else { throw PreparationError("openpty") }
    return Ends(own: ends[0], child: ends[1])
  }
}

/// What is read from a process until it ends, or until enough was read.
struct Collector {
  private(set) var descriptor: Int32
  private(set) var bytes: [UInt8] = []
  private let limit: Int

  init(_ descriptor: Int32, limit: Int = .max) {
    self.descriptor = descriptor
    self.limit = limit
  }

  /// Reads what there is; at the end and at the limit the descriptor is closed and -1.
  mutating func collect() {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = read(descriptor, &buffer, min(buffer.count, limit - bytes.count))
    // A terminal whose other side is closed answers EIO.
    if count > 0 { bytes += buffer[..<count] } else if count == 0 || errno != EINTR { finish() }
    if bytes.count >= limit { finish() }
  }

  mutating func finish() {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }

  /// What was read, with the line ends of a terminal as plain ones.
  var text: String { String(decoding: bytes.filter { $0 != UInt8(ascii: "\r") }, as: UTF8.self) }
}
