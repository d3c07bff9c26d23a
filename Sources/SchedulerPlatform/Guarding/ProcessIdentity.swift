import CSchedulerLinux
import Glibc

/// A process by number and start time, which no later process with the same number has.
public struct ProcessIdentity: Hashable, Sendable {
  /// The number of the process.
  public let number: Int32
  /// The start time, in clock ticks since the boot.
  public let startTime: UInt64

  /// Creates an identity.
  public init(number: Int32, startTime: UInt64) { (self.number, self.startTime) = (number, startTime) }

  /// Reads the identity of a running process. Returns nil if there is none.
  public init?(_ number: Int32) {
    guard let fields = RunningProcess.statistics(of: number), fields.count > 19, let time = UInt64(fields[19]) else {
      return nil
    }
    self.init(number: number, startTime: time)
  }

  /// The start time, in nanoseconds of CLOCK_BOOTTIME, up to 10 ms too early.
  public var startBoot: Int64 { Int64(clamping: min(startTime, 1 << 39)) * 10_000_000 }

  /// Whether the process has not ended.
  public var isRunning: Bool { ProcessIdentity(number) == self }

  /// Sends a signal to the process, and never to a later one with the same number. Does nothing if it has ended.
  ///
  /// - Throws: the error of pidfd_open(2) or pidfd_send_signal(2), such as EPERM.
  public func send(_ signal: Int32) throws(SystemError) {
    guard let handle = try SystemError.check(unless: ESRCH, { schedctl_process_open(number) }) else { return }
    defer { close(handle) }
    // The number may have been reused before the handle was opened, and cannot be while it is open.
    guard ProcessIdentity(number) == self else { return }
    _ = try SystemError.check(unless: ESRCH) { schedctl_process_signal(handle, signal) }
  }

  /// Asks the process to end (SIGTERM).
  public func terminate() throws(SystemError) { try send(SIGTERM) }

  /// Ends the process at once (SIGKILL).
  public func kill() throws(SystemError) { try send(SIGKILL) }

  /// Stops the process until `resume` (SIGSTOP).
  public func stop() throws(SystemError) { try send(SIGSTOP) }

  /// Makes the process continue after a stop (SIGCONT).
  public func resume() throws(SystemError) { try send(SIGCONT) }
}
