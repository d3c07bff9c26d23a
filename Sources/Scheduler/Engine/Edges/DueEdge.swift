import SchedulerCivilTime

/// Something that is due for one profile or source, and its place in the order of an evaluation: by the elapsed time at which
/// it falls, then by class, then by profile key or the name of the source.
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
    case plannedStart
    case strategyStart
    case startWarning
    case reminder
  }

  /// The planned instant, by the clock of its subject.
  let planned: Instant
  /// Its class.
  let rank: Rank
  /// The position of its profile; those of sources are behind all profiles, and the configuration behind all.
  let subject: Int
  /// The interval of the windows, or of the source, that it belongs to.
  var interval: Interval?
  /// Whether elapsed time alone brings it, which no clock that is set does.
  private let isByElapsedTime: Bool
  /// What the wall clock shows at the planned instant if nobody sets it.
  private var shown: Instant
  /// What the wall clock shows when the edge falls: as `shown`, unless somebody set the clock past it.
  private(set) var falls: Instant
  /// The clock of its subject.
  private var clock = ProfileClock.wall

  /// An edge that falls at its planned instant by the wall clock.
  init(planned: Instant, rank: Rank, subject: Int, interval: Interval? = nil, isByElapsedTime: Bool = false) {
    self.planned = planned
    self.rank = rank
    self.subject = subject
    self.interval = interval
    self.isByElapsedTime = isByElapsedTime
    (shown, falls) = (planned, planned)
  }

  /// The same edge of a subject that lives by a clock, with the elapsed time at which it falls: where the clock was set past
  /// it since the evaluation before, that is now.
  func placed(by clock: ProfileClock, since previous: Present, at present: Present) -> DueEdge {
    var edge = self
    edge.clock = clock
    edge.shown = present.instant(at: planned, shownBy: present.shown(by: clock))
    edge.falls = edge.shown
    guard !isByElapsedTime else { return edge }
    let before = previous.shown(by: clock).elapsed(at: planned)
    edge.falls = max(edge.shown, min(present.instant(of: .elapsed(before)), present.wall))
    return edge
  }

  /// What the clock of another subject shows when the edge falls: by the same clock its planned instant.
  ///
  /// - Parameters:
  ///   - own: the present by that clock.
  ///   - present: the present by the wall clock.
  func instant(by own: Present, _ present: Present) -> Instant {
    own.clock == clock ? planned : own.instant(at: falls, shownBy: present)
  }

  /// Whether it falls after an earlier present, by its clock or by elapsed time where that was set back.
  func isAfter(_ earlier: Present, _ present: Present) -> Bool {
    earlier.shown(by: clock).wall < planned || earlier.elapsed < present.elapsed(at: falls)
  }

  static func == (a: DueEdge, b: DueEdge) -> Bool {
    a.planned == b.planned && a.rank == b.rank && a.subject == b.subject
  }

  static func < (a: DueEdge, b: DueEdge) -> Bool {
    (a.falls, a.shown, a.rank.rawValue, a.subject) < (b.falls, b.shown, b.rank.rawValue, b.subject)
  }
}
