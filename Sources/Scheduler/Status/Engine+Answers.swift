import SchedulerCivilTime

extension Engine {
  /// The running sessions, ordered by profile key.
  public var sessions: [Session] { book.sessions.values.sorted { $0.profile.key < $1.profile.key } }

  /// Returns whether the shield of a session is to be applied.
  public func isShielding(_ session: Session) -> Bool { session.isShielding && authorization == .approved }

  /// The planned starts of existing profiles, the next one first. Their instants are the readings that the wall clock
  /// will have.
  public var plannedStarts: [(profile: ProfileReference, start: PlannedStart)] {
    book.plannedStarts.compactMap { id, start in
      configuration.profile(withID: id).map { profile in
        (profile.reference, start.moved(to: wallInstant(at: start.instant, of: id)))
      }
    }
  }

  /// Returns the rules of the zone in which the times of a profile are displayed: the profile's zone, or the
  /// configuration's if the profile no longer exists.
  ///
  /// Complexity: O(log p) for p profiles.
  public func zone(of profile: ProfileReference) -> ZoneRules {
    guard let position = due.position(of: profile.id), case .own(let index) = profiles.place(of: position) else {
      return configuration.zone.rules
    }
    return configuration.profiles[index].zone?.rules ?? configuration.zone.rules
  }

  /// Returns the rules of the zone of the profile with a key, or the configuration's if no such profile exists.
  public func zone(ofKey text: String) -> ZoneRules {
    let profile = ProfileKey(text).flatMap { configuration.profile($0) }
    return profile.map { configuration.zone(of: $0).rules } ?? configuration.zone.rules
  }
}
