import SchedulerCivilTime

/// Compares the intervals of a profile before and after a change and pairs those that belong together.
///
/// Each rule looks for pairs among the intervals that are left, in this order: the same instants; the same civil ends,
/// moved by another zone; the same start; the same end; an overlap together with the same start date, or an overlap of
/// at least half of the longer one; the same start date, unless an interval with the same times is lost or gained on
/// other dates. The remaining intervals are lost or gained. All rules are symmetric, so the opposite comparison finds
/// the same pairs.
struct IntervalComparison {
  private let before: [PlannedInterval]
  private let after: [PlannedInterval]
  /// Positions in `before` that are in no pair yet, ascending while pairs are searched.
  private var old: [Int]
  /// Positions in `after` that are in no pair yet, ascending while pairs are searched.
  private var new: [Int]
  /// The positions of paired intervals.
  private var pairs: [(old: Int, new: Int)] = []

  /// The changes between two timelines that touch a range, in order of time. A nil timeline has no intervals.
  ///
  /// - Parameter rules: the effects of starts of new intervals.
  static func changes(
    from old: ProfileTimeline?, to new: ProfileTimeline?, in range: Range<Instant>, rules: StartRules = .plain
  ) -> [IntervalChange] {
    if let old, let new, old.holdsSurelyAs(new, in: range) { return [] }
    let wider = lookedAt(around: range)
    return changes(
      from: old?.plannedIntervals(in: wider) ?? [], to: new?.plannedIntervals(in: wider) ?? [], in: range, rules: rules)
  }

  /// An upper bound on how far the partner of an interval lies beyond it. An interval covers at most seven dates or is
  /// cut at Mondays, and its partner overlaps it or starts on the same date.
  private static let marginSeconds: Int64 = 9 * 86_400

  /// The range, widened to contain every possible partner of an interval at its ends.
  static func lookedAt(around range: Range<Instant>) -> Range<Instant> {
    range.lowerBound.adding(seconds: -marginSeconds)..<range.upperBound.adding(seconds: marginSeconds)
  }

  /// The changes between two lists of intervals that touch a range. Each list is in order of time and without overlaps.
  static func changes(
    from old: [PlannedInterval], to new: [PlannedInterval], in range: Range<Instant>, rules: StartRules
  ) -> [IntervalChange] {
    var comparison = IntervalComparison(from: old, to: new)
    comparison.pairUp()
    let before = HeldTime(old.map(\.span))
    let after = HeldTime(new.map(\.span))
    func freedSeconds(_ old: PlannedInterval) -> Int64 { after.missingSeconds(of: old.span.clamped(to: range)) }
    func start(_ new: PlannedInterval) -> NewStart { NewStart(of: new, beside: before, among: after, in: range, rules) }
    var changes: [IntervalChange] = []
    for pair in comparison.pairs where !old[pair.old].isSame(as: new[pair.new]) {
      let (old, new) = (old[pair.old], new[pair.new])
      changes.append(IntervalChange(from: old, to: new, freedSeconds: freedSeconds(old), start: start(new)))
    }
    changes += comparison.old.map { IntervalChange(lost: old[$0], freedSeconds: freedSeconds(old[$0])) }
    changes += comparison.new.map { IntervalChange(gained: new[$0], start: start(new[$0])) }
    return changes.filter { ($0.old?.isInside(range) ?? false) || ($0.new?.isInside(range) ?? false) }
      .sorted { $0.order < $1.order }
  }

  private init(from before: [PlannedInterval], to after: [PlannedInterval]) {
    self.before = before
    self.after = after
    old = Array(before.indices)
    new = Array(after.indices)
  }

  /// The relation of an old interval to a new one.
  private enum Relation {
    case pair, oldFirst, newFirst

    /// A pair if both values are equal, else the smaller one first.
    init<Value: Comparable>(from old: Value, to new: Value) {
      self = old == new ? .pair : old < new ? .oldFirst : .newFirst
    }
  }

  private mutating func pairUp() {
    pair { old, new in
      let relation = Relation(from: old.start, to: new.start)
      return relation == .pair ? Relation(from: old.end, to: new.end) : relation
    }
    pair { old, new in
      let relation = Relation(from: old.civilStart, to: new.civilStart)
      return relation == .pair ? Relation(from: old.civilEnd, to: new.civilEnd) : relation
    }
    pair { Relation(from: $0.start, to: $1.start) }
    pair { Relation(from: $0.end, to: $1.end) }
    pair { old, new in
      let overlap = old.overlapSeconds(with: new)
      let isSameDate = old.civilStart.date == new.civilStart.date
      if overlap > 0, isSameDate || 2 * overlap >= max(old.lengthSeconds, new.lengthSeconds) { return .pair }
      return old.end < new.end ? .oldFirst : .newFirst
    }
    pairDates()
  }

  /// Pairs intervals that start on the same date without an overlap, as a moved window does. An interval that is also
  /// lost or gained on other dates belongs to another window and stays unpaired.
  private mutating func pairDates() {
    let others = pairs
    pairs = []
    pair { Relation(from: $0.civilStart.date, to: $1.civilStart.date) }
    func span(_ interval: PlannedInterval) -> CivilSpan { CivilSpan(interval, from: interval.civilStart.date) }
    let known = (old: Set(old.map { span(before[$0]) }), new: Set(new.map { span(after[$0]) }))
    let candidates = pairs
    pairs = others
    for pair in candidates {
      if known.old.contains(span(before[pair.old])) || known.new.contains(span(after[pair.new])) {
        old.append(pair.old)
        new.append(pair.new)
      } else {
        pairs.append(pair)
      }
    }
  }

  /// Walks along both lists and removes the pairs.
  private mutating func pair(by relation: (PlannedInterval, PlannedInterval) -> Relation) {
    var unpaired: (old: [Int], new: [Int]) = ([], [])
    var position = (old: 0, new: 0)
    while position.old < old.count, position.new < new.count {
      let next = (old: old[position.old], new: new[position.new])
      let relation = relation(before[next.old], after[next.new])
      if relation == .pair { pairs.append(next) }
      if relation == .oldFirst { unpaired.old.append(next.old) }
      if relation == .newFirst { unpaired.new.append(next.new) }
      if relation != .newFirst { position.old += 1 }
      if relation != .oldFirst { position.new += 1 }
    }
    old = unpaired.old + old[position.old...]
    new = unpaired.new + new[position.new...]
  }
}

extension IntervalChange {
  /// The sort key: the old start, else the new one; then the new start.
  fileprivate var order: (Instant, Instant) {
    let starts = (old?.start ?? new?.start, new?.start ?? old?.start)
    return (starts.0 ?? Self.never, starts.1 ?? Self.never)
  }

  private static let never = Instant(epochSeconds: .max)
}

extension ProfileTimeline {
  /// Whether the windows equal those of `other` except for their names, in zones that agree around the range. Then all
  /// intervals are equal and need no comparison.
  fileprivate func holdsSurelyAs(_ other: ProfileTimeline, in range: Range<Instant>) -> Bool {
    windows.count == other.windows.count && zip(windows, other.windows).allSatisfy { $0.holdsSurelyAs($1) }
      && zone.agrees(with: other.zone, in: range)
  }
}

extension Window {
  /// Whether both windows are equal except for their names and places.
  func holdsSurelyAs(_ other: Window) -> Bool {
    var renamed = other
    renamed.name = name
    renamed.source = source
    return self == renamed
  }
}
