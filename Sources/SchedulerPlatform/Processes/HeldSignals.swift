import CSchedulerLinux
import Glibc

/// The signals that ask a process to exit, blocked while it finishes some work: SIGHUP (the terminal was closed),
/// SIGINT (the
/// interrupt key) and SIGTERM. The quit key is not blocked, so that a hanging program can be inspected.
///
/// Ignored signals stay ignored. Child processes do not inherit the mask.
public struct HeldSignals: Sendable {
  /// A descriptor that is readable while one of the signals is pending.
  private let descriptor: Int32
  /// The signal mask to restore.
  private let previous: sigset_t

  /// Blocks the signals in this thread, the only one of the process, until `release`.
  ///
  /// - Throws: the error of signalfd(2), such as EMFILE. Nothing is blocked then.
  public init() throws(SystemError) {
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [ProcessSignal.hangUp, .interrupt, .terminate] where !signal.isIgnored {
      sigaddset(&signals, signal.rawValue)
    }
    descriptor = try SystemError.check { schedctl_signal_file(&signals) }
    var previous = sigset_t()
    sigprocmask(SIG_BLOCK, &signals, &previous)
    self.previous = previous
  }

  /// Whether one of the signals is pending.
  public var isPending: Bool {
    var file = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&file, 1, 0) > 0
  }

  /// Waits until another descriptor is readable or a signal is pending. Returns whether a signal is pending.
  func isPending(beforeReading other: Int32) throws(SystemError) -> Bool {
    var files = [descriptor, other].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    _ = try SystemError.check { poll(&files, nfds_t(files.count), -1) }
    return files[0].revents != 0
  }

  /// Unblocks the signals. A pending signal then takes its normal effect, which usually ends the process.
  public func release() {
    close(descriptor)
    var previous = previous
    sigprocmask(SIG_SETMASK, &previous, nil)
  }
}
