/// What the start of an interval brings about, and did not before, besides that its profile holds.
struct NewStart {
  /// Whether it can end sessions of other profiles.
  var canEndOthers = false
  /// Whether it divides a session of before to some effect.
  var dividesSession = false
  /// Whether it joins sessions of before, so that one stop ends all of them.
  var joinsSessions = false
  /// Whether it holds more, and where intervals of other profiles end sessions or wait for locked ones.
  var meetsReplacing = false
}

/// What starts of intervals of a profile bring about.
struct StartRules {
  /// Whether they end sessions of other profiles.
  var endsOthers = false
  /// Whether a session gains something by being divided.
  var gainsByDivision = false
  /// Whether a session can be stopped before its end, which then uses the whole of its interval; so does a skip.
  var canBeStopped = false
  /// The intervals of other profiles that end sessions.
  var replacing = ReplacingIntervals.none

  /// Those of nothing but holding.
  static let plain = StartRules()
}

extension StartRules {
  /// Those of a profile among the intervals of others that end sessions; plain without one.
  init(_ profile: Profile?, among replacing: ReplacingIntervals) {
    guard let profile else { return }
    self.replacing = replacing
    endsOthers = profile.overlap == .replace
    gainsByDivision =
      profile.breaks != nil || profile.pause != nil || profile.access != nil || profile.lock == .strict
      || profile.limit.map { $0.period != .day } ?? false
    canBeStopped = profile.lock != .strict
  }
}
