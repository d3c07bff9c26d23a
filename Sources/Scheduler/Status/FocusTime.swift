/// The time in which sessions enforced their shields, by day. A second counts once, also if several sessions have it.
///
/// History records only the sum of a session, so that it is spread evenly over the time in which the session ran. Where
/// sessions overlap, the one counts that enforced its shield for the largest share of its time.
struct FocusTime: Sendable {
  /// A part of the time, in seconds since 1970.
  private struct Piece {
    var start: Int64
    var end: Int64
    /// How much of it counts, from 0 to 1.
    var share: Double
  }

  /// The beginnings of the days and the end of the last one, in order, in seconds since 1970.
  private let edges: [Int64]
  /// The parts in order. None overlaps another, and none lies outside of the days.
  private var pieces: [Piece] = []
  /// The seconds of each day.
  private var sums: [Double]

  /// Creates the time of the days between instants that are given in order, in seconds since 1970.
  init(edges: [Int64]) {
    self.edges = edges
    sums = Array(repeating: 0, count: max(0, edges.count - 1))
  }

  /// The whole seconds of each day, which add up to those of all days together.
  var days: [Int64] {
    // What rounding may have taken off a whole second is added.
    var (total, last) = (0.001, Int64(0))
    return sums.map { seconds in
      total += seconds
      defer { last = Int64(total) }
      return Int64(total) - last
    }
  }

  /// Adds a session that enforced its shield for some seconds between two times.
  ///
  /// Complexity: O(n) for n sessions.
  mutating func add(_ seconds: Int64, from first: Int64, to last: Int64) {
    let length = max(last - first, seconds)
    guard length > 0, let begin = edges.first, let limit = edges.last else { return }
    let share = Double(seconds) / Double(length)
    let (start, end) = (max(last - length, begin), min(last, limit))
    guard start < end else { return }
    let lower = pieces.firstIndex { $0.end > start } ?? pieces.count
    let upper = pieces[lower...].firstIndex { $0.start >= end } ?? pieces.count
    var new: [Piece] = []
    var position = start
    for piece in pieces[lower..<upper] {
      let (from, to) = (max(piece.start, start), min(piece.end, end))
      if piece.start < start { new.append(Piece(start: piece.start, end: start, share: piece.share)) }
      if position < from { new.append(counting(share, from: position, to: from)) }
      new.append(counting(share, over: piece.share, from: from, to: to))
      position = to
      if piece.end > end { new.append(Piece(start: end, end: piece.end, share: piece.share)) }
    }
    if position < end { new.append(counting(share, from: position, to: end)) }
    pieces.replaceSubrange(lower..<upper, with: new)
  }

  /// Counts a share of a part, beyond the share that counts already. Returns the part with the larger share.
  private mutating func counting(_ share: Double, over former: Double = 0, from start: Int64, to end: Int64) -> Piece {
    for day in sums.indices where share > former && edges[day] < end && start < edges[day + 1] {
      sums[day] += Double(min(end, edges[day + 1]) - max(start, edges[day])) * (share - former)
    }
    return Piece(start: start, end: end, share: max(share, former))
  }
}
