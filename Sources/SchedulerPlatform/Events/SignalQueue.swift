import CSchedulerLinux
import Glibc

/// Signals that are read from a descriptor instead of interrupting; see signalfd(2).
///
/// The signals are blocked in this thread, the only one of the process, until `release`. Child processes do not inherit
/// the mask.
public struct SignalQueue: Sendable {
  /// The descriptor, readable while one of the signals is pending.
  public let descriptor: OpenDescriptor
  private let previous: sigset_t

  /// Blocks the signals and queues them from now on.
  ///
  /// - Throws: the error of signalfd(2), such as EMFILE. Nothing is blocked then.
  public init(_ signals: [ProcessSignal]) throws(SystemError) {
    var blocked = sigset_t()
    sigemptyset(&blocked)
    for signal in signals { sigaddset(&blocked, signal.rawValue) }
    descriptor = try OpenDescriptor.opened { schedctl_signal_file(&blocked) }
    var previous = sigset_t()
    pthread_sigmask(SIG_BLOCK, &blocked, &previous)
    self.previous = previous
  }

  /// Returns the signals since the last call. Equal signals that were pending together are returned once.
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

  /// Whether no signal is pending.
  public var isEmpty: Bool {
    var wait = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
    return poll(&wait, 1, 0) == 0
  }

  /// Unblocks the signals. A pending signal then takes its normal effect.
  public func release() {
    var previous = previous
    pthread_sigmask(SIG_SETMASK, &previous, nil)
  }
}
