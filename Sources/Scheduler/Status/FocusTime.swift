/// The time in which sessions enforced their shields. A second counts once, also if several sessions have it.
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

    /// The seconds that count before an instant.
    func seconds(before instant: Int64) -> Double { Double(max(0, min(end, instant) - start)) * share }
  }

  /// The parts in order. None overlaps another.
  private var pieces: [Piece] = []

  /// Adds a session that enforced its shield for some seconds between two times.
  ///
  /// - Parameter range: only what lies in it is kept.
  /// - Complexity: O(n) with n sessions.
  mutating func add(_ seconds: Int64, from first: Int64, to last: Int64, in range: Range<Int64>) {
    let length = max(last - first, seconds)
    guard length > 0 else { return }
    let share = Double(seconds) / Double(length)
    let (start, end) = (max(last - length, range.lowerBound), min(last, range.upperBound))
    guard start < end else { return }
    let lower = pieces.firstIndex { $0.end > start } ?? pieces.count
    let upper = pieces[lower...].firstIndex { $0.start >= end } ?? pieces.count
    var new: [Piece] = []
    var position = start
    for piece in pieces[lower..<upper] {
      let (from, to) = (max(piece.start, start), min(piece.end, end))
      if piece.start < start { new.append(Piece(start: piece.start, end: start, share: piece.share)) }
      if position < from { new.append(Piece(start: position, end: from, share: share)) }
      new.append(Piece(start: from, end: to, share: max(share, piece.share)))
      position = to
      if piece.end > end { new.append(Piece(start: end, end: piece.end, share: piece.share)) }
    }
    if position < end { new.append(Piece(start: position, end: end, share: share)) }
    pieces.replaceSubrange(lower..<upper, with: new)
  }

  /// The whole seconds before an instant. Fractions of a second that are missing by rounding are added.
  func seconds(before instant: Int64) -> Int64 {
    Int64(pieces.reduce(0.001) { $0 + $1.seconds(before: instant) })
  }
}
