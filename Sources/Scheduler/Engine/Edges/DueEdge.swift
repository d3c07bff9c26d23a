import SchedulerCivilTime

/// Something that is due for a profile, a source or the configuration. Edges are ordered by the elapsed time at which
/// they fall, then by class, then by profile key or source name. Edges that a clock was set past follow the edges that
/// elapsed time reaches in that second.
struct DueEdge: Comparable {
  /// The classes in their order within one instant: end warnings; ends, from the innermost to the outermost; changes of
  /// the configuration that waited for those; starts, from the outermost to the innermost; start warnings; and
  /// reminders, which a start at that instant makes pointless.
  enum Rank: UInt8 {
    case endWarning
    case accessEnd
    case breakRenewal
    case breakEnd
    case pauseEnd
    case strategyEnd
    case scheduleEnd
    case configuration
    /// A start that was planned earlier, and waited until then for locked sessions to end.
    case releasedStart
    case scheduleStart
    case plannedStart
    case strategyStart
    case startWarning
    case reminder
  }

  /// The planned instant, by the clock of its subject.
  let planned: Instant
  let rank: Rank
  /// The position of its profile. Sources follow all profiles, and the configuration comes last.
  let subject: Int
  /// The interval, of the windows or the source, to which the edge belongs.
  var interval: Interval?
  /// Whether only elapsed time brings the edge, so that setting a clock does not.
  private let isByElapsedTime: Bool
  /// The reading of the wall clock at the planned instant if the clock is not set.
  private var shown: Instant
  /// The reading of the wall clock when the edge falls: `shown`, unless the clock was set past that.
  private(set) var falls: Instant
  /// Whether the edge falls now only because its clock was set past it. Everything else of that instant comes before.
  var isBySet = false
  /// The clock that the subject follows.
  private var clock = ProfileClock.wall

  /// Creates an edge that falls at its planned instant by the wall clock.
  init(planned: Instant, rank: Rank, subject: Int, interval: Interval? = nil, isByElapsedTime: Bool = false) {
    self.planned = planned
    self.rank = rank
    self.subject = subject
    self.interval = interval
    self.isByElapsedTime = isByElapsedTime
    (shown, falls) = (planned, planned)
  }

  /// Returns this edge for a subject that follows `clock`, with the time at which it falls. If that clock was set past
  /// it since the previous evaluation, it falls now.
  func placed(by clock: ProfileClock, since previous: Present, at present: Present) -> DueEdge {
    var edge = self
    edge.clock = clock
    edge.shown = present.instant(at: planned, shownBy: present.shown(by: clock))
    edge.falls = edge.shown
    guard !isByElapsedTime else { return edge }
    let before = previous.shown(by: clock).elapsed(at: planned)
    let reached = present.instant(of: .elapsed(before))
    edge.falls = max(edge.shown, min(reached, present.wall))
    edge.isBySet = present.wall < reached
    return edge
  }

  /// Returns the reading of another subject's clock when the edge falls: the planned instant if both follow the same
  /// clock.
  ///
  /// - Parameters:
  ///   - own: the present by that clock.
  ///   - present: the present by the wall clock.
  func instant(by own: Present, at present: Present) -> Instant {
    own.clock == clock ? planned : own.instant(at: falls, shownBy: present)
  }

  /// Whether the edge falls after an earlier present: by its clock, or by elapsed time if that clock was set back.
  func isAfter(_ earlier: Present, at present: Present) -> Bool {
    earlier.shown(by: clock).wall < planned || earlier.elapsed < present.elapsed(at: falls)
  }

  /// Whether the edge was past at an earlier present, and is due only because the trusted clock was set back since. No
  /// evaluation comes between that and the present, because only an evaluation sets this clock.
  func isReturned(since earlier: Present, at present: Present) -> Bool {
    guard clock == .trusted, planned <= earlier.trusted.instant, present.isTrustedClockSet(since: earlier) else {
      return false
    }
    return present.trusted.instant < earlier.trusted.adding(nanoseconds: present.elapsed - earlier.elapsed).instant
  }

  static func == (a: DueEdge, b: DueEdge) -> Bool {
    a.planned == b.planned && a.rank == b.rank && a.subject == b.subject && a.start == b.start
  }

  static func < (a: DueEdge, b: DueEdge) -> Bool {
    if a.falls == b.falls, a.isBySet != b.isBySet { return b.isBySet }
    return (a.falls, a.shown, a.rank.rawValue, a.subject, a.start)
      < (b.falls, b.shown, b.rank.rawValue, b.subject, b.start)
  }

  /// The start of the interval, which tells apart two intervals of a profile that warn at the same instant.
  private var start: Instant { interval?.start ?? planned }
}

/// The due edges of one evaluation, and its progress.
///
/// The subjects are the profiles by position, then the registered sources in the order of their names, and last the
/// configuration.
struct EdgeRun {
  /// The subject of configuration changes that come into force.
  static let configuration = Int.max

  /// The present of the previous evaluation.
  let previous: Present
  /// The names of the registered sources.
  let sources: [String]
  /// The due edges of the profiles' windows. A profile without an entry takes no part in the run.
  var agendas: [Int: ScheduleAgenda] = [:]
  /// The next edge of each subject at the time of its insertion. It is computed again when its turn comes.
  private var queue = MinHeap<DueEdge>()
  /// The earliest noted edge of each subject in the queue; nil if the queue has none.
  private var queued: [Int: DueEdge] = [:]
  /// The starts that wait for locked sessions to end.
  var waiting: [Int: DueEdge] = [:]
  /// The profiles whose waiting intervals awaited no session any more before the first edge of this evaluation.
  var freed: Set<ProfileID> = []
  /// The reading of the wall clock when the latest completed edge fell; nil if no edge was completed.
  var reached: Instant?
  /// Whether a clock was set past the latest completed edge.
  var isPastSet = false
  /// The edge of this evaluation at which the configuration last changed. Windows have nothing due before it, unless
  /// their interval is open now.
  var first: DueEdge?

  /// Creates a run that has no subjects.
  init(since previous: Present, sources: [String]) {
    self.previous = previous
    self.sources = sources
  }

  /// Adds the next edge of a subject to the queue, unless the queue holds one of that subject that is not later.
  /// Otherwise edges that are added repeatedly would have to be removed as often.
  mutating func enqueue(_ edge: DueEdge) {
    if let first = queued[edge.subject], first <= edge { return }
    queued[edge.subject] = edge
    queue.insert(edge)
  }

  /// Removes the first edge from the queue and returns it; nil if the queue is empty.
  mutating func dequeue() -> DueEdge? {
    guard let edge = queue.popMin() else { return nil }
    if queued[edge.subject] == edge { queued[edge.subject] = nil }
    return edge
  }
}
