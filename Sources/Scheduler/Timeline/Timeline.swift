import CivilTime

/// The intervals of several profiles, merged in order of time.
public struct Timeline: Sendable {
  /// One profile's part of a timeline.
  public struct Track: Sendable {
    /// The profile.
    public let profile: Profile.Reference
    /// Its intervals.
    public let timeline: ProfileTimeline

    /// The timeline of one profile.
    public init(profile: Profile.Reference, timeline: ProfileTimeline) {
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
  public struct Element: Comparable, Sendable {
    /// The position of the profile's track.
    public let track: Int
    /// The interval.
    public let interval: Interval

    /// Orders by start, end and profile key.
    public static func < (a: Element, b: Element) -> Bool {
      (a.interval.start, a.interval.end, a.track) < (b.interval.start, b.interval.end, b.track)
    }
  }

  private var sources: [ProfileTimeline.Intervals]
  private var heap = MinHeap<Element>()

  init(tracks: [Timeline.Track], after instant: Instant) {
    sources = tracks.map { $0.timeline.intervals(endingAfter: instant) }
    heap.reserveCapacity(sources.count)
    for track in sources.indices {
      if let interval = sources[track].next() { heap.insert(Element(track: track, interval: interval)) }
    }
  }

  /// The next interval, or nil when there are no more.
  public mutating func next() -> Element? {
    guard let first = heap.min else { return nil }
    if let interval = sources[first.track].next() {
      heap.replaceMin(with: Element(track: first.track, interval: interval))
    } else {
      _ = heap.popMin()
    }
    return first
  }
}
