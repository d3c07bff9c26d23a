/// What the start of an interval brings about, and did not before, besides that its profile holds.
struct NewStart {
  /// Whether it can end sessions of other profiles.
  var canEndOthers = false
  /// Whether it divides a session of before to some effect.
  var dividesSession = false
  /// Whether it joins sessions of before, so that one stop ends all of them.
  var joinsSessions = false
}

/// What starts of intervals of a profile bring about.
struct StartRules {
  /// Whether they end sessions of other profiles.
  var endsOthers = false
  /// Whether a session gains something by being divided.
  var gainsByDivision = false
  /// Whether a session can be stopped before its end, which then uses the whole of its interval; so does a skip.
  var canBeStopped = false

  /// Those of nothing but holding.
  static let plain = StartRules()
}

extension StartRules {
  /// Those of a profile; plain without one.
  init(_ profile: Profile?) {
    guard let profile else { return }
    endsOthers = profile.overlap == .replace
    gainsByDivision =
      profile.breaks != nil || profile.pause != nil || profile.access != nil || profile.lock == .strict
      || profile.limit.map { $0.period != .day } ?? false
    canBeStopped = profile.lock != .strict
  }
}
