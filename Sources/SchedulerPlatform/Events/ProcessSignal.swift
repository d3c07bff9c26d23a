import Glibc

/// A signal that a process that runs for long takes as a message.
public enum ProcessSignal: Int32, CaseIterable, Sendable {
  /// SIGHUP: the terminal was closed; of a daemon, that it is to read its configuration again.
  case hangUp = 1
  /// SIGINT: the interrupt key.
  case interrupt = 2
  /// SIGUSR1: to tell what is going on.
  case user1 = 10
  /// SIGTERM: the plain request to end.
  case terminate = 15
  /// SIGCHLD: a child process has ended.
  case childEnded = 17

  /// Whether the process ignores it now, as whoever started it may have asked for. One that is ignored would wait all the
  /// same while it is blocked.
  public var isIgnored: Bool {
    var action = sigaction()
    sigaction(rawValue, nil, &action)
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
