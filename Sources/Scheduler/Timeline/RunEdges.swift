import SchedulerCivilTime

/// The edges of the shown intervals of a timeline in which a profile replaces others, as an engine delivers them.
///
/// An interval that waits is warned of before its planned start. Later warnings whose time passed before its real start
/// are left out, and so are those after an early end. An interval that another one replaces as it starts has a start and
/// an end at one instant.
struct RunEdges {
  /// An edge of a shown track.
  struct Element {
    let track: Int
    let edge: Edge
    let place: Place
    var remarks: [Remark] = []
  }

  /// The classes of edges in their order within one instant.
  enum Class: UInt8 {
    /// A placeholder for an interval whose edges are not computed yet.
    case interval
    case endWarning
    case end
    /// The start of an interval that waited until then.
    case releasedStart
    /// A start, with the ends that it brings about before it.
    case start
    case startWarning
  }

  /// The place of an edge among those of the same instant.
  struct Place: Comparable {
    let `class`: Class
    /// The position of the profile that brings the edge about.
    let subject: Int
    /// For an interval that is replaced: the rank of its profile's identity.
    var replaced = Int.max

    static func < (a: Place, b: Place) -> Bool {
      (a.class.rawValue, a.subject, a.replaced) < (b.class.rawValue, b.subject, b.replaced)
    }
  }

  private var runs: IntervalRuns
  /// The maximum time from an edge to the planned start of its interval, in seconds.
  private let lead: Int64
  /// The ranks of the contenders by the identities of their profiles, in which an engine ends what is replaced.
  private let ranks: [Int]

  init(_ runs: IntervalRuns) {
    self.runs = runs
    lead = runs.contenders.reduce(0) { max($0, $1.track.timeline.longestWarningSeconds) }
    let identities = runs.contenders.map(\.track.profile.id)
    var ranks = Array(repeating: 0, count: identities.count)
    for (rank, index) in identities.indices.sorted(by: { identities[$0] < identities[$1] }).enumerated() {
      ranks[index] = rank
    }
    self.ranks = ranks
  }

  /// The earliest possible instant of all edges to come; nil if there are no more.
  var earliestEdge: Instant? { runs.upcomingStart.map { $0.adding(seconds: -lead) } }

  /// Returns the edges of the next interval; none if its profile is not shown.
  mutating func next() -> [Element] {
    guard let run = runs.next(), let track = runs.contenders[run.contender].position else { return [] }
    let interval = runs.interval(of: run)
    let planned = runs.contenders[run.contender].track.timeline.edges(of: run.planned)
    return planned.compactMap { edge in
      guard let instant = run.instant(of: edge) else { return nil }
      let edge = Edge(instant: instant, kind: edge.kind, interval: interval)
      return Element(track: track, edge: edge, place: place(of: edge, run), remarks: remarks(on: edge, run))
    }
  }

  private func place(of edge: Edge, _ run: IntervalRun) -> Place {
    if edge.kind == .intervalDidEnd, let replacer = run.replacer {
      return Place(class: .start, subject: replacer, replaced: ranks[run.contender])
    }
    let isReleased = edge.kind == .intervalDidStart && !run.awaited.isEmpty
    return Place(class: isReleased ? .releasedStart : Class(edge.kind), subject: run.contender)
  }

  private func remarks(on edge: Edge, _ run: IntervalRun) -> [Remark] {
    switch edge.kind {
    case .intervalDidStart: runs.waitRemarks(on: run)
    case .intervalDidEnd: runs.endRemarks(on: run)
    case .intervalWillStartWarning, .intervalWillEndWarning: []
    }
  }
}

extension RunEdges.Class {
  init(_ kind: Edge.Kind) {
    switch kind {
    case .intervalWillEndWarning: self = .endWarning
    case .intervalDidEnd: self = .end
    case .intervalDidStart: self = .start
    case .intervalWillStartWarning: self = .startWarning
    }
  }
}

extension IntervalRun {
  /// Returns when an edge of the planned interval is delivered; nil for never.
  fileprivate func instant(of edge: Edge) -> Instant? {
    switch edge.kind {
    case .intervalWillStartWarning: edge.instant
    case .intervalDidStart: start
    case .intervalWillEndWarning: start.flatMap { $0 < edge.instant && edge.instant <= end ? edge.instant : nil }
    case .intervalDidEnd: start == nil ? nil : end
    }
  }
}
