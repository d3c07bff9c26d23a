import SchedulerCivilTime

/// The intervals of several profiles, merged in order of time.
///
/// If a profile replaces others, intervals end early, start late or do not start at all. The timeline contains them as
/// they run without any commands, as an engine would run them that was started without sessions eight days before the
/// instant in question.
public struct Timeline: Sendable {
  /// A profile and its timeline.
  public struct Track: Sendable {
    /// The profile.
    public let profile: ProfileReference
    /// Its intervals.
    public let timeline: ProfileTimeline
    /// Whether its intervals end those of other profiles when they start.
    public let replacesOthers: Bool
    /// Whether an interval that would replace others waits until those of this profile are over.
    public let isLocked: Bool
    /// Whether remarks on the intervals of other profiles name the profile.
    public internal(set) var isNamed = true

    /// Creates a track from a profile and its timeline.
    public init(
      profile: ProfileReference, timeline: ProfileTimeline, replacesOthers: Bool = false, isLocked: Bool = false
    ) {
      self.profile = profile
      self.timeline = timeline
      self.replacesOthers = replacesOthers
      self.isLocked = isLocked
    }
  }

  /// The tracks whose intervals the timeline contains, ordered by profile key.
  public let tracks: [Track]
  /// The tracks whose intervals are left out, but may end or delay those of `tracks`.
  private let others: [Track]
  /// Whether any track replaces others.
  public let hasReplacing: Bool

  /// Creates a timeline of `tracks` and orders them by profile key.
  public init(_ tracks: [Track]) { self.init(tracks, beside: []) }

  private init(_ tracks: [Track], beside others: [Track]) {
    self.tracks = tracks.sorted { $0.profile.key < $1.profile.key }
    self.others = others
    hasReplacing = [tracks, others].contains { $0.contains { $0.replacesOthers && !$0.timeline.windows.isEmpty } }
  }

  /// Returns this timeline with the intervals of some profiles only. The other profiles still replace them.
  ///
  /// - Parameters:
  ///   - isShown: whether the intervals of a profile are in the timeline.
  ///   - isNamed: whether remarks on other intervals may name a profile.
  public func showing(
    _ isShown: (ProfileReference) -> Bool, naming isNamed: (ProfileReference) -> Bool = { _ in true }
  ) -> Timeline {
    guard hasReplacing else { return Timeline(tracks.filter { isShown($0.profile) }) }
    var (shown, hidden) = ([] as [Track], others)
    for var track in tracks {
      track.isNamed = track.isNamed && isNamed(track.profile)
      if isShown(track.profile) { shown.append(track) } else { hidden.append(track) }
    }
    return Timeline(shown, beside: hidden)
  }

  /// Returns the intervals of all tracks that end after `instant`, sorted by start, end and profile key.
  ///
  /// Complexity: O(log p) per interval for p tracks, in addition to computing it. If a track replaces others, the
  /// intervals of the eight days before `instant` are computed, too.
  public func intervals(endingAfter instant: Instant) -> MergedIntervals {
    MergedIntervals(of: self, after: instant)
  }

  /// Returns the first start or end of an interval after `instant`, or nil if there is none.
  public func nextChange(after instant: Instant) -> Instant? {
    guard hasReplacing else { return tracks.compactMap { $0.timeline.nextChange(after: instant) }.min() }
    var change: Instant?
    for element in intervals(endingAfter: instant) {
      if element.interval.start > instant {
        return change.map { min($0, element.interval.start) } ?? element.interval.start
      }
      change = change.map { min($0, element.interval.end) } ?? element.interval.end
    }
    return change
  }

  /// Returns the intervals of each track that overlap a range, by the positions of the tracks.
  ///
  /// Complexity: linear in the intervals of the range. If a track replaces others, those of the eight days before it are
  /// computed, too.
  public func intervals(in range: Range<Instant>) -> [[MergedIntervals.Element]] {
    guard hasReplacing else {
      return tracks.indices.map { track in
        tracks[track].timeline.intervals(endingAfter: range.lowerBound).prefix { $0.start < range.upperBound }
          .map { MergedIntervals.Element(track: track, interval: $0) }
      }
    }
    var found: [[MergedIntervals.Element]] = tracks.map { _ in [] }
    for element in intervals(endingAfter: range.lowerBound) {
      guard element.interval.start < range.upperBound else { break }
      found[element.track].append(element)
    }
    return found
  }

  /// The intervals as they run, for a timeline in which a track replaces others.
  func runs(endingAfter instant: Instant) -> IntervalRuns {
    // A profile that replaces nothing is not kept waiting, so those that could delay it do not matter.
    let isWaiting = tracks.contains(where: \.replacesOthers)
    let contenders =
      tracks.indices.map { IntervalRuns.Contender(track: tracks[$0], position: $0) }
      + others.filter { $0.replacesOthers || isWaiting && $0.isLocked }.map {
        IntervalRuns.Contender(track: $0, position: nil)
      }
    return IntervalRuns(contenders.sorted { $0.track.profile.key < $1.track.profile.key }, after: instant)
  }
}

/// The intervals of several profiles, ordered by start, end and profile key.
public struct MergedIntervals: Sequence, IteratorProtocol, Sendable {
  /// The result of a step of the search for the next interval.
  enum Step {
    case interval(Element)
    /// The search is to be continued.
    case pause
    /// There are no more intervals.
    case end
  }

  /// An interval and the position of its profile in `Timeline.tracks`.
  public struct Element: Sendable {
    /// The position of the profile's track.
    public let track: Int
    /// The interval.
    public let interval: Interval
    /// What other profiles do to the interval.
    public var remarks: [Remark] = []
  }

  private var sources: [ProfileTimeline.Intervals] = []
  private var heap = MinHeap<Turn>()
  /// The intervals as they run, if a track replaces others; else nil.
  private var running: RunningIntervals?

  init(of timeline: Timeline, after instant: Instant) {
    if timeline.hasReplacing {
      running = RunningIntervals(timeline.runs(endingAfter: instant), after: instant)
      return
    }
    sources = timeline.tracks.map { $0.timeline.intervals(endingAfter: instant) }
    heap.reserveCapacity(sources.count)
    for track in sources.indices {
      if let interval = sources[track].upcoming { heap.insert(Turn(interval, track: track)) }
    }
  }

  /// Returns the next interval, or nil if there are no more.
  public mutating func next() -> Element? {
    if case .interval(let element) = step(atMost: .max) { element } else { nil }
  }

  /// Searches for the next interval. If a track replaces others, examines up to `count` planned intervals.
  mutating func step(atMost count: Int) -> Step {
    guard let track = heap.min?.track, let interval = sources[track].next() else {
      return running?.step(atMost: count) ?? .end
    }
    if let following = sources[track].upcoming {
      heap.replaceMin(with: Turn(following, track: track))
    } else {
      _ = heap.popMin()
    }
    return .interval(Element(track: track, interval: interval))
  }

  /// The sort key of a track's upcoming interval: start, end and profile key.
  private struct Turn: Comparable {
    let start: Instant
    let end: Instant
    let track: Int

    init(_ interval: Interval, track: Int) {
      start = interval.start
      end = interval.end
      self.track = track
    }

    static func < (a: Turn, b: Turn) -> Bool { (a.start, a.end, a.track) < (b.start, b.end, b.track) }
  }
}
