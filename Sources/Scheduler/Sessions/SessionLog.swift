import SchedulerCivilTime

/// The changes of sessions in one evaluation, before they are numbered.
struct SessionLog: Hashable, Sendable {
  /// An event that has no number yet.
  struct Entry: Hashable, Sendable {
    let name: EventName
    var activity: ActivityName?
    var profile: ProfileReference?
    var session: SessionID?
    let planned: Instant
    var message: String?
    var mode: Pomodoro.Mode?
    /// The planned start of a session that was lost, if it is known; or the beginning of a gap.
    var start: Instant?
    /// The attempts that a layer blocked; nil for all other events.
    var attempt: ShieldAttempt?
    /// The user whose use reached a limit or was not measured; nil for all other events.
    var user: String?
    /// The planned end of the block that a limit begins, if it is known; nil for all other events.
    var until: Instant?
  }

  /// The events, in order.
  var entries: [Entry] = []
  /// The sessions that ended.
  var finished: [FinishedSession] = []
  /// The missed intervals, by activity, in the order in which they were noticed.
  private(set) var missed: [Missed] = []
  private var missedPositions: [ActivityName: Int] = [:]
  /// The profiles whose state changed.
  var changed: Set<ProfileID> = []
  /// The profiles whose sessions began or ended, so that the rules that these copied must be written or removed.
  var reopened: Set<ProfileID> = []

  /// Whether nothing happened.
  var isEmpty: Bool { entries.isEmpty && missed.isEmpty && changed.isEmpty }

  /// Adds a missed interval of an activity.
  mutating func miss(_ activity: ActivityName, of profile: ProfileReference?, start: Instant, end: Instant) {
    missed[position(of: activity, profile)].append(start: start, end: end)
  }

  /// Counts missed intervals of an activity that are not listed.
  mutating func miss(_ activity: ActivityName, of profile: ProfileReference?, count: Int64) {
    guard count > 0 else { return }
    missed[position(of: activity, profile)].count(count)
  }

  private mutating func position(of activity: ActivityName, _ profile: ProfileReference?) -> Int {
    if let position = missedPositions[activity] { return position }
    missedPositions[activity] = missed.count
    missed.append(Missed(activity: activity, profile: profile))
    return missed.count - 1
  }
}
