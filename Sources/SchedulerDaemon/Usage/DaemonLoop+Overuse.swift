import Scheduler
import SchedulerStore

/// When a person's sessions were last locked or ended. If that happens often in a short time, it does not keep the person
/// from what is used up.
struct EndingSeries: Sendable {
  /// The number of times after which the next use shows that they have no effect. They are ten seconds apart or more.
  private static let mostCount = 12
  /// The time in which they show that, in nanoseconds: ten minutes.
  private static let length: Int64 = 600_000_000_000

  /// The newest times in order, on CLOCK_BOOTTIME in nanoseconds.
  private var times: [Int64] = []

  /// Whether it has no effect, as far as is known at a time.
  func isInVain(atBoot boot: Int64) -> Bool {
    times.count >= Self.mostCount && times.first.map { boot - $0 <= Self.length } ?? false
  }

  /// Forgets the times after the person became idle, because the session was locked then.
  mutating func leaveOut(since boot: Int64) { times.removeAll { $0 >= boot } }

  /// Adds a time.
  mutating func add(atBoot boot: Int64) { times = times.suffix(Self.mostCount - 1) + [boot] }
}

extension DaemonLoop {
  /// Locks or ends the sessions of those who use what is used up, as their limits say, but no user more often than every
  /// ten seconds. If that has no effect, the limits block.
  mutating func endOveruse(_ step: inout LoopStep, in files: inout some FileSystem & ~Copyable) {
    for overuse in engine.engine.overuses {
      guard let userID = uses.userID(of: overuse.user) ?? programLooks.users[overuse.user] else { continue }
      if let next = nextEndings[overuse.user], step.now.boot < next { continue }
      nextEndings[overuse.user] = step.now.boot + Self.endingInterval
      if blockInstead(overuse, step: &step, in: &files) { continue }
      endings[overuse.user, default: EndingSeries()].add(atBoot: step.now.boot)
      let verb = overuse.consequence == .lock ? "locks" : "ends"
      step.log(.notice, message: "\(verb) the sessions of '\(overuse.user)': \(overuse.limit) is used up")
      step.actions.append(.endSessions(userID: userID, overuse.consequence))
    }
  }

  /// Blocks what a person uses if locking or ending their sessions has no effect. Returns whether it does.
  private mutating func blockInstead(
    _ overuse: Overuse, step: inout LoopStep, in files: inout some FileSystem & ~Copyable
  ) -> Bool {
    let user = overuse.user
    guard endings[user]?.isInVain(atBoot: step.now.boot) ?? false else { return false }
    endings[user] = nil
    let deed = overuse.consequence == .lock ? "locks do" : "ending sessions does"
    step.log(
      .warning,
      message: "\(deed) not keep '\(user)' from what is used up, so it is blocked: \(overuse.limit); "
        + overuse.consequence.question)
    evaluate([.endingsInVain(of: user)], step: &step, in: &files)
    return true
  }

  /// The time between two endings of one user's sessions, in nanoseconds.
  private static let endingInterval: Int64 = 10_000_000_000
}

extension UsageLimit.Consequence {
  /// What to ask if it has no effect.
  fileprivate var question: String {
    self == .lock
      ? "does a program lock the screen when logind asks, such as swayidle or xss-lock?" : "does systemd-logind run?"
  }
}
