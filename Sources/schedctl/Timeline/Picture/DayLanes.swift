/// The lanes of the segments of one day. Segments that overlap in time share the width; others take all of it.
struct DayLanes {
  /// A segment and its share of the width.
  struct Slot {
    let row: Int
    let segment: WeekLayout.Segment
    /// The first lane, from the left.
    let lane: Int
    /// The number of lanes that the segment takes.
    fileprivate(set) var span = 1
    /// The number of lanes in the group.
    fileprivate(set) var laneCount = 1
  }

  /// The slots in the order of starts. Intervals that started on an earlier day come first.
  private(set) var slots: [Slot] = []

  /// Assigns lanes to the segments of a day of a layout. Complexity: quadratic in the segments that overlap.
  init(_ layout: WeekLayout, day: Int) {
    let segments = layout.rows.indices.flatMap { row in layout.rows[row].days[day].map { (row, $0) } }
    var group: [Slot] = []
    for (row, segment) in segments.sorted(by: Self.isEarlier) {
      if group.allSatisfy({ $0.segment.end <= segment.start }) {
        slots += Self.shared(group)
        group = []
      }
      let taken = group.filter { segment.start < $0.segment.end }.map(\.lane)
      let lane = (0...).first { !taken.contains($0) } ?? 0
      group.append(Slot(row: row, segment: segment, lane: lane))
    }
    slots += Self.shared(group)
  }

  private static func isEarlier(_ a: (Int, WeekLayout.Segment), than b: (Int, WeekLayout.Segment)) -> Bool {
    (a.1.start, a.1.interval.start, a.0) < (b.1.start, b.1.interval.start, b.0)
  }

  /// Returns the slots of segments that overlap, directly or through others, each as wide as possible.
  private static func shared(_ group: [Slot]) -> [Slot] {
    let count = (group.map(\.lane).max() ?? 0) + 1
    return group.map { slot in
      var slot = slot
      let right = group.filter { $0.lane > slot.lane && $0.segment.overlaps(slot.segment) }.map(\.lane).min()
      slot.laneCount = count
      slot.span = (right ?? count) - slot.lane
      return slot
    }
  }
}

extension WeekLayout.Segment {
  fileprivate func overlaps(_ other: Self) -> Bool { start < other.end && other.start < end }
}
