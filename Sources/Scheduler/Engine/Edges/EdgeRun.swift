import CivilTime

/// What one evaluation has due, of which subjects, and how far it has come.
///
/// The subjects are the profiles by position, behind them the registered sources in the order of their names, and last the
/// configuration.
struct EdgeRun {
  /// The subject of what comes into force of configurations.
  static let configuration = Int.max

  /// What the wall clock showed at the evaluation before.
  let previous: Instant
  /// The names of the registered sources.
  let sources: [String]
  /// What the windows of the profiles have due; a profile without an entry has no part in the run.
  var agendas: [Int: ScheduleAgenda] = [:]
  /// The next thing of each subject.
  var queue = MinHeap<DueEdge>()
  /// Starts that wait for locked sessions to end.
  var waiting: [Int: DueEdge] = [:]
  /// The newest planned instant of what was done; nil for nothing.
  var reached: Instant?
  /// What came into force in this evaluation last: windows have nothing due before it, unless their interval is open now.
  var first: DueEdge?

  /// A run that has no subjects yet.
  init(since previous: Instant, sources: [String]) {
    self.previous = previous
    self.sources = sources
  }
}
