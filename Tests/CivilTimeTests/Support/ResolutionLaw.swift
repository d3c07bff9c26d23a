import SchedulerCivilTime
import Testing

/// The law of resolution: for any civil time it is exactly the set of instants that show it, the first two if there are
/// more. For an empty set it is a gap with the offsets on both sides of the first change that jumps over the time.
struct ResolutionLaw {
  let zone: ZoneRules

  init(_ zone: ZoneRules) { self.zone = zone }

  /// Checks the seconds at which the result changes around a transition, and some between and next to them.
  func check(around transition: ZoneTransition) {
    let ends = [transition.before, transition.after].map { transition.instant.epochSeconds + Int64($0.seconds) }
    for end in ends {
      for distance: Int64 in [-86_400, -3600, -1, 0, 1, 900, 86_399] { check(end + distance) }
    }
    check((ends[0] + ends[1]) / 2)
  }

  /// Checks one civil time.
  func check(_ local: Int64, note: String = "") {
    let found = zone.resolve(localSeconds: local)
    let expected = expectedResolution(local)
    guard found != expected else { return }
    Issue.record("\(zone.identifier), local second \(local): \(found), expected \(expected) \(note)")
  }

  private func expectedResolution(_ local: Int64) -> CivilResolution {
    let nearby = segments(around: local)
    let instants = nearby.map { (Instant(epochSeconds: local - Int64($0.offset.seconds)), $0) }
      .filter { $1.contains($0) }
      .map { $0.0 }
    switch instants.count {
    case 0: return gap(local, nearby)
    case 1: return .unique(instants[0])
    default: return .repeated(first: instants[0], second: instants[1])
    }
  }

  private func gap(_ local: Int64, _ segments: [ZoneSegment]) -> CivilResolution {
    for (before, after) in zip(segments, segments.dropFirst()) {
      let jump =
        before.end + Int64(before.offset.seconds)..<before.end + Int64(max(before.offset, after.offset).seconds)
      if jump.contains(local) {
        return .gap(
          before: Instant(epochSeconds: local - Int64(before.offset.seconds)),
          after: Instant(epochSeconds: local - Int64(after.offset.seconds)))
      }
    }
    return .unique(Instant(epochSeconds: .min))
  }

  /// Returns the segments within 27 hours, which exceeds every offset.
  private func segments(around local: Int64) -> [ZoneSegment] {
    var segments = [zone.segment(at: Instant(epochSeconds: local - 27 * 3600))]
    while let last = segments.last, last.end <= local + 27 * 3600 {
      let next = zone.segment(at: Instant(epochSeconds: last.end))
      guard next.end > last.end else {
        Issue.record("\(zone.identifier): \(next) after \(last)")
        return segments
      }
      segments.append(next)
    }
    return segments
  }
}
