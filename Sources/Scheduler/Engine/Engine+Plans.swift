import SchedulerCivilTime

// The profiles by their positions, identities and keys.
extension Engine {
  /// Returns the plan of the profile at a position.
  func plan(at position: Int) -> ProfilePlan {
    switch profiles.place(of: position) {
    case .own(let index): ProfilePlan(configuration.profiles[index], id: due.profiles[position], in: configuration)
    case .builtIn(let profile): ProfilePlan(profile, id: due.profiles[position], in: configuration)
    }
  }

  /// Returns the plan of a key; nil if it denotes neither a configured nor a built-in profile.
  func plan(named key: ProfileKey) -> ProfilePlan? { profiles.position(of: key, in: configuration).map(plan(at:)) }

  /// Returns the intervals of the profile at a position, without copying the profile.
  func timeline(at position: Int) -> ProfileTimeline {
    guard case .own(let index) = profiles.place(of: position) else {
      return ProfileTimeline(windows: [], zone: configuration.zone.rules)
    }
    let windows = configuration.profiles[index].isEnabled ? configuration.profiles[index].windows : []
    let zone = configuration.profiles[index].zone?.rules ?? configuration.zone.rules
    return ProfileTimeline(windows: windows, zone: zone)
  }

  /// Whether intervals of the profile at a position end running sessions. It does not copy the profile.
  func isReplacing(at position: Int) -> Bool {
    guard case .own(let index) = profiles.place(of: position) else { return false }
    return configuration.profiles[index].overlap == .replace
  }

  /// Whether the lock of the profile at a position is strict. It does not copy the profile.
  func isStrict(at position: Int) -> Bool {
    guard case .own(let index) = profiles.place(of: position) else { return false }
    return configuration.profiles[index].lock == .strict
  }

  /// Returns the clock that the profile at a position follows.
  func clock(at position: Int) -> ProfileClock {
    guard case .own(let index) = profiles.place(of: position) else { return .wall }
    return configuration.profiles[index].lock.clock
  }

  /// Returns the clock that a profile follows; the wall clock if the configuration does not have the profile.
  public func clock(of profile: ProfileID) -> ProfileClock { due.position(of: profile).map(clock(at:)) ?? .wall }

  /// Returns the plan of a profile; nil if the configuration does not have the profile.
  func plan(of profile: ProfileID) -> ProfilePlan? { due.position(of: profile).map(plan(at:)) }

  /// The running sessions in the order of identities, with the plans of their profiles; nil for a profile that no
  /// longer exists.
  var plannedSessions: [(profile: ProfileID, session: Session, plan: ProfilePlan?)] {
    var plans: [ProfileID: ProfilePlan] = [:]
    for position in due.positions(of: Set(book.sessions.keys)) { plans[due.profiles[position]] = plan(at: position) }
    return book.sessions.sorted { $0.key < $1.key }.map { ($0.key, $0.value, plans[$0.key]) }
  }
}
