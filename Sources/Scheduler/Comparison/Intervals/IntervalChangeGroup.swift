import SchedulerCivilTime

/// Changes of intervals that are equal except for their dates. Usually they come from one edit of one window.
public struct IntervalChangeGroup: Sendable {
  /// The kind of each change.
  public let kind: IntervalChange.Kind
  /// The civil span before; nil for gained intervals.
  public let old: CivilSpan?
  /// The civil span after; nil for lost intervals. Dates are counted from the start before.
  public let new: CivilSpan?
  /// The shift of start and end, if the zone changed and the same civil times are other instants; else nil.
  public let shift: Shift?
  /// The warnings before and after, if they differ and both intervals exist; else nil.
  public let warnings: Warnings?
  /// What other profiles do to the intervals after, if they did not do it before.
  public let remarks: [Remark]
  /// The dates.
  public let pattern: DatePattern
  /// The changes in order of time, at least one.
  public let changes: [IntervalChange]
  /// The range that was compared.
  private let range: Range<Instant>

  /// A shift in seconds, positive towards later instants.
  public struct Shift: Hashable, Sendable {
    /// The shift of the start.
    public let start: Int64
    /// The shift of the end.
    public let end: Int64
  }

  /// The warnings in seconds before each end, longest first.
  public struct Warnings: Hashable, Sendable {
    /// The old warnings before the start.
    public let oldStart: [Int64]
    /// The old warnings before the end.
    public let oldEnd: [Int64]
    /// The new warnings before the start.
    public let newStart: [Int64]
    /// The new warnings before the end.
    public let newEnd: [Int64]
  }

  /// The most frequent growth in seconds; the smallest if several are equally frequent.
  public let usualSeconds: Int64

  /// The changes whose growth differs from the usual one, because the clocks change.
  public var unusual: [IntervalChange] { changes.filter { $0.seconds != usualSeconds } }

  /// The total growth in seconds within the compared range; negative if the intervals are shorter.
  public var seconds: Int64 { changes.reduce(0) { $0 + $1.seconds(in: range) } }

  /// The seconds added to each usual week, or nil if the changes do not cover all weeks of the range.
  public var weeklySeconds: Int64? {
    guard case .weekly(let weekly) = pattern, weekly.everyWeeks == 1, weekly.from == nil, weekly.until == nil else {
      return nil
    }
    return usualSeconds * Int64(weekly.weekdays.rawValue.nonzeroBitCount)
  }

  /// The effect of all changes on the shield.
  public var direction: ChangeDirection { .of(changes.lazy.map(\.direction)) }

  /// Whether the changes loosen and also tighten: they cover new time, or join sessions, which then share one budget.
  public var isMixed: Bool {
    direction == .loosens && changes.contains { $0.heldSeconds > 0 || $0.joinsSessions }
  }

  /// Whether a change can end sessions of other profiles that continued before.
  public var canEndOthers: Bool { changes.contains(where: \.canEndOthers) }

  /// Whether a change divides a session with an effect.
  public var dividesSessions: Bool { changes.contains(where: \.dividesSession) }

  /// Whether a change joins sessions, so that one stop ends both.
  public var joinsSessions: Bool { changes.contains(where: \.joinsSessions) }

  /// Whether a change covers new time in which intervals of other profiles end sessions.
  public var meetReplacing: Bool { changes.contains(where: \.meetsReplacing) }

  /// The changes in groups, in order of their first dates.
  static func groups(
    of changes: [IntervalChange], in zone: ZoneRules, range: Range<Instant>, zonesDiffer: Bool
  ) -> [IntervalChangeGroup] {
    let dates = zone.civil(at: range.lowerBound).date...zone.civil(at: range.upperBound).date
    // Grouping positions avoids copies of the changes. There may be hundreds of thousands.
    let meanings = Dictionary(grouping: changes.indices) { Meaning(changes[$0], zonesDiffer: zonesDiffer) }
    let groups = meanings.flatMap { meaning, places in
      let byDate = Dictionary(grouping: places) { changes[$0].date }
      return DatePattern.patterns(of: byDate.keys.sorted(), within: dates).map { pattern, dates in
        IntervalChangeGroup(meaning, on: pattern, of: dates.flatMap { byDate[$0] ?? [] }.map { changes[$0] }, in: range)
      }
    }
    return groups.sorted { $0.order.lexicographicallyPrecedes($1.order) }
  }

  private init(_ meaning: Meaning, on pattern: DatePattern, of changes: [IntervalChange], in range: Range<Instant>) {
    kind = meaning.kind
    old = meaning.old
    new = meaning.new
    shift = meaning.shift
    warnings = meaning.warnings
    remarks = meaning.remarks
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

  /// The sort key: dates first, then times.
  private var order: [Int64] {
    [Int64(changes[0].date.epochDay)] + (old?.order ?? []) + (new?.order ?? []) + [shift?.start ?? 0, shift?.end ?? 0]
      + [Int64(changes.count)]
  }
}

/// The properties that all changes of a group share.
private struct Meaning: Hashable {
  let kind: IntervalChange.Kind
  let old: CivilSpan?
  let new: CivilSpan?
  var shift: IntervalChangeGroup.Shift?
  var warnings: IntervalChangeGroup.Warnings?
  let remarks: [Remark]

  init(_ change: IntervalChange, zonesDiffer: Bool) {
    kind = change.kind
    old = change.old.map { CivilSpan($0, from: change.date) }
    new = change.new.map { CivilSpan($0, from: change.date) }
    let known = change.old?.remarks ?? []
    remarks = change.new?.remarks.filter { !known.contains($0) } ?? []
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
