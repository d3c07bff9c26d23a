import SchedulerCivilTime

/// What holds for the rules of any zone.
struct ZoneLaws {
  private let zone: ZoneRules

  init(_ zone: ZoneRules) { self.zone = zone }

  /// Checks the first changes since the beginning of time and since some years, and the ends of time.
  func check() {
    for start in [-1 << 60, -62_135_596_800, 0, 1_767_225_600, 15_000_000_000, 253_370_764_800] as [Int64] {
      checkChanges(after: Instant(epochSeconds: start))
    }
    for seconds in [Int64.min, .min + 1, .max - 1, .max] {
      let instant = Instant(epochSeconds: seconds)
      precondition(zone.segment(at: instant).offset == zone.offset(at: instant))
      _ = (zone.civil(at: instant), zone.resolve(localSeconds: seconds), zone.nextTransition(after: instant))
      _ = (zone.abbreviation(at: instant), instant.rfc3339(in: zone))
    }
  }

  private func checkChanges(after start: Instant) {
    var segment = zone.segment(at: start)
    for _ in 0..<12 where segment.end != .max {
      let next = zone.segment(at: Instant(epochSeconds: segment.end))
      precondition(segment.start < segment.end, "an empty segment")
      precondition(next.start == segment.end && next.offset != segment.offset, "segments do not follow one another")
      for offset in [segment.offset, next.offset] {
        let local = segment.end + Int64(offset.seconds)
        for distance: Int64 in [-86_400, -1, 0, 1, 1800] { checkResolution(of: local + distance) }
      }
      _ = zone.dateExists(zone.civil(at: Instant(epochSeconds: segment.end)).date)
      segment = next
    }
  }

  /// The instants of a civil time are those, and only those, at which the clocks show it.
  private func checkResolution(of local: Int64) {
    let instants = instants(showing: local)
    switch zone.resolve(localSeconds: local) {
    case .unique(let instant): precondition(instants == [instant], "not the only instant")
    case .repeated(let first, let second):
      precondition(first < second && instants.prefix(2) == [first, second], "not the first two instants")
    case .gap(let before, let after):
      precondition(instants.isEmpty && after < before, "a gap that is none")
    }
  }

  private func instants(showing local: Int64) -> [Instant] {
    var instants: [Instant] = []
    var segment = zone.segment(at: Instant(epochSeconds: local - 97_200))
    while true {
      let instant = Instant(epochSeconds: local - Int64(segment.offset.seconds))
      if segment.contains(instant) { instants.append(instant) }
      guard segment.end <= local + 97_200 else { return instants }
      segment = zone.segment(at: Instant(epochSeconds: segment.end))
    }
  }
}
