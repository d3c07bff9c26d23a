import SchedulerCivilTime

/// Changes of intervals that mean the same on different dates: one edit of one window, as a rule.
public struct IntervalChangeGroup: Sendable {
  /// What became of each of the intervals.
  public let kind: IntervalChange.Kind
  /// Their civil ends before; nil for gained ones.
  public let old: CivilSpan?
  /// Their civil ends after; nil for lost ones. Dates are counted from the start before.
  public let new: CivilSpan?
  /// How many seconds later they start and end than before, where the same civil times are other instants, because the
  /// zone is another; else nil.
  public let shift: Shift?
  /// Their warnings before and after, where these differ and the intervals do not begin or cease to be.
  public let warnings: Warnings?
  /// On which dates.
  public let pattern: DatePattern
  /// The changes in order of time, at least one.
  public let changes: [IntervalChange]
  /// The instants that were compared.
  private let range: Range<Instant>

  /// How much later, in seconds; earlier when negative.
  public struct Shift: Hashable, Sendable {
    /// Of the start.
    public let start: Int64
    /// Of the end.
    public let end: Int64
  }

  /// How many seconds before which end there are warnings, longest first.
  public struct Warnings: Hashable, Sendable {
    /// Before the start, as it was.
    public let oldStart: [Int64]
    /// Before the end, as it was.
    public let oldEnd: [Int64]
    /// Before the start, as it is.
    public let newStart: [Int64]
    /// Before the end, as it is.
    public let newEnd: [Int64]
  }

  /// How many seconds longer each is as a rule: what is most frequent, the least of several.
  public let usualSeconds: Int64

  /// The changes whose seconds are not the usual ones: where the clocks change.
  public var unusual: [IntervalChange] {
    changes.filter { $0.seconds != usualSeconds }
  }

  /// How many seconds longer all of them are together, negative when shorter; what lies outside of the range that was
  /// compared is not counted.
  public var seconds: Int64 { changes.reduce(0) { $0 + $1.seconds(in: range) } }

  /// The seconds that they add to each usual week, where they do so in all weeks of the range.
  public var weeklySeconds: Int64? {
    guard case .weekly(let weekly) = pattern, weekly.everyWeeks == 1, weekly.from == nil, weekly.until == nil else {
      return nil
    }
    return usualSeconds * Int64(weekly.weekdays.rawValue.nonzeroBitCount)
  }

  /// What they do to the shield together.
  public var direction: ChangeDirection { .of(changes.lazy.map(\.direction)) }

  /// Whether some instants are held that were not, or sessions are joined, which then have their budgets once, and
  /// something else is less than it was: some instants, other profiles' sessions, or the stops that it takes.
  public var isMixed: Bool {
    direction == .loosens && changes.contains { $0.heldSeconds > 0 || $0.joinsSessions }
  }

  /// Whether they can end sessions of other profiles that went on before.
  public var canEndOthers: Bool { changes.contains(where: \.canEndOthers) }

  /// Whether they divide sessions to some effect.
  public var dividesSessions: Bool { changes.contains(where: \.dividesSession) }

  /// Whether they join sessions, so that one stop ends both.
  public var joinsSessions: Bool { changes.contains(where: \.joinsSessions) }

  /// Whether they hold more where intervals of other profiles end sessions.
  public var meetReplacing: Bool { changes.contains(where: \.meetsReplacing) }

  /// The changes in groups, in order of their first dates.
  static func groups(
    of changes: [IntervalChange], in zone: ZoneRules, range: Range<Instant>, zonesDiffer: Bool
  ) -> [IntervalChangeGroup] {
    let dates = zone.civil(at: range.lowerBound).date...zone.civil(at: range.upperBound).date
    // By position: a change is large, and there may be hundreds of thousands.
    let meanings = Dictionary(grouping: changes.indices) { Meaning(changes[$0], zonesDiffer: zonesDiffer) }
    let groups = meanings.flatMap { meaning, places in
      let byDate = Dictionary(grouping: places) { changes[$0].date }
      return DatePattern.patterns(of: byDate.keys.sorted(), within: dates).map { pattern, dates in
        IntervalChangeGroup(meaning, pattern, dates.flatMap { byDate[$0] ?? [] }.map { changes[$0] }, range)
      }
    }
    return groups.sorted { $0.order.lexicographicallyPrecedes($1.order) }
  }

  private init(_ meaning: Meaning, _ pattern: DatePattern, _ changes: [IntervalChange], _ range: Range<Instant>) {
    kind = meaning.kind
    old = meaning.old
    new = meaning.new
    shift = meaning.shift
    warnings = meaning.warnings
    self.pattern = pattern
    self.changes = changes
    self.range = range
    usualSeconds = Self.mostFrequent(changes.lazy.map(\.seconds))
  }

  private static func mostFrequent(_ numbers: some Sequence<Int64>) -> Int64 {
    var counts: [Int64: Int] = [:]
    for number in numbers { counts[number, default: 0] += 1 }
    return counts.min { ($1.value, $0.key) < ($0.value, $1.key) }?.key ?? 0
  }

  /// Dates first, then times.
  private var order: [Int64] {
    [Int64(changes[0].date.epochDay)] + (old?.order ?? []) + (new?.order ?? []) + [shift?.start ?? 0, shift?.end ?? 0]
      + [Int64(changes.count)]
  }
}

/// What changes of one group have in common.
private struct Meaning: Hashable {
  let kind: IntervalChange.Kind
  let old: CivilSpan?
  let new: CivilSpan?
  var shift: IntervalChangeGroup.Shift?
  var warnings: IntervalChangeGroup.Warnings?

  init(_ change: IntervalChange, zonesDiffer: Bool) {
    kind = change.kind
    old = change.old.map { CivilSpan($0, from: change.date) }
    new = change.new.map { CivilSpan($0, from: change.date) }
    guard let before = change.old, let after = change.new else { return }
    if zonesDiffer {
      shift = IntervalChangeGroup.Shift(
        start: after.start.seconds(since: before.start), end: after.end.seconds(since: before.end))
    }
    if !before.warnsSame(as: after) {
      warnings = IntervalChangeGroup.Warnings(
        oldStart: before.startWarnings, oldEnd: before.endWarnings, newStart: after.startWarnings,
        newEnd: after.endWarnings)
    }
  }
}
