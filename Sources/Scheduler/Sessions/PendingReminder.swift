import SchedulerCivilTime
import SchedulerJSON

/// What is to be said some time after a session has ended, unless its profile has another one by then.
struct PendingReminder: Hashable, Sendable {
  /// Elapsed time at which it is due, in nanoseconds.
  let due: Int64
  /// The session that ended.
  let session: SessionID
  /// What it says; empty for the profile's name.
  let message: String
  /// What a newer version wrote beside all this.
  var unknown = JSONObject()
}

extension SessionBook {
  /// Makes a note to remind of a session that ended at a planned instant, if it was to be.
  mutating func planReminder(of session: Session, endedAt planned: Instant, _ present: Present) {
    guard let rules = session.rules.reminder else { return }
    let due = present.elapsed(at: planned) + Nanoseconds.of(seconds: rules.afterEndSeconds)
    remember(session.profile.id) { record in
      record.reminder = PendingReminder(due: due, session: session.id, message: rules.message)
    }
  }

  /// Reminds of the session of a profile that ended.
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
    due = try archive.field("due", value?.due)
    session = try archive.field("session", value?.session)
    message = try archive.field("message", value?.message)
    unknown = archive.unknown(value?.unknown)
  }
}
