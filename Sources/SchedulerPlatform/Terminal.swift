import CSchedulerLinux
import Glibc

/// The terminal of a file descriptor.
public enum Terminal {
  /// Whether the descriptor is a terminal.
  public static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// Returns its width in columns, or nil if it is not a terminal or does not report a width.
  public static func columns(of descriptor: Int32) -> Int? {
    let columns = schedctl_terminal_columns(descriptor)
    return columns > 0 ? Int(columns) : nil
  }
}

/// Reads lines from a file descriptor, one at a time, and nothing after the end of a line, so that type-ahead is left
/// to the next program on the terminal.
public struct LineReader: Sendable {
  private let descriptor: Int32
  private let signals: SignalQueue?

  /// Maximum length of a line, as on a terminal. Longer lines of other files are truncated.
  public static let byteLimit = 4096

  /// Creates a reader of an open descriptor, which is not closed. A pending signal of `signals` counts as the end.
  public init(descriptor: Int32 = STDIN_FILENO, until signals: SignalQueue? = nil) {
    self.descriptor = descriptor
    self.signals = signals
  }

  /// Returns the next line without its terminator, or nil at the end. Waits for it.
  ///
  /// - Throws: the error of read(2). A closed terminal counts as the end.
  public func next() throws(SystemError) -> String? {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while line.count < Self.byteLimit {
      if try signals?.isPending(beforeReading: descriptor) == true { return nil }
      guard let count = try SystemError.check(unless: EIO, { read(descriptor, &byte, 1) }), count > 0 else { break }
      if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
      line.append(byte)
    }
    return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
  }
}
