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

  /// Blocks the signals that ask a process to exit while it finishes some work, unless they are ignored: SIGHUP (the
  /// terminal was closed), SIGINT (the interrupt key) and SIGTERM. The quit key is not blocked, so that a hanging program
  /// can be inspected.
  public static func ofEnding() throws(SystemError) -> SignalQueue {
    try SignalQueue([.hangUp, .interrupt, .terminate].filter { !$0.isIgnored })
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

  /// Waits until another descriptor is readable or a signal is pending. Returns whether a signal is pending.
  func isPending(beforeReading other: Int32) throws(SystemError) -> Bool {
    var files = [descriptor.number, other].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    _ = try SystemError.check { poll(&files, nfds_t(files.count), -1) }
    return files[0].revents != 0
  }

  /// Unblocks the signals. A pending signal then takes its normal effect.
  public func release() {
    var previous = previous
    pthread_sigmask(SIG_SETMASK, &previous, nil)
  }
}

/// A signal that a long-running process handles as a message.
public enum ProcessSignal: Int32, CaseIterable, Sendable {
  /// SIGHUP: the terminal was closed; for a daemon, the request to reload its configuration.
  case hangUp = 1
  /// SIGINT: the interrupt key.
  case interrupt = 2
  /// SIGUSR1: the request to log the state of the process.
  case user1 = 10
  /// SIGTERM: the request to exit.
  case terminate = 15
  /// SIGCHLD: a child process has ended.
  case childEnded = 17

  /// Whether the process ignores the signal, as its parent may have requested. An ignored signal would still become
  /// pending while it is blocked.
  public var isIgnored: Bool {
    var action = sigaction()
    sigaction(rawValue, nil, &action)
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
