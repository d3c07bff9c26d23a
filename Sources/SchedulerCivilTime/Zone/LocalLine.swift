/// The civil time line, cut into pieces within which every civil time has the same offsets.
///
/// Piece `i` reaches from `starts[i]` to `starts[i + 1]` and has two offsets, `offsets[i]`, in the order in which they
/// are in force. They are equal where a civil time denotes one instant. The first is greater where the clocks were set
/// back and smaller where they jumped forward. The first piece starts at `Int64.min`; the last has no end.
struct LocalLine {
  private(set) var starts: [Int64] = []
  private(set) var offsets: [(earlier: Int32, later: Int32)] = []

  init(_ line: OffsetLine) {
    reserveCapacity(2 * line.starts.count)
    append(at: .min, offsets: (line.offsets[0], line.offsets[0]))
    var index = 1
    while index < line.starts.count {
      let group = Self.closeChanges(from: index, on: line)
      if group.count == 1 {
        appendSingleChange(index, of: line)
      } else {
        for local in Self.cuts(group, of: line) {
          append(at: local, offsets: Self.offsets(at: local, on: line, from: index - 1))
        }
      }
      index = group.upperBound
    }
  }

  /// No offset exceeds 26 hours, so earlier changes do not affect a civil time.
  private static let margin: Int64 = 26 * 3600

  /// Returns the changes from `first` on that are so close together that their civil times may overlap.
  private static func closeChanges(from first: Int, on line: OffsetLine) -> Range<Int> {
    var end = first + 1
    while end < line.starts.count, line.starts[end] - line.starts[end - 1] <= 2 * margin { end += 1 }
    return first..<end
  }

  /// Appends an isolated change. The civil times between the old and the new local time are missing or repeated.
  private mutating func appendSingleChange(_ index: Int, of line: OffsetLine) {
    let (before, after) = (line.offsets[index - 1], line.offsets[index])
    append(at: line.starts[index] + Int64(min(before, after)), offsets: (before, after))
    append(at: line.starts[index] + Int64(max(before, after)), offsets: (after, after))
  }

  /// Returns the local times right before and after some changes, sorted.
  private static func cuts(_ changes: Range<Int>, of line: OffsetLine) -> [Int64] {
    changes.flatMap { index in
      [line.starts[index] + Int64(line.offsets[index - 1]), line.starts[index] + Int64(line.offsets[index])]
    }.sorted()
  }

  /// Returns the offsets of the first two runs that contain the local time `local`, or else the offsets around the
  /// first change that jumps over it. Runs before `first` do not matter.
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
    // A time outside every run was jumped over: the first run contains all earlier times and the last all later ones.
    return jump ?? (line.offsets[first], line.offsets[first])
  }

  private mutating func reserveCapacity(_ count: Int) {
    starts.reserveCapacity(count)
    offsets.reserveCapacity(count)
  }

  private mutating func append(at start: Int64, offsets: (Int32, Int32)) {
    if let last = starts.indices.last {
      guard self.offsets[last] != offsets, starts[last] != start else { return }
    }
    starts.append(start)
    self.offsets.append(offsets)
  }
}
