import Scheduler

extension DifferenceLine {
  /// Creates the line of intervals with equal changes: `22:00-06:00 sun-thu: starts 30 min later, at 22:30`.
  init(_ group: IntervalChangeGroup, in zone: ZoneRules) {
    let text = IntervalGroupText(group: group, zone: zone)
    self.init(group.direction, words: text.words, isMixed: group.isMixed)
  }
}

/// A group of changed intervals in words.
private struct IntervalGroupText {
  let group: IntervalChangeGroup
  let zone: ZoneRules

  /// The maximum number of unusual lengths that are listed; more are counted.
  private static let listedLengths = 3

  var words: String {
    let span = (group.old ?? group.new)?.description ?? ""
    let parts = [change, others, warnings, otherLengths, clockChanges, ended, divided, joined, met].compactMap(\.self)
    return "\(span) \(isListed ? "on " : "")\(group.pattern): " + parts.joined(separator: "; ")
  }

  private var isListed: Bool { if case .listed = group.pattern { true } else { false } }

  /// The change of the intervals, or nil if only their warnings differ.
  private var change: String? {
    let length = LengthWords.text(seconds: abs(group.usualSeconds)) + (group.changes.count > 1 ? " each" : "")
    switch group.kind {
    case .gained: return "new, \(length)"
    case .lost: return "gone, \(length)"
    case .warned: return nil
    case .lengthened, .shortened, .moved: return group.shift.map(shifted) ?? edited
    }
  }

  /// The change of the civil times.
  private var edited: String {
    guard let old = group.old, let new = group.new else { return "" }
    let first = group.changes.first { $0.seconds == group.usualSeconds } ?? group.changes[0]
    guard let before = first.old, let after = first.new else { return "" }
    if (old.start, old.startDays) == (new.start, new.startDays) {
      let time = old.endDays == new.endDays ? "\(new.end)" : new.endText
      return "ends \(Self.text(shift: after.end.seconds(since: before.end))), at \(time)"
    }
    if (old.end, old.endDays) == (new.end, new.endDays) {
      let time = old.startDays == new.startDays ? "\(new.start)" : new.startText
      return "starts \(Self.text(shift: after.start.seconds(since: before.start))), at \(time)"
    }
    return group.usualSeconds == 0 ? "now \(new)" : "now \(new), \(Self.text(more: group.usualSeconds))"
  }

  /// Returns the shift that another zone causes, in words.
  private func shifted(_ shift: IntervalChangeGroup.Shift) -> String {
    var text =
      if shift.start == shift.end {
        "is \(Self.text(shift: shift.start))"
      } else if shift.start == 0 {
        "ends \(Self.text(shift: shift.end))"
      } else if shift.end == 0 {
        "starts \(Self.text(shift: shift.start))"
      } else {
        "starts \(Self.text(shift: shift.start)) and ends \(Self.text(shift: shift.end))"
      }
    if group.old != group.new, let new = group.new { text += ", now \(new)" }
    return text
  }

  /// What other profiles do to the new intervals.
  private var others: String? {
    group.remarks.isEmpty ? nil : group.remarks.map(\.description).joined(separator: "; ")
  }

  private var warnings: String? {
    guard let warnings = group.warnings else { return nil }
    let new = Self.text(warnings: warnings.newStart, warnings.newEnd)
    return "warns \(new) (was \(Self.text(warnings: warnings.oldStart, warnings.oldEnd)))"
  }

  /// The other lengths in words, for example `7 h on 2027-03-27`.
  private var otherLengths: String? {
    let others = group.unusual
    guard !others.isEmpty else { return nil }
    guard others.count <= Self.listedLengths else { return "otherwise on \(others.count) dates" }
    return others.map { "\(text(seconds: $0.seconds)) on \($0.date)" }.joined(separator: ", ")
  }

  private func text(seconds: Int64) -> String {
    switch group.kind {
    case .gained, .lost: LengthWords.text(seconds: abs(seconds))
    case .lengthened, .shortened, .moved, .warned: Self.text(more: seconds)
    }
  }

  /// A remark if changes of the clocks explain different lengths or missing dates; else nil.
  private var clockChanges: String? {
    if !group.unusual.isEmpty || isStretchedByClocks { return "the clocks change" }
    guard case .weekly(let weekly) = group.pattern else { return nil }
    let dates = weekly.exceptions.filter { $0.lowerBound == $0.upperBound }.compactMap {
      clockChange(from: $0.lowerBound)
    }
    return dates.isEmpty ? nil : "the clocks change on \(dates.map(\.description).joined(separator: ", "))"
  }

  /// Whether the lengths differ by another amount than the civil times.
  private var isStretchedByClocks: Bool {
    guard let shift = group.shift, let old = group.old, let new = group.new else { return false }
    return shift.end - shift.start != new.clockSeconds - old.clockSeconds
  }

  /// Returns the date on which the clocks change during the interval that would start on `date`, or nil if they do not.
  private func clockChange(from date: CivilDate) -> CivilDate? {
    guard let span = group.old ?? group.new else { return nil }
    let start = Int64(date.epochDay) * 86_400 + Int64(span.startDays) * 86_400 + Int64(span.start.secondsSinceMidnight)
    // If the clocks skip both ends, the later one may come first.
    let ends = [start, start + span.clockSeconds].map { zone.resolve(localSeconds: $0).compatible }.sorted()
    let change = zone.nextTransition(after: ends[0].adding(seconds: -1)).map(\.instant)
    return change.flatMap { $0 <= ends[1] ? zone.civil(at: $0).date : nil }
  }

  private var ended: String? { group.canEndOthers ? "can end other profiles' sessions" : nil }

  private var divided: String? { group.dividesSessions ? "divides a session, with new budgets" : nil }

  private var joined: String? { group.joinsSessions ? "one stop ends both" : nil }

  private var met: String? { group.meetReplacing ? "meets a profile that ends other sessions" : nil }

  private static func text(shift seconds: Int64) -> String {
    "\(LengthWords.text(seconds: abs(seconds))) \(seconds < 0 ? "earlier" : "later")"
  }

  private static func text(more seconds: Int64) -> String {
    seconds == 0 ? "as long" : "\(LengthWords.text(seconds: abs(seconds))) \(seconds < 0 ? "less" : "more")"
  }

  /// Returns the times of warnings in words, for example `10 min and 1 min before both ends`.
  private static func text(warnings start: [Int64], _ end: [Int64]) -> String {
    func list(_ warnings: [Int64]) -> String { warnings.map(LengthWords.text).joined(separator: " and ") }
    if start.isEmpty && end.isEmpty { return "never" }
    if start == end { return "\(list(start)) before start and end" }
    let parts = [(start, "start"), (end, "end")].filter { !$0.0.isEmpty }.map { "\(list($0)) before the \($1)" }
    return parts.joined(separator: " and ")
  }
}

/// The total of several groups of intervals.
struct IntervalTotal {
  private let words: String

  /// Creates the total of some groups, or nil for a single group or groups that add and take no time.
  ///
  /// - Parameter last: the date on which the range ends.
  init?(_ groups: [IntervalChangeGroup], until last: CivilDate) {
    guard groups.count > 1, groups.contains(where: { $0.seconds != 0 }) else { return nil }
    let weekly = groups.compactMap(\.weeklySeconds)
    let isWeekly = weekly.count == groups.count
    let seconds = isWeekly ? weekly.reduce(0, +) : groups.reduce(0) { $0 + $1.seconds }
    let amount = LengthWords.text(seconds: abs(seconds)) + (isWeekly ? " a week" : "")
    let until = isWeekly ? "" : " until \(last)"
    words = seconds == 0 ? "as much time as before\(until)" : "\(amount) \(seconds < 0 ? "less" : "more")\(until)"
  }

  /// The line below the changes.
  var line: DifferenceLine { DifferenceLine(note: words, .total) }
}
