import SchedulerCivilTime

/// What becomes of an interval among those of other profiles, without any commands.
struct IntervalRun {
  /// The position of its contender.
  let contender: Int
  /// The interval as the windows state it.
  let planned: Interval
  /// The instant at which it really starts; nil if it never does.
  var start: Instant?
  /// The instant at which it really ends. If it ends as it starts, the session has no length.
  var end: Instant
  /// The position of the contender that ends it early; nil if none does.
  var replacer: Int?
  /// The positions of the contenders for whose end it waits.
  var awaited: [Int] = []

  init(_ planned: Interval, of contender: Int) {
    self.contender = contender
    self.planned = planned
    start = planned.start
    end = planned.end
  }
}

/// The intervals of several profiles with what becomes of them, in the order of their planned starts and of profile
/// keys.
///
/// The rules are those of the engine: an interval of a profile that replaces others ends at its planned start all
/// intervals that run then, except locked ones. It waits until those are over, and does not start if it is over by then,
/// or if another interval replaces it meanwhile. The first evaluation is eight days before the instant in question.
struct IntervalRuns: IteratorProtocol {
  /// A track of a timeline, with its position among the shown tracks; nil if it is not shown.
  struct Contender {
    let track: Timeline.Track
    let position: Int?
  }

  /// The tracks that matter, ordered by profile key.
  let contenders: [Contender]
  private let firstEvaluation: Instant
  private var starts: PlannedStarts
  private var replacements: Replacements
  /// Number of shown tracks that have further intervals.
  private var shownLeft = 0
  /// Number of intervals since the last one that is shown and runs.
  private var idle = 0
  /// The locked intervals that may still run.
  private var locked: [IntervalRun] = []

  /// The time from the first evaluation to the instant in question, in seconds. It is longer than any interval.
  private static let headStart: Int64 = 8 * 86_400

  /// Maximum number of intervals in a row that are not shown or do not run. It takes about a second to compute them, and
  /// a hundred profiles with an interval a day have fewer in 28 years.
  private static let mostIdle = 2_000_000

  /// The time before the first evaluation ever in which planned intervals still replace others, in seconds.
  static let lookBack: Int64 = 86_400

  /// Creates the runs of the intervals that end after an instant, and of some that end before it.
  init(_ contenders: [Contender], after instant: Instant) {
    self.contenders = contenders
    firstEvaluation = instant.adding(seconds: -Self.headStart)
    // What replaces others counts for a day longer, also if it is over at the first evaluation.
    let lookBack = firstEvaluation.adding(seconds: -Self.lookBack)
    let begin = firstEvaluation
    starts = PlannedStarts(
      contenders.map { $0.track.timeline.intervals(endingAfter: $0.track.replacesOthers ? lookBack : begin) })
    replacements = Replacements(
      PlannedStarts(
        contenders.map { $0.track.replacesOthers ? $0.track.timeline.intervals(endingAfter: lookBack) : nil }))
    shownLeft = contenders.indices.count { contenders[$0].position != nil && starts.hasMore(of: $0) }
  }

  /// The planned start of the next interval; nil if there are no more, none of a shown track, or too many in a row are
  /// hidden or never start.
  var upcomingStart: Instant? { isOver ? nil : starts.upcomingStart }

  private var isOver: Bool { shownLeft == 0 || idle > Self.mostIdle }

  /// Returns the next interval with what becomes of it, or nil if there are no more.
  mutating func next() -> IntervalRun? {
    guard !isOver, let (contender, interval) = starts.next() else { return nil }
    if contenders[contender].position != nil, !starts.hasMore(of: contender) { shownLeft -= 1 }
    replacements.remove(through: interval.start, contender)
    let run = run(of: interval, contender)
    let isShown = contenders[contender].position != nil && run.start.map { $0 < run.end } ?? false
    idle = isShown ? 0 : idle + 1
    return run
  }

  /// Returns what becomes of the next interval.
  private mutating func run(of interval: Interval, _ contender: Int) -> IntervalRun {
    var run = IntervalRun(interval, of: contender)
    if contenders[contender].track.replacesOthers { wait(&run) }
    if interval.end <= firstEvaluation { run.start = nil }
    guard run.start != nil else { return run }
    if contenders[contender].track.isLocked {
      locked.append(run)
    } else if let replacement = replacements.first(otherThan: contender, before: run.end) {
      run.end = replacement.instant
      run.replacer = replacement.contender
    }
    return run
  }

  /// Delays the start of an interval that replaces others until the locked intervals that run then are over.
  private mutating func wait(_ run: inout IntervalRun) {
    locked.removeAll { $0.end <= run.planned.start }
    let awaited = locked.filter { $0.contender != run.contender }
    guard let release = awaited.map(\.end).max() else { return }
    run.awaited = awaited.map(\.contender)
    let isReplaced = replacements.first(otherThan: run.contender, before: release) != nil
    run.start = isReplaced || run.end <= release ? nil : release
  }
}

/// The planned starts of the intervals of several contenders, ordered by instant and contender.
private struct PlannedStarts {
  private var sources: [ProfileTimeline.Intervals?]
  private var heap = MinHeap<Turn>()

  init(_ sources: [ProfileTimeline.Intervals?]) {
    self.sources = sources
    for contender in sources.indices {
      if let first = sources[contender]?.upcoming { heap.insert(Turn(start: first.start, contender: contender)) }
    }
  }

  var upcomingStart: Instant? { heap.min?.start }

  /// Whether a contender has further starts.
  func hasMore(of contender: Int) -> Bool { sources[contender]?.upcoming != nil }

  mutating func next() -> (contender: Int, interval: Interval)? {
    guard let contender = heap.min?.contender, let interval = sources[contender]?.next() else { return nil }
    if let following = sources[contender]?.upcoming {
      heap.replaceMin(with: Turn(start: following.start, contender: contender))
    } else {
      _ = heap.popMin()
    }
    return (contender, interval)
  }

  private struct Turn: Comparable {
    let start: Instant
    let contender: Int

    static func < (a: Turn, b: Turn) -> Bool { (a.start, a.contender) < (b.start, b.contender) }
  }
}

/// The coming starts of intervals that replace others, computed as far as they are asked for.
private struct Replacements {
  private var starts: PlannedStarts
  private var known: [(instant: Instant, contender: Int)] = []
  private var head = 0

  init(_ starts: PlannedStarts) { self.starts = starts }

  /// Removes all starts up to and including this one.
  mutating func remove(through instant: Instant, _ contender: Int) {
    while let first = element(at: head), (first.instant, first.contender) <= (instant, contender) { head += 1 }
    guard head > Self.mostRemoved else { return }
    known.removeFirst(head)
    head = 0
  }

  /// Returns the first start of another contender before an instant; nil if there is none.
  mutating func first(otherThan contender: Int, before end: Instant) -> (instant: Instant, contender: Int)? {
    var index = head
    while let start = element(at: index), start.instant < end {
      if start.contender != contender { return start }
      index += 1
    }
    return nil
  }

  /// Number of removed elements that are kept, so that removing one takes constant time on average.
  private static let mostRemoved = 64

  private mutating func element(at index: Int) -> (instant: Instant, contender: Int)? {
    while known.count <= index {
      guard let (contender, interval) = starts.next() else { return nil }
      known.append((interval.start, contender))
    }
    return known[index]
  }
}
