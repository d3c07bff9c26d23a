import SchedulerCivilTime

/// The edges of all profiles of a timeline in delivery order: by instant, then end warnings, ends, starts and start
/// warnings, and within each kind by profile key.
///
/// If a profile replaces others, these are the edges of the intervals as they run. An interval that another one replaces
/// ends where that one starts, after the ends that are planned for the same instant.
///
/// Complexity: O(log e) per edge for e edges between the longest warning and the present.
public struct EdgeSequence: Sequence, IteratorProtocol {
  /// An edge and the position of its profile in `Timeline.tracks`.
  public struct Element: Sendable {
    /// The position of the profile's track.
    public let track: Int
    /// The edge.
    public let edge: Edge
    /// What other profiles do at this edge.
    public var remarks: [Remark] = []
  }

  private let tracks: [Timeline.Track]
  private let from: Instant
  private var sources: [ProfileTimeline.Intervals] = []
  private var heap = MinHeap<Item>()
  /// The intervals as they run, if a track replaces others; else nil.
  private var runs: RunEdges?
  /// The instant of the last edge.
  private var last: Instant

  init(of timeline: Timeline, from: Instant) {
    tracks = timeline.tracks
    self.from = from
    last = from
    if timeline.hasReplacing {
      runs = RunEdges(timeline.runs(endingAfter: from))
    } else {
      // An interval that ends exactly at `from` still has its end to deliver.
      let before = from.adding(seconds: -1)
      sources = tracks.map { $0.timeline.intervals(endingAfter: before) }
      for track in sources.indices { queueNextInterval(of: track) }
    }
  }

  /// Returns the next edge at or after the first instant requested, or nil if there are no more.
  public mutating func next() -> Element? {
    unfoldRuns()
    while let item = heap.popMin() {
      guard let edge = item.edge else {
        unfold(item.interval, of: item.track)
        continue
      }
      last = edge.instant
      return Element(track: item.track, edge: edge, remarks: item.remarks)
    }
    return nil
  }

  /// Queues the edges of all running intervals that may come before the first queued edge.
  private mutating func unfoldRuns() {
    while let earliest = runs?.earliestEdge {
      if let first = heap.min {
        guard earliest <= first.instant else { return }
      } else if earliest.seconds(since: last) > RunningIntervals.longestPause {
        return
      }
      for edge in runs?.next() ?? [] where edge.edge.instant >= from { heap.insert(Item(edge)) }
    }
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
    let place: RunEdges.Place
    var remarks: [Remark] = []

    init(instant: Instant, track: Int, interval: Interval, edge: Edge?) {
      self.instant = instant
      self.track = track
      self.interval = interval
      self.edge = edge
      place = RunEdges.Place(class: edge.map { RunEdges.Class($0.kind) } ?? .interval, subject: track)
    }

    init(_ edge: RunEdges.Element) {
      instant = edge.edge.instant
      track = edge.track
      interval = edge.edge.interval
      self.edge = edge.edge
      place = edge.place
      remarks = edge.remarks
    }

    static func < (a: Item, b: Item) -> Bool { (a.instant, a.place) < (b.instant, b.place) }
    static func == (a: Item, b: Item) -> Bool { (a.instant, a.place) == (b.instant, b.place) }
  }
}

extension Timeline {
  /// Returns the edges at or after `instant`, in delivery order.
  public func edges(from instant: Instant) -> EdgeSequence { EdgeSequence(of: self, from: instant) }
}
