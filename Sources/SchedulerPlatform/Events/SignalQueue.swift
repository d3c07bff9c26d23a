import CSchedulerLinux
import Glibc

/// Signals that are read instead of interrupting; see signalfd(2).
///
/// They are blocked in this thread, the only one of the process, until it is released. Child processes do not inherit that.
public struct SignalQueue: Sendable {
  /// Can be read while one of the signals waits.
  public let descriptor: OpenDescriptor
  private let previous: sigset_t

  /// Takes signals from now on.
  ///
  /// - Throws: the error of signalfd(2), such as EMFILE; nothing is blocked then.
  public init(_ signals: [ProcessSignal]) throws(SystemError) {
    var blocked = sigset_t()
    sigemptyset(&blocked)
    for signal in signals { sigaddset(&blocked, signal.rawValue) }
    descriptor = try OpenDescriptor.opened { schedctl_signal_file(&blocked) }
    var previous = sigset_t()
    pthread_sigmask(SIG_BLOCK, &blocked, &previous)
    self.previous = previous
  }

  /// The signals that came since this was asked last; of several alike that came at once, one.
  ///
  /// - Throws: the error of read(2).
  public func read() throws(SystemError) -> [ProcessSignal] {
    var signals: [ProcessSignal] = []
    while true {
      let number = try SystemError.check { schedctl_signal_read(descriptor.number) }
      guard number > 0 else { return signals }
      if let signal = ProcessSignal(rawValue: number) { signals.append(signal) }
    }
  }

  /// Whether none of them waits to be read.
  public var isEmpty: Bool {
    var wait = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
    return poll(&wait, 1, 0) == 0
  }

  /// Takes them no longer: one that waits does now what it would have done.
  public func release() {
    var previous = previous
    pthread_sigmask(SIG_SETMASK, &previous, nil)
  }
}
