import Glibc

/// Reads lines from a file descriptor one at a time, and nothing behind the end of a line: what a person types ahead is
/// left to the next program on the terminal.
public struct LineReader: Sendable {
  private let descriptor: Int32
  private let signals: HeldSignals?

  /// A terminal hands out no longer line than this; longer ones of other files are cut.
  public static let byteLimit = 4096

  /// A reader of an open descriptor, which is not closed. One of `signals` is an end of what can be read.
  public init(descriptor: Int32 = STDIN_FILENO, until signals: HeldSignals? = nil) {
    self.descriptor = descriptor
    self.signals = signals
  }

  /// The next line without its end, or nil when there is none. Waits for it.
  ///
  /// - Throws: the error of read(2); a terminal that is gone is an end.
  public func next() throws(SystemError) -> String? {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while line.count < Self.byteLimit {
      if try signals?.isPending(beforeReading: descriptor) == true { return nil }
      do throws(SystemError) {
        guard try SystemError.check({ read(descriptor, &byte, 1) }) > 0 else { break }
      } catch {
        guard error.code == EIO else { throw error }
        break
      }
      if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
      line.append(byte)
    }
    return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
  }
}
