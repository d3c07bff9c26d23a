import SchedulerCivilTime

/// The intervals of several profiles, merged in order of time.
public struct Timeline: Sendable {
  /// A profile and its timeline.
  public struct Track: Sendable {
    /// The profile.
    public let profile: ProfileReference
    /// Its intervals.
    public let timeline: ProfileTimeline

    /// Creates a track from a profile and its timeline.
    public init(profile: ProfileReference, timeline: ProfileTimeline) {
      self.profile = profile
      self.timeline = timeline
    }
  }

  /// The tracks, ordered by profile key.
  public let tracks: [Track]

  /// Creates a timeline of `tracks` and orders them by profile key.
  public init(_ tracks: [Track]) { self.tracks = tracks.sorted { $0.profile.key < $1.profile.key } }

  /// Returns the intervals of all tracks that end after `instant`, sorted by start, end and profile key.
  ///
  /// Complexity: O(log p) per interval for p tracks, in addition to computing it.
  public func intervals(endingAfter instant: Instant) -> MergedIntervals {
    MergedIntervals(tracks: tracks, after: instant)
  }

  /// Returns the first start or end of an interval after `instant`, or nil if there is none.
  public func nextChange(after instant: Instant) -> Instant? {
    tracks.compactMap { $0.timeline.nextChange(after: instant) }.min()
  }
}

/// The intervals of several profiles, ordered by start, end and profile key.
public struct MergedIntervals: Sequence, IteratorProtocol {
  /// An interval and the position of its profile in `Timeline.tracks`.
  public struct Element: Sendable {
    /// The position of the profile's track.
    public let track: Int
    /// The interval.
    public let interval: Interval
  }

  private var sources: [ProfileTimeline.Intervals]
  private var heap = MinHeap<Turn>()

  init(tracks: [Timeline.Track], after instant: Instant) {
    sources = tracks.map { $0.timeline.intervals(endingAfter: instant) }
    heap.reserveCapacity(sources.count)
    for track in sources.indices {
      if let interval = sources[track].upcoming { heap.insert(Turn(interval, track: track)) }
    }
  }

  /// Returns the next interval, or nil if there are no more.
  public mutating func next() -> Element? {
    guard let track = heap.min?.track, let interval = sources[track].next() else { return nil }
    if let following = sources[track].upcoming {
      heap.replaceMin(with: Turn(following, track: track))
    } else {
      _ = heap.popMin()
    }
    return Element(track: track, interval: interval)
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
