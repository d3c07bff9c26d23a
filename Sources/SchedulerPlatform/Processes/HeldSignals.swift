import CSchedulerLinux
import Glibc

/// The signals that ask a process to end, held back while it has something to bring to an end first: the terminal was
/// closed (SIGHUP), the interrupt key (SIGINT), and the plain request (SIGTERM). The quit key is for a look at a program
/// that hangs, and works as ever.
///
/// Those that the process ignores stay ignored. Child processes do not inherit it.
public struct HeldSignals: Sendable {
  /// Can be read while one of them waits.
  private let descriptor: Int32
  /// What was blocked before.
  private let previous: sigset_t

  /// Holds them back in this thread, the only one of the process, until `release`.
  ///
  /// - Throws: the error of signalfd(2), such as EMFILE; nothing is held back then.
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

  /// Whether one of them waits.
  public var isPending: Bool {
    var file = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&file, 1, 0) > 0
  }

  /// Waits until another descriptor can be read, or one of them waits; whether it does.
  func isPending(beforeReading other: Int32) throws(SystemError) -> Bool {
    var files = [descriptor, other].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    _ = try SystemError.check { poll(&files, nfds_t(files.count), -1) }
    return files[0].revents != 0
  }

  /// Holds them back no longer: one that waits does now what it would have done, which as a rule ends the process.
  public func release() {
    close(descriptor)
    var previous = previous
    sigprocmask(SIG_SETMASK, &previous, nil)
  }
}
