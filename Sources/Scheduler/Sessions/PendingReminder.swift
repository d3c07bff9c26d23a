import SchedulerCivilTime
import SchedulerJSON

/// A reminder that is due some time after a session has ended, unless its profile has another session by then.
struct PendingReminder: Hashable, Sendable {
  /// The elapsed time at which the reminder is due, in nanoseconds.
  let due: Int64
  /// The session that ended.
  let session: SessionID
  /// The text; empty for the profile's name.
  let message: String
  /// The members that a newer version wrote.
  var unknown = JSONObject()
}

extension SessionBook {
  /// Plans a reminder of a session that ended at a planned instant, if its rules have one.
  mutating func planReminder(of session: Session, endedAt planned: Instant, at present: Present) {
    guard let rules = session.rules.reminder else { return }
    let due = present.elapsed(at: planned) + Nanoseconds.of(seconds: rules.afterEndSeconds)
    remember(session.profile.id) { record in
      record.reminder = PendingReminder(due: due, session: session.id, message: rules.message)
    }
  }

  /// Delivers the reminder of the profile's session that ended.
  mutating func remind(of profile: ProfileReference, at planned: Instant) {
    guard let reminder = records[profile.id]?.reminder else { return }
    remember(profile.id) { $0.reminder = nil }
    log.entries.append(
      SessionLog.Entry(
        name: .sessionReminder, profile: profile, session: reminder.session, planned: planned,
        message: reminder.message))
  }
}

extension PendingReminder: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    due = try archive.field("due", of: value?.due)
    session = try archive.field("session", of: value?.session)
    message = try archive.field("message", of: value?.message)
    unknown = archive.unknown(value?.unknown)
  }
}
