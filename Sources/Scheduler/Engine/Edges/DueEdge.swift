import CivilTime

/// Something that is due for one profile, and its place in the order of an evaluation: by planned instant, then by class,
/// then by profile key.
struct DueEdge: Comparable {
  /// The classes in the order of one instant: end warnings, ends from the innermost to the outermost, starts from the
  /// outermost to the innermost, start warnings.
  enum Rank: UInt8 {
    case endWarning
    case breakRenewal
    case breakEnd
    case pauseEnd
    case strategyEnd
    case scheduleEnd
    case scheduleStart
    case strategyStart
    case startWarning
  }

  /// The planned instant.
  let planned: Instant
  /// Its class.
  let rank: Rank
  /// The position of its profile.
  let subject: Int
  /// The interval of the windows that it belongs to.
  var interval: Interval?

  static func == (a: DueEdge, b: DueEdge) -> Bool {
    a.planned == b.planned && a.rank == b.rank && a.subject == b.subject
  }

  static func < (a: DueEdge, b: DueEdge) -> Bool {
    (a.planned, a.rank.rawValue, a.subject) < (b.planned, b.rank.rawValue, b.subject)
  }
}
