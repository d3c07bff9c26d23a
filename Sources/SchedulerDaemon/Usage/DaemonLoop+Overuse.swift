import Scheduler
import SchedulerStore

/// The newest locks of a person's sessions. Many of them in a short time did not keep the person from what is used up.
struct LockSeries: Sendable {
  /// The number of locks that show that they have no effect: after each one, the target was in use for ten seconds more. A
  /// locker that does not tell that it hides the screen seems to have no effect until the person has been idle for a minute.
  private static let mostCount = 12
  /// The time in which they show that, in nanoseconds: ten minutes.
  private static let length: Int64 = 600_000_000_000

  /// The times of the newest locks in order, on CLOCK_BOOTTIME in nanoseconds.
  private var times: [Int64] = []

  /// Whether the locks until a time have no effect.
  func isInVain(atBoot boot: Int64) -> Bool {
    times.count >= Self.mostCount && times.first.map { boot - $0 <= Self.length } ?? false
  }

  /// Adds a lock.
  mutating func add(atBoot boot: Int64) { times = times.suffix(Self.mostCount - 1) + [boot] }
}

extension DaemonLoop {
  /// Locks or ends the sessions of those who use what is used up, as their limits say, but no user more often than every
  /// ten seconds. If locks have no effect, the limits block.
  mutating func endOveruse(_ step: inout LoopStep, in files: inout some FileSystem & ~Copyable) {
    for overuse in engine.engine.overuses {
      guard let userID = uses.userID(of: overuse.user) ?? programLooks.users[overuse.user] else { continue }
      if let next = nextEndings[overuse.user], step.now.boot < next { continue }
      nextEndings[overuse.user] = step.now.boot + Self.endingInterval
      if overuse.consequence == .lock {
        if blockInstead(overuse, step: &step, in: &files) { continue }
        lockSeries[overuse.user, default: LockSeries()].add(atBoot: step.now.boot)
      }
      let verb = overuse.consequence == .lock ? "locks" : "ends"
      step.log(.notice, message: "\(verb) the sessions of '\(overuse.user)': \(overuse.limit) is used up")
      step.actions.append(.endSessions(userID: userID, overuse.consequence))
    }
  }

  /// Blocks what a person uses if locks of their sessions have no effect. Returns whether it does.
  private mutating func blockInstead(
    _ overuse: Overuse, step: inout LoopStep, in files: inout some FileSystem & ~Copyable
  ) -> Bool {
    let user = overuse.user
    guard lockSeries[user]?.isInVain(atBoot: step.now.boot) ?? false else { return false }
    lockSeries[user] = nil
    step.log(
      .warning,
      message:
        "locks do not keep '\(user)' from what is used up, so it is blocked: \(overuse.limit); does a program lock "
        + "the screen when logind asks, such as swayidle or xss-lock?")
    evaluate([.locksInVain(of: user)], step: &step, in: &files)
    return true
  }

  /// The time between two endings of one user's sessions, in nanoseconds.
  private static let endingInterval: Int64 = 10_000_000_000
}
