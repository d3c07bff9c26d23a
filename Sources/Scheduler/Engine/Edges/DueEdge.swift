import SchedulerCivilTime

/// Something that is due for one profile or source, and its place in the order of an evaluation: by planned instant, then by
/// class, then by profile key or the name of the source.
struct DueEdge: Comparable {
  /// The classes in the order of one instant: end warnings, ends from the innermost to the outermost, what of the
  /// configuration has waited for them, starts from the outermost to the innermost, start warnings, and last what a start at
  /// that instant makes pointless.
  enum Rank: UInt8 {
    case endWarning
    case accessEnd
    case breakRenewal
    case breakEnd
    case pauseEnd
    case strategyEnd
    case scheduleEnd
    case configuration
    /// A start that was planned earlier and waited until then for locked sessions to end.
    case releasedStart
    case scheduleStart
    /// A start by the trusted clock; one of its profile by the wall clock may be planned for the same instant, and comes
    /// before it.
    case trustedStart
    case plannedStart
    case strategyStart
    case startWarning
    case reminder

    /// Its class among all subjects: a start is one by whichever clock.
    fileprivate var ofInstant: Rank { self == .trustedStart ? .scheduleStart : self }
  }

  /// The planned instant.
  let planned: Instant
  /// Its class.
  let rank: Rank
  /// The position of its profile; those of sources are behind all profiles, and the configuration behind all.
  let subject: Int
  /// The interval of the windows, or of the source, that it belongs to.
  var interval: Interval?

  static func == (a: DueEdge, b: DueEdge) -> Bool {
    a.planned == b.planned && a.rank == b.rank && a.subject == b.subject
  }

  static func < (a: DueEdge, b: DueEdge) -> Bool {
    (a.planned, a.rank.ofInstant.rawValue, a.subject, a.rank.rawValue)
      < (b.planned, b.rank.ofInstant.rawValue, b.subject, b.rank.rawValue)
  }
}
