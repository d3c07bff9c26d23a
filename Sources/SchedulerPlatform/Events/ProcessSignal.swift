import Glibc

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
  /// pending
  /// while it is blocked.
  public var isIgnored: Bool {
    var action = sigaction()
    sigaction(rawValue, nil, &action)
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
