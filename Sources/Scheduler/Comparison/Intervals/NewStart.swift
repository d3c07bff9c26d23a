import SchedulerCivilTime

/// What the start of an interval brings about within a range, and did not before.
struct NewStart {
  /// The seconds in which its profile holds and did not.
  var heldSeconds: Int64 = 0
  /// Whether it can end sessions of other profiles.
  var canEndOthers = false
  /// Whether it divides a session of before to some effect.
  var dividesSession = false
  /// Whether it joins sessions of before, so that one stop ends all of them.
  var joinsSessions = false
  /// Whether it holds more, and where intervals of other profiles end sessions or wait for locked ones.
  var meetsReplacing = false
}

extension NewStart {
  /// That of an interval of a profile that held some time before, and holds some time now.
  ///
  /// It divides a session of before only if that one began, and another interval of now holds before it does: otherwise
  /// the session begins later.
  init(
    of interval: PlannedInterval, beside before: HeldTime, among after: HeldTime, in range: Range<Instant>,
    _ rules: StartRules
  ) {
    let span = interval.span.clamped(to: range)
    let startsInside = range.contains(interval.start)
    heldSeconds = before.missingSeconds(of: span)
    canEndOthers = rules.endsOthers && (heldSeconds > 0 || startsInside && !before.hasStart(at: interval.start))
    let isDivided = before.part(before: interval.start).map(after.overlaps) ?? false
    dividesSession = rules.gainsByDivision && startsInside && isDivided
    joinsSessions = rules.canBeStopped && before.hasSeveral(within: span)
    meetsReplacing = heldSeconds > 0 && rules.replacing.overlap(span)
  }
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
