import SchedulerCivilTime

extension Engine {
  /// The sessions that run, in the order of profile keys.
  public var sessions: [Session] { book.sessions.values.sorted { $0.profile.key < $1.profile.key } }

  /// Whether the shield of a session is to be applied.
  public func isShielding(_ session: Session) -> Bool { session.isShielding && authorization == .approved }

  /// The starts that were planned, the next one first, with the profiles that there are. Their instants are what the wall
  /// clock will show then.
  public var plannedStarts: [(profile: ProfileReference, start: PlannedStart)] {
    book.plannedStarts.compactMap { id, start in
      configuration.profile(withID: id).map { profile in
        (profile.reference, start.moved(to: wallInstant(at: start.instant, of: id)))
      }
    }
  }

  /// The rules of the zone in which the times of a profile are shown: its own, or that of the configuration where it is
  /// gone.
  ///
  /// Complexity: O(log p) for p profiles.
  public func zone(of profile: ProfileReference) -> ZoneRules {
    guard let position = due.position(of: profile.id), case .own(let index) = profiles.place(of: position) else {
      return configuration.zone.rules
    }
    return configuration.profiles[index].zone?.rules ?? configuration.zone.rules
  }

  /// The rules of the zone of a profile that is called so, or was.
  public func zone(ofKey text: String) -> ZoneRules {
    let profile = ProfileKey(text).flatMap { configuration.profile($0) }
    return profile.map { configuration.zone(of: $0).rules } ?? configuration.zone.rules
  }
}
