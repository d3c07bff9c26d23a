/// Where the lines of a history file end that stay, by the bytes of its end.
///
/// A loss of power leaves NULs in what was written last, also before whole lines. Those lines can be given again, and are
/// cut off. A NUL anywhere else is damage of another kind: it costs its own line, and what is behind it stays.
struct HistoryEnd {
  /// How many bytes stay.
  private(set) var length = 0
  /// The sequence of the last line that stays; nil when none of them has one.
  private(set) var lastSequence: UInt64?
  /// Looks at bytes that begin with a line.
  ///
  /// - Parameters:
  ///   - previous: the sequence of the last line before them; 0 without any.
  ///   - firstKept: the first of the sequences that can be given again.
  init(_ bytes: ArraySlice<UInt8>, behind previous: UInt64, firstKept: UInt64) {
    var rest = bytes
    var isBehindDamage = false
    var newest: UInt64?
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      let line = rest[..<end]
      rest = rest[(end + 1)...]
      if line.contains(0) {
        isBehindDamage = true
        continue
      }
      let sequence = HistoryLine.sequence(of: line)
      newest = sequence ?? newest
      let isNextKept = (lastSequence ?? previous) >= max(firstKept, 1) - 1
      if isBehindDamage && isNextKept && sequence != nil { continue }
      isBehindDamage = false
      lastSequence = newest
      length = rest.startIndex - bytes.startIndex
    }
  }
}
