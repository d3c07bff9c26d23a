import SchedulerCivilTime

/// The intervals of profiles that end other sessions (`overlap = "replace"`), in either of two configurations.
///
/// What overlaps them can take from what is blocked by holding more: a session that starts before one of them ends with
/// it, where the same session a little later would stack, and a strictly locked one keeps it waiting.
struct ReplacingIntervals {
  fileprivate struct Track {
    let id: ProfileID
    let held: HeldTime
  }

  private var tracks: [Track] = []

  /// Those of no profile.
  static let none = ReplacingIntervals()

  /// Whether there are none.
  var isEmpty: Bool { tracks.isEmpty }

  /// Those without the ones of a profile, under its identities before and after.
  func others(than identities: [ProfileID]) -> ReplacingIntervals {
    var others = self
    others.tracks.removeAll { identities.contains($0.id) }
    return others
  }

  /// Whether one of them overlaps a span of time. Complexity: O(log n) for each profile.
  func overlap(_ span: Range<Instant>) -> Bool { tracks.contains { $0.held.overlaps(span) } }
}

extension ReplacingIntervals {
  /// Those that end after the start of a range and start before its end. Complexity: linear in their number.
  init(of configurations: [Configuration], in range: Range<Instant>) {
    for profile in configurations.flatMap(ConfiguredProfile.all) where profile.profile.replacesOthers {
      let intervals = profile.timeline.intervals(endingAfter: range.lowerBound).prefix { $0.start < range.upperBound }
      let held = HeldTime(intervals.map { $0.start..<$0.end })
      if !held.isEmpty { tracks.append(Track(id: profile.id, held: held)) }
    }
  }
}
