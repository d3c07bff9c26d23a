import CSchedulerLinux
import Glibc

/// A descriptor by which one thread wakes another; see eventfd(2).
///
/// ```swift
/// let bell = try Bell()
/// try queue.add(bell.descriptor, token: 1)
/// bell.ring()        // in any thread
/// bell.silence()     // in the thread that waits, before it looks for work
/// ```
/// Any number of rings before a `silence` are one event.
public struct Bell: Sendable {
  /// The descriptor, readable after a ring.
  public let descriptor: OpenDescriptor

  /// Creates a silent bell.
  ///
  /// - Throws: the error of eventfd(2), such as EMFILE.
  public init() throws(SystemError) { descriptor = try OpenDescriptor.opened(by: schedctl_bell) }

  /// Wakes the thread that waits. Never blocks.
  public func ring() {
    var one: UInt64 = 1
    // The counter cannot overflow: that would take 2^64 rings without a silence.
    _ = write(descriptor.number, &one, MemoryLayout<UInt64>.size)
  }

  /// Waits for a ring, up to a reading of CLOCK_BOOTTIME in nanoseconds. Returns whether the bell has rung.
  public func wait(until boot: Int64) -> Bool {
    while true {
      let milliseconds = max(0, boot - SystemClocks.boot() + 999_999) / 1_000_000
      var file = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
      if poll(&file, 1, Int32(clamping: milliseconds)) > 0 { return true }
      // A signal may end a wait early.
      if milliseconds == 0 { return false }
    }
  }

  /// Makes the descriptor unreadable until the next ring. Never blocks.
  public func silence() {
    var count: UInt64 = 0
    _ = read(descriptor.number, &count, MemoryLayout<UInt64>.size)
  }
}
