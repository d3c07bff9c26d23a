/// Finds the known name that an unknown name was probably meant to be.
///
/// Names are compared by the optimal string alignment distance: the fewest insertions, deletions, replacements and
/// swaps of neighbours such that no part is changed twice (Damerau 1964). The case of ASCII letters only decides
/// between names at the same distance.
public enum NearestName {
  /// Returns the largest distance at which a candidate is still offered: a third of the length of `name`, at least 1,
  /// and 0 for names of one letter. Names farther away are more often wrong than helpful.
  public static func limit(for name: String) -> Int {
    let length = name.unicodeScalars.count
    return length < 2 ? 0 : max(1, length / 3)
  }

  /// Returns the candidate nearest to `name`, or nil if none is within `limit(for: name)`.
  ///
  /// Among candidates at the same distance, the one that agrees with `name` in more places wins, letter case included,
  /// then the first in Unicode order. The result does not depend on the order of `candidates`.
  ///
  /// Complexity: O(candidates × length × limit); about a millisecond for ten thousand names.
  public static func nearest(to name: String, among candidates: some Sequence<String>) -> String? {
    var search = Search(name)
    var best: (distance: Int, differences: Int, name: String)?
    for candidate in candidates {
      guard let rank = search.rank(of: candidate, atMost: best?.distance) else { continue }
      let found = (rank.distance, rank.differences, candidate)
      if let best, best <= found { continue }
      best = found
    }
    return best?.name
  }

  /// Returns a line of help that offers the candidate nearest to `name`, or says something else if none is near.
  public static func help(
    for name: String, among candidates: some Sequence<String>, otherwise help: @autoclosure () -> String
  ) -> [String] {
    [nearest(to: name, among: candidates).map { "did you mean '\($0)'?" } ?? help()]
  }

  /// Returns the case-sensitive distance between two names, or nil if it exceeds `limit`.
  public static func distance(from a: String, to b: String, limit: Int) -> Int? {
    var rows = AlignmentRows()
    return rows.distance(from: a.unicodeScalars.map(\.value), to: b.unicodeScalars.map(\.value), limit: limit)
  }
}

/// A name to compare with many candidates. Reuses its buffers from one candidate to the next.
private struct Search {
  private let name: [UInt32]
  private let folded: [UInt32]
  private let limit: Int
  private var candidate: [UInt32] = []
  private var rows = AlignmentRows()

  init(_ name: String) {
    self.name = name.unicodeScalars.map(\.value)
    folded = self.name.map(Self.foldingCase)
    limit = NearestName.limit(for: name)
  }

  /// Returns the distance without regard to case and the number of places that differ with regard to it, or nil if the
  /// distance exceeds the limit.
  mutating func rank(of text: String, atMost known: Int?) -> (distance: Int, differences: Int)? {
    let limit = min(limit, known ?? limit)
    // A scalar takes at most four bytes, so most candidates are rejected by their length alone.
    let bytes = text.utf8.count
    guard bytes + limit >= name.count, bytes <= 4 * (name.count + limit) else { return nil }
    candidate.removeAll(keepingCapacity: true)
    for scalar in text.unicodeScalars { candidate.append(Self.foldingCase(scalar.value)) }
    guard let distance = rows.distance(from: folded, to: candidate, limit: limit) else { return nil }
    let differences = zip(name, text.unicodeScalars).count { $0 != $1.value }
    return (distance, differences)
  }

  private static func foldingCase(_ value: UInt32) -> UInt32 {
    (0x41...0x5A).contains(value) ? value + 0x20 : value
  }
}

/// The three rows of the distance table that are needed at a time.
private struct AlignmentRows {
  private var beforePrevious: [Int] = []
  private var previous: [Int] = []
  private var current: [Int] = []

  /// Returns the optimal string alignment distance, or nil if it exceeds `limit`. Computes only the cells within
  /// `limit` of the diagonal; cells to the right of those start as `far`, because each row reaches one further.
  mutating func distance(from a: [UInt32], to b: [UInt32], limit: Int) -> Int? {
    guard abs(a.count - b.count) <= limit else { return nil }
    let far = limit + 1
    beforePrevious.refill(with: far, count: b.count + 1)
    previous.refill(with: far, count: b.count + 1)
    current.refill(with: far, count: b.count + 1)
    for column in 0...min(limit, b.count) { previous[column] = column }
    for row in 1..<(a.count + 1) {
      let first = max(1, row - limit)
      let last = min(b.count, row + limit)
      current[first - 1] = first == 1 ? min(row, far) : far
      var least = current[first - 1]
      for column in first..<max(first, last + 1) {
        current[column] = cell(from: a, to: b, row: row, column: column, far: far)
        least = min(least, current[column])
      }
      if least > limit { return nil }
      swap(&beforePrevious, &previous)
      swap(&previous, &current)
    }
    let distance = previous[b.count]
    return distance <= limit ? distance : nil
  }

  private func cell(from a: [UInt32], to b: [UInt32], row: Int, column: Int, far: Int) -> Int {
    let isEqual = a[row - 1] == b[column - 1]
    var best = min(previous[column - 1] + (isEqual ? 0 : 1), min(previous[column], current[column - 1]) + 1)
    if row > 1, column > 1, a[row - 1] == b[column - 2], a[row - 2] == b[column - 1] {
      best = min(best, beforePrevious[column - 2] + 1)
    }
    return min(best, far)
  }
}

extension [Int] {
  /// Replaces the content with `count` copies of `value` and keeps the capacity.
  fileprivate mutating func refill(with value: Int, count: Int) {
    removeAll(keepingCapacity: true)
    append(contentsOf: repeatElement(value, count: count))
  }
}
