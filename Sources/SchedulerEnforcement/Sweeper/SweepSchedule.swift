import Scheduler
import SchedulerPlatform

/// Decides which processes are ended when: first SIGTERM, after a grace SIGKILL, until none is left.
///
/// ```swift
/// var schedule = SweepSchedule(grace: 3_000_000_000)
/// let sweep = schedule.examine(sightings, isComplete: true, atBoot: now)
/// for action in sweep.actions { … }
/// ```
/// The processes of one application and user are a group and share one grace, which begins when the first of them is
/// seen. A process that appears in a group after its grace is killed at once, so that a program cannot outlive it by
/// starting itself again. A group is forgotten when none of its processes is left.
///
/// Programs start others. Another process of a group is a new attempt only if it began after the last one was seen, and
/// if none of those that were seen still runs: they could have started it.
///
/// Without a grace it ends nothing, for processes that are frozen: it only tells which groups appear, and when to look
/// again.
struct SweepSchedule: Sendable {
  /// An application of a user that is ended.
  struct Group: Hashable, Sendable {
    let session: SessionID
    let name: String
    let user: UInt32
  }

  /// A process that a block concerns.
  struct Sighting: Hashable, Sendable {
    let process: ProcessIdentity
    let group: Group
  }

  /// What to do with a process.
  enum Action: Hashable, Sendable {
    case terminate(ProcessIdentity)
    case kill(ProcessIdentity)
  }

  /// The result of an examination.
  struct Sweep: Sendable {
    /// What to do, in the order of the sightings.
    var actions: [Action] = []
    /// The sightings that begin an attempt: the first one of each group, and those that no process of the group has
    /// started.
    var appeared: [Sighting] = []
  }

  private struct Deadline: Sendable {
    /// The time of SIGKILL, in nanoseconds of CLOCK_BOOTTIME; the first sighting if nothing is ended.
    let boot: Int64
    /// The processes that were seen and have not ended before the last complete examination. Each has received SIGTERM
    /// or SIGKILL, if anything is ended.
    var seen: Set<ProcessIdentity> = []
    /// When the last process was seen for the first time; nil before that.
    var lastBoot: Int64?
  }

  /// The time between SIGTERM and SIGKILL, in nanoseconds; nil if nothing is ended.
  let grace: Int64?
  private var groups: [Group: Deadline] = [:]
  /// The time until the next examination after a SIGKILL. It doubles while processes stay.
  private var pause = firstPause
  /// Whether the last examination saw a process for the first time. Before it was frozen, it may have started others.
  private var hasNews = false

  /// Creates a schedule that has seen no process.
  init(grace: Int64?) { self.grace = grace }

  /// A killed process is gone within some milliseconds.
  static let firstPause: Int64 = 5_000_000
  /// A process that waits for a disk cannot be killed before the disk answers.
  static let longestPause: Int64 = 1_000_000_000
  /// The time in which a process that was seen may start another one before the signal reaches it, in nanoseconds. It is
  /// above the 10 ms in which the kernel counts start times.
  static let signalTime: Int64 = 30_000_000

  /// Takes the processes that run and returns what to do with them.
  ///
  /// - Parameters:
  ///   - sightings: all processes that blocks concern, or some of them.
  ///   - isComplete: whether these are all. Then groups that are not among them have ended.
  ///   - boot: the present, in nanoseconds of CLOCK_BOOTTIME.
  ///   - warningTime: the time before SIGTERM, by which SIGKILL is later as well.
  ///   - isRunning: whether a process that was seen before still runs.
  mutating func examine(
    _ sightings: [Sighting], isComplete: Bool, atBoot boot: Int64, warningTime: (Sighting) -> Int64 = { _ in 0 },
    isRunning: (ProcessIdentity) -> Bool
  ) -> Sweep {
    var sweep = Sweep()
    if isComplete {
      let present = Dictionary(grouping: sightings, by: \.group)
      groups = groups.filter { present[$0.key] != nil }
      // One that has ended starts nothing any more.
      for (group, sightings) in present { groups[group]?.seen.formIntersection(sightings.map(\.process)) }
    }
    var hasKilled = false
    hasNews = false
    for sighting in sightings {
      var deadline = groups[sighting.group] ?? Deadline(boot: boot + (grace.map { $0 + warningTime(sighting) } ?? 0))
      let isFirst = !deadline.seen.contains(sighting.process)
      if isFirst {
        if isAttempt(sighting.process, after: deadline, isRunning: isRunning) { sweep.appeared.append(sighting) }
        deadline.seen.insert(sighting.process)
        deadline.lastBoot = boot
      }
      if grace == nil {
        hasNews = hasNews || isFirst
      } else if boot >= deadline.boot {
        sweep.actions.append(.kill(sighting.process))
        hasKilled = true
      } else if isFirst {
        sweep.actions.append(.terminate(sighting.process))
      }
      groups[sighting.group] = deadline
    }
    if isComplete { pause = hasKilled ? min(pause * 2, Self.longestPause) : Self.firstPause }
    return sweep
  }

  /// Whether no process of a group can have started another one. Stopped processes start nothing.
  private func isAttempt(
    _ process: ProcessIdentity, after deadline: Deadline, isRunning: (ProcessIdentity) -> Bool
  ) -> Bool {
    guard let last = deadline.lastBoot else { return true }
    guard process.startBoot > last + Self.signalTime else { return false }
    return grace == nil || !deadline.seen.contains(where: isRunning)
  }

  /// Returns when all processes must be examined again: at the end of a grace, soon after a SIGKILL or a process that is
  /// frozen, or after the interval.
  func nextBoot(after boot: Int64, interval: Int64) -> Int64 {
    if grace == nil { return boot + (hasNews ? Self.firstPause : interval) }
    var next = boot + interval
    for deadline in groups.values { next = min(next, deadline.boot > boot ? deadline.boot : boot + pause) }
    return next
  }

  /// Whether a process was seen before.
  func hasSeen(_ sighting: Sighting) -> Bool { groups[sighting.group]?.seen.contains(sighting.process) ?? false }

  /// Whether a process should be gone or frozen: its group's grace was over at a time. True for a group that
  /// was never seen.
  func isOverdue(_ group: Group, atBoot boot: Int64) -> Bool { groups[group].map { $0.boot <= boot } ?? true }

  /// Forgets all processes.
  mutating func reset() { self = SweepSchedule(grace: grace) }
}
