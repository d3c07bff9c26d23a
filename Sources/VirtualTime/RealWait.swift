import CVirtualClock

/// A way in which code waits in real time, which no virtual clock shortens.
public enum RealWait: String, Hashable, Sendable, CaseIterable {
  /// `Task.sleep`.
  case task = "Task.sleep"
  /// A block of a queue after a delay.
  case queue = "asyncAfter"
  /// A timer of Foundation or Dispatch. A sleeping task with a tolerance counts as one, too.
  case timer = "a timer"
  /// A sleeping thread.
  case thread = "a sleeping thread"

  /// Calls `report` at the beginning of every wait of the program, on the waiting thread.
  ///
  /// There is one report for the whole program.
  public static func report(to report: @escaping @convention(c) (virtual_wait_kind) -> Void) {
    virtual_wait_install(report)
  }

  /// Reports this wait in place of those that `body` begins on the calling thread.
  public func standIn<Result>(for body: () -> Result) -> Result {
    virtual_wait_begin_reporting(kind)
    defer { virtual_wait_end_reporting() }
    return body()
  }

  private var kind: virtual_wait_kind {
    switch self {
    case .task: VIRTUAL_WAIT_TASK
    case .queue: VIRTUAL_WAIT_QUEUE
    case .timer: VIRTUAL_WAIT_TIMER
    case .thread: VIRTUAL_WAIT_SLEEP
    }
  }

  /// Creates the wait that a report names.
  public init(_ kind: virtual_wait_kind) {
    switch kind {
    case VIRTUAL_WAIT_TASK: self = .task
    case VIRTUAL_WAIT_QUEUE: self = .queue
    case VIRTUAL_WAIT_TIMER: self = .timer
    default: self = .thread
    }
  }
}
