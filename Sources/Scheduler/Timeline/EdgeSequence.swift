import SchedulerCivilTime

/// The edges of all profiles of a timeline in delivery order: by instant, then end warnings, ends, starts and start
/// warnings, and within each kind by profile key.
///
/// Complexity: O(log e) per edge for e edges between the longest warning and the present.
public struct EdgeSequence: Sequence, IteratorProtocol {
  /// An edge and the position of its profile in `Timeline.tracks`.
  public struct Element: Sendable {
    /// The position of the profile's track.
    public let track: Int
    /// The edge.
    public let edge: Edge
  }

  private let tracks: [Timeline.Track]
  private let from: Instant
  private var sources: [ProfileTimeline.Intervals]
  private var heap = MinHeap<Item>()

  init(tracks: [Timeline.Track], from: Instant) {
    self.tracks = tracks
    self.from = from
    // An interval that ends exactly at `from` still has its end to deliver.
    sources = tracks.map { $0.timeline.intervals(endingAfter: from.adding(seconds: -1)) }
    for track in sources.indices { queueNextInterval(of: track) }
  }

  /// Returns the next edge at or after the first instant requested, or nil if there are no more.
  public mutating func next() -> Element? {
    while let item = heap.popMin() {
      guard let edge = item.edge else {
        unfold(item.interval, of: item.track)
        continue
      }
      return Element(track: item.track, edge: edge)
    }
    return nil
  }

  /// Queues an interval at the earliest possible instant of its edges.
  private mutating func queueNextInterval(of track: Int) {
    guard let interval = sources[track].next() else { return }
    let earliest = interval.start.adding(seconds: -tracks[track].timeline.longestWarningSeconds)
    heap.insert(Item(instant: earliest, track: track, interval: interval, edge: nil))
  }

  /// Replaces a queued interval by its edges, and queues the interval after it.
  private mutating func unfold(_ interval: Interval, of track: Int) {
    for edge in tracks[track].timeline.edges(of: interval) where edge.instant >= from {
      heap.insert(Item(instant: edge.instant, track: track, interval: interval, edge: edge))
    }
    queueNextInterval(of: track)
  }

  /// An edge, or an interval whose edges are not computed yet. The latter comes first at its instant.
  private struct Item: Comparable {
    let instant: Instant
    let track: Int
    let interval: Interval
    let edge: Edge?

    private var order: Int { edge.map { Int($0.kind.rawValue) } ?? -1 }

    static func < (a: Item, b: Item) -> Bool {
      (a.instant, a.order, a.track) < (b.instant, b.order, b.track)
    }
  }
}

extension Timeline {
  /// Returns the edges at or after `instant`, in delivery order.
  public func edges(from instant: Instant) -> EdgeSequence { EdgeSequence(tracks: tracks, from: instant) }
}
