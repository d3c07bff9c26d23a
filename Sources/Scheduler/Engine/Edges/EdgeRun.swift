import SchedulerCivilTime

/// What one evaluation has due, of which subjects, and how far it has come.
///
/// The subjects are the profiles by position, behind them the registered sources in the order of their names, and last the
/// configuration.
struct EdgeRun {
  /// The subject of what comes into force of configurations.
  static let configuration = Int.max

  /// The present of the evaluation before.
  let previous: Present
  /// The names of the registered sources.
  let sources: [String]
  /// What the windows of the profiles have due; a profile without an entry has no part in the run.
  var agendas: [Int: ScheduleAgenda] = [:]
  /// The next thing of each subject, as of when it was put there; it is looked at anew when its turn comes.
  private var queue = MinHeap<DueEdge>()
  /// Of each subject something that the queue holds, the earliest as far as it was noted; nil for none.
  private var queued: [Int: DueEdge] = [:]
  /// Starts that wait for locked sessions to end.
  var waiting: [Int: DueEdge] = [:]
  /// What the wall clock showed when the newest thing fell that was done; nil for nothing.
  var reached: Instant?
  /// What came into force in this evaluation last: windows have nothing due before it, unless their interval is open now.
  var first: DueEdge?

  /// A run that has no subjects yet.
  init(since previous: Present, sources: [String]) {
    self.previous = previous
    self.sources = sources
  }

  /// Puts the next thing of a subject into the queue, unless the subject has its turn by then anyway: otherwise what is
  /// put there again and again would have to be taken out as often.
  mutating func enqueue(_ edge: DueEdge) {
    if let first = queued[edge.subject], first <= edge { return }
    queued[edge.subject] = edge
    queue.insert(edge)
  }

  /// Takes the first thing out of the queue; nil when nothing is left.
  mutating func dequeue() -> DueEdge? {
    guard let edge = queue.popMin() else { return nil }
    if queued[edge.subject] == edge { queued[edge.subject] = nil }
    return edge
  }
}
