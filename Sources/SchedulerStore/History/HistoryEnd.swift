/// The end of the valid lines of a history file, computed from the bytes of its end.
///
/// A loss of power leaves NULs in the part that was written last, also before whole lines. Those lines can be written
/// again and are cut off. A NUL elsewhere is other damage: only its own line is lost, and the lines after it are kept.
struct HistoryEnd {
  /// The number of bytes to keep.
  private(set) var length = 0
  /// The sequence of the last line to keep; nil if no line has one.
  private(set) var lastSequence: UInt64?
  /// Examines bytes that begin with a line.
  ///
  /// - Parameters:
  ///   - previous: the sequence of the last line before the bytes; 0 if there is none.
  ///   - firstKept: the first sequence whose line can be written again.
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
