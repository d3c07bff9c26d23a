import SchedulerCivilTime

/// The new effects of the start of an interval within a range.
struct NewStart: Hashable {
  /// The seconds in which the profile is active and was not before.
  var heldSeconds: Int64 = 0
  /// Whether the start can end sessions of other profiles.
  var canEndOthers = false
  /// Whether the start divides an old session with an effect.
  var dividesSession = false
  /// Whether the interval joins old sessions, so that one stop ends all of them.
  var joinsSessions = false
  /// Whether the interval covers new time in which intervals of other profiles end sessions or wait for locked ones.
  var meetsReplacing = false
}

extension NewStart {
  /// The effects of an interval of a profile that was active at the times `before` and is active at the times `after`.
  ///
  /// The start divides an old session only if that session had begun and another new interval covers time before it;
  /// otherwise the session only begins later.
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

/// The effects of starts of intervals of a profile.
struct StartRules {
  /// Whether a start ends sessions of other profiles.
  var endsOthers = false
  /// Whether a session gains something by being divided.
  var gainsByDivision = false
  /// Whether a session can be stopped before its end. A stop or a skip uses the whole interval.
  var canBeStopped = false
  /// The intervals of other profiles that end sessions.
  var replacing = ReplacingIntervals.none

  /// Starts without any effect on sessions.
  static let plain = StartRules()
}

extension StartRules {
  /// The effects of the starts of a profile, among the intervals of others that end sessions; `plain` without a
  /// profile.
  init(_ profile: Profile?, among replacing: ReplacingIntervals) {
    guard let profile else { return }
    self.replacing = replacing
    endsOthers = profile.overlap == .replace
    gainsByDivision = profile.hasSessionBudgets || profile.lock == .strict
    canBeStopped = profile.lock != .strict
  }
}

/// The intervals of profiles that end other sessions (`overlap = "replace"`), in either of two configurations.
///
/// An interval that overlaps one of them and covers more time can block less: a session that starts before the
/// replacing interval ends with its start, while the same session a little later would stack, and a strict session
/// delays it.
struct ReplacingIntervals {
  fileprivate struct Track {
    let id: ProfileID
    let held: HeldTime
  }

  private var tracks: [Track] = []

  /// No intervals.
  static let none = ReplacingIntervals()

  /// Whether there are no intervals.
  var isEmpty: Bool { tracks.isEmpty }

  /// The intervals without those of the profiles with these identities.
  func others(than identities: [ProfileID]) -> ReplacingIntervals {
    var others = self
    others.tracks.removeAll { identities.contains($0.id) }
    return others
  }

  /// Whether an interval overlaps `span`. Complexity: O(log n) for each profile.
  func overlap(_ span: Range<Instant>) -> Bool { tracks.contains { $0.held.overlaps(span) } }
}

extension ReplacingIntervals {
  /// The replacing intervals of some configurations that overlap a range. Complexity: linear in their number.
  init(of configurations: [Configuration], in range: Range<Instant>) {
    for profile in configurations.flatMap(ConfiguredProfile.all) where profile.profile.replacesOthers {
      let intervals = profile.timeline.intervals(endingAfter: range.lowerBound).prefix { $0.start < range.upperBound }
      let held = HeldTime(intervals.map { $0.start..<$0.end })
      if !held.isEmpty { tracks.append(Track(id: profile.id, held: held)) }
    }
  }
}
