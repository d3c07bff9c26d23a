import SchedulerCivilTime

/// A loss of state that history does not contain yet.
struct StateLossRecord: Hashable, Sendable {
  /// What is lost of a profile.
  struct Part: Hashable, Sendable {
    let profile: ProfileReference
    /// The session that ran and that the state no longer has; nil for any other record of the profile.
    var session: SessionID?
    /// The planned start of the session; nil if it is unknown.
    var start: Instant?
  }

  /// The profiles that the loss concerns, as far as they are known, ordered by key.
  let parts: [Part]
  /// What was lost of the files, in words.
  let message: String
  /// Whether history says that consent was given and not withdrawn.
  var provesConsent = false
}

extension Engine {
  /// Makes the next evaluation record that a part of the state was lost.
  mutating func note(_ loss: StateLossRecord) {
    unrecordedLosses.append(loss)
    if loss.provesConsent { restoreConsent() }
  }

  /// Gives the consent that the state lost and an applied shield or history proves. A loss of the state does not
  /// withdraw it.
  mutating func restoreConsent() {
    guard authorization == .notDetermined else { return }
    state.authorization = AuthorizationRecord(status: .approved)
  }

  /// Records the losses: an event for each lost session and each profile, or one event without a profile if none is
  /// known.
  mutating func recordLosses(at present: Present) {
    for loss in unrecordedLosses {
      for part in loss.parts {
        let now = present.shown(by: clock(of: part.profile.id)).wall
        book.log.entries.append(
          SessionLog.Entry(
            name: .stateDidLose, profile: part.profile, session: part.session, planned: now, message: loss.message,
            start: part.start))
      }
      if loss.parts.isEmpty {
        book.log.entries.append(
          SessionLog.Entry(name: .stateDidLose, planned: present.wall, message: loss.message))
      }
    }
    unrecordedLosses = []
  }
}
