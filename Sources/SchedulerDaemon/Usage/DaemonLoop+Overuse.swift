import Scheduler
import SchedulerStore

/// The locks of a person's sessions in a row that did not keep the person from using what is used up.
struct LockSeries: Sendable {
  /// The number of locks after which more use shows that they have no effect.
  private static let leastCount = 3
  /// The time after the first lock from which more use shows that, in nanoseconds: two minutes. Lockers that do not tell
  /// that they hide the screen seem to have no effect until the person has been idle for a minute.
  private static let leastTime: Int64 = 120_000_000_000
  /// The time after a lock from which the next one begins a new series, in nanoseconds.
  private static let longestPause: Int64 = 60_000_000_000

  /// The times of the first and the last lock, on CLOCK_BOOTTIME in nanoseconds, and the number of locks.
  private var (first, last, count) = (Int64(0), Int64(0), 0)
  /// Whether the warning that locks have no effect was logged, and no lock has had an effect since.
  private(set) var isWarned = false

  /// Whether a lock at a time belongs to the series.
  func continues(atBoot boot: Int64) -> Bool { count > 0 && boot - last <= Self.longestPause }

  /// Whether use at a time shows that the locks have no effect.
  func isInVain(atBoot boot: Int64) -> Bool {
    continues(atBoot: boot) && count >= Self.leastCount && boot - first >= Self.leastTime
  }

  /// Ends the series, because its locks have no effect.
  mutating func end() { (count, isWarned) = (0, true) }

  /// Adds a lock.
  mutating func add(atBoot boot: Int64) {
    if !continues(atBoot: boot) { (first, count) = (boot, 0) }
    (last, count) = (boot, count + 1)
  }
}

extension DaemonLoop {
  /// Locks or ends the sessions of those who use what is used up, as their limits say, but no user more often than every
  /// ten seconds. If locks have no effect, the limits block.
  mutating func endOveruse(_ step: inout LoopStep, in files: inout some FileSystem & ~Copyable) {
    // Nothing is in use soon after a lock: it had an effect.
    for (user, series) in lockSeries where series.continues(atBoot: step.now.boot) && engine.engine.usesNothing(user) {
      lockSeries[user] = nil
    }
    for overuse in engine.engine.overuses {
      guard let userID = uses.userID(of: overuse.user) ?? programLooks.users[overuse.user] else { continue }
      if let next = nextEndings[overuse.user], step.now.boot < next { continue }
      nextEndings[overuse.user] = step.now.boot + Self.endingInterval
      // The running programs do not show whether a session is locked.
      if overuse.consequence == .lock, uses.isReporting(overuse.user) {
        if blockInstead(overuse, step: &step, in: &files) { continue }
        lockSeries[overuse.user, default: LockSeries()].add(atBoot: step.now.boot)
      }
      let verb = overuse.consequence == .lock ? "locks" : "ends"
      step.log(.notice, message: "\(verb) the sessions of '\(overuse.user)': \(overuse.limit) is used up")
      step.actions.append(.endSessions(userID: userID, overuse.consequence))
    }
  }

  /// Blocks what a person uses if locks of their sessions have no effect. Returns whether it does. The first time is a
  /// warning, and so is the first one after a lock that had an effect.
  private mutating func blockInstead(
    _ overuse: Overuse, step: inout LoopStep, in files: inout some FileSystem & ~Copyable
  ) -> Bool {
    let user = overuse.user
    guard let series = lockSeries[user], series.isInVain(atBoot: step.now.boot) else { return false }
    lockSeries[user]?.end()
    step.log(
      series.isWarned ? .notice : .warning,
      message: "the session of '\(user)' does not lock: no program locks the screen when logind asks, such as swayidle "
        + "or xss-lock; what is used up is blocked instead: \(overuse.limit)")
    evaluate([.locksInVain(of: user)], step: &step, in: &files)
    return true
  }

  /// The time between two endings of one user's sessions, in nanoseconds.
  private static let endingInterval: Int64 = 10_000_000_000
}
