/// The civil line cut where the answer to "which instants are this?" changes.
///
/// Piece `i` reaches from `starts[i]` to `starts[i + 1]` and has two offsets, `earlier[i]` and `later[i]`, in the order in
/// which they are in force. Both are the same where a civil time is one instant. Where the clocks were set back the first
/// is the greater; where they jumped, the smaller. The first piece starts at `Int64.min`, the last has no end.
struct LocalLine {
  private(set) var starts: [Int64] = []
  private(set) var earlier: [Int32] = []
  private(set) var later: [Int32] = []

  init(_ line: OffsetLine) {
    append(.min, (line.offsets[0], line.offsets[0]))
    var first = 0
    for local in Self.cuts(of: line) {
      // No offset is more than 26 hours: a run that ended before that is of no more interest.
      while first + 1 < line.starts.count, line.starts[first + 1] <= local - Self.margin { first += 1 }
      append(local, Self.offsets(at: local, on: line, from: first))
    }
  }

  private static let margin: Int64 = 26 * 3600

  /// What the clocks showed, or were about to show, at every change; sorted.
  private static func cuts(of line: OffsetLine) -> [Int64] {
    var cuts: [Int64] = []
    for index in line.starts.indices.dropFirst() {
      cuts.append(line.starts[index] + Int64(line.offsets[index - 1]))
      cuts.append(line.starts[index] + Int64(line.offsets[index]))
    }
    return cuts.sorted()
  }

  /// The offsets of the first two runs in which the clocks show `local`; else those around the first change that jumps
  /// over it. Runs before `first` do not matter.
  private static func offsets(at local: Int64, on line: OffsetLine, from first: Int) -> (Int32, Int32) {
    var found: Int32?
    var jump: (Int32, Int32)?
    for index in first..<line.starts.count {
      if line.starts[index] > local + margin { break }
      let offset = line.offsets[index]
      let instant = local - Int64(offset)
      let isLast = index + 1 == line.starts.count
      if instant >= line.starts[index], isLast || instant < line.starts[index + 1] {
        if let found { return (found, offset) }
        found = offset
      }
      if jump == nil, index > first, instant < line.starts[index] {
        let before = line.offsets[index - 1]
        if local - Int64(before) >= line.starts[index] { jump = (before, offset) }
      }
    }
    if let found { return (found, found) }
    return jump ?? (line.offsets[first], line.offsets[first])
  }

  private mutating func append(_ start: Int64, _ offsets: (Int32, Int32)) {
    if let last = starts.indices.last {
      guard (earlier[last], later[last]) != offsets, starts[last] != start else { return }
    }
    starts.append(start)
    earlier.append(offsets.0)
    later.append(offsets.1)
  }
}
