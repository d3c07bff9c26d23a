import SchedulerCivilTime

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
  /// The reading of the wall clock when the latest completed edge fell; nil if no edge was completed.
  var reached: Instant?
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
