import Synchronization

/// The look-up tables of a zone.
///
/// Moments up to some decades after the last transition are covered by a table that is built when the zone is read. The
/// Gregorian cycle that covers all later times takes several times as long to build and is built on first use. A rule
/// without transitions is always expanded to a cycle.
@usableFromInline final class ZoneTable: Sendable {
  let identifier: String
  let history: ZoneHistory
  private let near: WrittenZone
  /// The first moment that `near` does not cover.
  private let nearEnd: Int64
  private let cycle = AtomicLazyReference<WrittenZone>()

  /// The years after the last transition that `near` covers, and the years for which it is expanded. A rule may pause
  /// for 40 years (see `OffsetLine.follow`), and the end of the last change before the pause must be known.
  private static let nearYears = (answered: 75, written: 125)

  init(identifier: String, history: ZoneHistory) {
    self.identifier = identifier
    self.history = history
    if let last = history.transitions.last, history.rule?.daylight != nil {
      near = WrittenZone(history, years: Self.nearYears.written)
      nearEnd = last.time + Int64(Self.nearYears.answered) * 31_556_952
    } else {
      near = WrittenZone(history, years: OffsetLine.cycleYears)
      nearEnd = .max
    }
  }

  /// Returns the table that covers a moment, in UTC or civil seconds.
  private func zone(at moment: Int64) -> WrittenZone { moment < nearEnd || nearEnd == .max ? near : cycleZone }

  private var cycleZone: WrittenZone {
    cycle.load() ?? cycle.storeIfNil(WrittenZone(history, years: OffsetLine.cycleYears))
  }

  func offset(at epochSeconds: Int64) -> UTCOffset { zone(at: epochSeconds).offset(at: epochSeconds) }

  func segment(at epochSeconds: Int64) -> ZoneSegment { zone(at: epochSeconds).segment(at: epochSeconds) }

  func resolve(_ localSeconds: Int64) -> CivilResolution { zone(at: localSeconds).resolve(localSeconds) }

  /// Whether the clocks show any of the 86,400 civil seconds from `localSeconds` on.
  func showsAnyOfDay(from localSeconds: Int64) -> Bool { zone(at: localSeconds).showsAnyOfDay(from: localSeconds) }
}
