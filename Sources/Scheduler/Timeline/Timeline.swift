import SchedulerCivilTime

/// The intervals of several profiles, merged in order of time.
public struct Timeline: Sendable {
  /// One profile's part of a timeline.
  public struct Track: Sendable {
    /// The profile.
    public let profile: ProfileReference
    /// Its intervals.
    public let timeline: ProfileTimeline

    /// The timeline of one profile.
    public init(profile: ProfileReference, timeline: ProfileTimeline) {
      self.profile = profile
      self.timeline = timeline
    }
  }

  /// The profiles' timelines in profile-key order.
  public let tracks: [Track]

  /// A timeline of `tracks`, which are put in profile-key order.
  public init(_ tracks: [Track]) {
    self.tracks = tracks.sorted { $0.profile.key < $1.profile.key }
  }

  /// The intervals of all tracks that end after `instant`, sorted by start, end and profile key.
  ///
  /// Complexity: O(log p) an interval for p tracks, beside making it.
  public func intervals(endingAfter instant: Instant) -> MergedIntervals {
    MergedIntervals(tracks: tracks, after: instant)
  }

  /// The first start or end of an interval after `instant`.
  public func nextChange(after instant: Instant) -> Instant? {
    tracks.compactMap { $0.timeline.nextChange(after: instant) }.min()
  }
}

/// Intervals of several profiles in order of start, end and profile key.
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
      if let interval = sources[track].upcoming { heap.insert(Turn(interval, track)) }
    }
  }

  /// The next interval, or nil when there are no more.
  public mutating func next() -> Element? {
    guard let track = heap.min?.track, let interval = sources[track].next() else { return nil }
    if let following = sources[track].upcoming {
      heap.replaceMin(with: Turn(following, track))
    } else {
      _ = heap.popMin()
    }
    return Element(track: track, interval: interval)
  }

  /// What decides when a track's upcoming interval has its turn: start, end and profile key.
  private struct Turn: Comparable {
    let start: Instant
    let end: Instant
    let track: Int

    init(_ interval: Interval, _ track: Int) {
      start = interval.start
      end = interval.end
      self.track = track
    }

    static func < (a: Turn, b: Turn) -> Bool { (a.start, a.end, a.track) < (b.start, b.end, b.track) }
  }
}
