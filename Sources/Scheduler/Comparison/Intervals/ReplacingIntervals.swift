import CivilTime

/// The intervals of profiles that end other sessions (`overlap = "replace"`), in either of two configurations.
///
/// What overlaps them can take from what is blocked by holding more: a session that starts before one of them ends with
/// it, where the same session a little later would stack, and a strictly locked one keeps it waiting.
struct ReplacingIntervals {
  fileprivate struct Track {
    let id: ProfileID
    let intervals: [Interval]
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

  /// Whether one of them overlaps an interval. Complexity: O(log n) for each profile.
  func overlap(_ interval: PlannedInterval) -> Bool {
    tracks.contains { track in
      let next = track.firstIndex(endingAfter: interval.start)
      return next < track.intervals.count && track.intervals[next].start < interval.end
    }
  }
}

extension ReplacingIntervals {
  /// Those that end after the start of a range and start before its end. Complexity: linear in their number.
  init(of configurations: [Configuration], in range: Range<Instant>) {
    for profile in configurations.flatMap(ConfiguredProfile.all) where profile.profile.replacesOthers {
      let intervals = profile.timeline.intervals(endingAfter: range.lowerBound).prefix { $0.start < range.upperBound }
      if !intervals.isEmpty { tracks.append(Track(id: profile.id, intervals: Array(intervals))) }
    }
  }
}

extension ReplacingIntervals.Track {
  fileprivate func firstIndex(endingAfter instant: Instant) -> Int {
    var low = 0
    var high = intervals.count
    while low < high {
      let middle = (low + high) / 2
      if intervals[middle].end <= instant { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
