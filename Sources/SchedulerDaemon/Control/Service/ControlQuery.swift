import Scheduler
import SchedulerJSON

/// A question whose reply is computed in pieces, one a turn.
enum ControlQuery: Sendable {
  case history(HistoryQuery)
  case intervals(IntervalQuery)
  case pending(PendingQuery)
  case profiles(ProfileQuery)
  case status(StatusQuery)
  case why(WhyQuery)

  /// Whether the question keeps much memory, so that only one such question is answered at a time.
  var isSearch: Bool {
    switch self {
    case .pending, .why: true
    case .history, .intervals, .profiles, .status: false
    }
  }

  /// Computes the next piece. Returns the reply once it is complete.
  mutating func advance(using source: some ControlSource) throws(ControlError) -> [UInt8]? {
    switch self {
    case .history(var query):
      defer { self = .history(query) }
      return try query.advance(using: source)
    case .intervals(var query):
      defer { self = .intervals(query) }
      return try query.advance()
    case .pending(var query):
      defer { self = .pending(query) }
      return query.advance()
    case .profiles(var query):
      defer { self = .profiles(query) }
      return query.advance()
    case .status(var query):
      defer { self = .status(query) }
      return query.advance()
    case .why(var query):
      defer { self = .why(query) }
      return try query.advance(using: source)
    }
  }
}

/// The question for the intervals until an instant. The profiles are examined in groups, or together if one of them
/// replaces others.
struct IntervalQuery: Sendable {
  /// The number of profiles whose intervals are listed in one turn. A daemon takes about 10 ms for as many, and for the
  /// most intervals of a reply.
  static let profilesPerPiece = 500
  /// The number of planned intervals that are examined in one turn if a profile replaces others. A daemon takes about
  /// 10 ms for as many.
  static let intervalsPerPiece = 5_000

  private typealias Found = (track: Int, interval: Interval, remarks: [Remark])

  private let timeline: Timeline
  private let from: Instant
  private let until: Instant?
  private let limit: Int
  private var examinedCount = 0
  /// The position in the intervals of all profiles, if one of them replaces others.
  private var cursor: IntervalListing.Cursor?
  /// The first intervals of the profiles examined so far, in order.
  private var found: [Found] = []
  /// The limits that were used up or will be, as far as the viewer may know.
  private let limits: [LimitInterval]

  init(_ reader: ControlReader<some ControlSource>) throws(ControlError) {
    let (call, source) = (reader.call, reader.source)
    from = try call.parameters.instant("from", using: source) ?? source.now.wall
    until = try call.parameters.instant("until", using: source)
    if let until, until < from { throw .invalid("rangeInvalid", message: "'until' is before 'from'") }
    limit = try reader.limit(
      otherwise: until == nil ? IntervalListing.usualCount : Int64(ControlInterface.mostEntries + 1))
    let asked = call.parameters["profiles"]?.arrayValue?.compactMap(\.stringValue) ?? []
    let keys = Set(try reader.check(asked))
    let seen = reader.seenProfiles
    timeline = reader.configuration.timeline.showing(
      { seen.contains($0.id) && (keys.isEmpty || keys.contains($0.key)) }, naming: { seen.contains($0.id) })
    limits = Array(
      source.engine.limitIntervals(at: source.now, from: from, until: until, for: reader.viewer)
        .filter { keys.isEmpty || keys.contains($0.standing.profile.key) }.prefix(limit))
  }

  mutating func advance() throws(ControlError) -> [UInt8]? {
    if timeline.hasReplacing { return try advanceTogether() }
    guard examinedCount < timeline.tracks.count else { return try reply() }
    let end = min(examinedCount + Self.profilesPerPiece, timeline.tracks.count)
    let group = Timeline(Array(timeline.tracks[examinedCount..<end]))
    let first = examinedCount
    var found = found
    IntervalListing(group, from: from, until: until, limit: limit).forEach { track, interval, remarks in
      found.append((first + track, interval, remarks))
      return true
    }
    found.sort { a, b in
      (a.interval.start, a.interval.end, a.track) < (b.interval.start, b.interval.end, b.track)
    }
    self.found = Array(found.prefix(limit))
    examinedCount = end
    return nil
  }

  private mutating func advanceTogether() throws(ControlError) -> [UInt8]? {
    guard var cursor else {
      cursor = IntervalListing.Cursor(IntervalListing(timeline, from: from, until: until, limit: limit))
      return nil
    }
    self.cursor = nil
    var found = found
    self.found = []
    let isOver = cursor.advance(by: Self.intervalsPerPiece) { track, interval, remarks in
      found.append((track, interval, remarks))
      return true
    }
    self.found = found
    self.cursor = cursor
    return isOver ? try reply() : nil
  }

  private func reply() throws(ControlError) -> [UInt8] {
    let most = ControlInterface.mostEntries
    guard found.count <= most else {
      throw .invalid(
        "tooMany", message: "there are more than \(most) intervals until then",
        help: ["set an earlier 'until' or a smaller 'limit'"])
    }
    var intervals = IntervalJSON(timeline, from: from)
    return VarlinkReply.bytes { json in
      json.array("intervals") { json in
        for (track, interval, remarks) in found {
          json.object { json in
            intervals.writeMembers(of: interval, track: track, remarks: remarks, to: &json)
          }
        }
      }
      json.array("limits", of: limits) { interval, json in json.object { interval.writeMembers(to: &$0, from: from) } }
    }
  }
}
