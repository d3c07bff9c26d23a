import SchedulerCivilTime
import SchedulerDiagnostics

/// The breaks that a session may take, `[profile.KEY.break]`.
public struct BreakRules: Hashable, Sendable {
  /// The longest single break in seconds, at least 1.
  public var lengthSeconds: Int64
  /// The total of all breaks of a session in seconds, at least `lengthSeconds`.
  public var budgetSeconds: Int64
  /// The maximum number of breaks of a session; nil for any number within the budget.
  public var count: Int64?
  /// The local time at which budget and count are full again; nil for never within a session.
  public var reset: TimeOfDay?

  /// Breaks of one length. A count alone allows that many breaks of the whole length, and a budget alone as many as fit.
  /// Without both, a session may take one break.
  public init(lengthSeconds: Int64, budgetSeconds: Int64? = nil, count: Int64? = nil, reset: TimeOfDay? = nil) {
    self.lengthSeconds = lengthSeconds
    self.budgetSeconds = budgetSeconds ?? Self.budget(of: count ?? 1, lengthSeconds: lengthSeconds)
    self.count = count ?? (budgetSeconds == nil ? 1 : nil)
    self.reset = reset
  }

  /// Maximum budget in seconds that a count gives: the longest duration of the configuration.
  private static let longestBudget = ConfigurationLimits.durationWeeks * 604_800

  /// Returns the budget for a number of whole breaks.
  private static func budget(of count: Int64, lengthSeconds: Int64) -> Int64 {
    let (budget, isTooLarge) = lengthSeconds.multipliedReportingOverflow(by: max(1, count))
    return isTooLarge ? max(lengthSeconds, longestBudget) : max(lengthSeconds, min(budget, longestBudget))
  }
}

extension BreakRules: SessionRule {
  /// `15m, 30m a session, at most 3, full again at 04:00`
  var text: String {
    let parts = [
      DurationText.text(seconds: lengthSeconds), "\(DurationText.text(seconds: budgetSeconds)) a session",
      count.map { "at most \($0)" } ?? "any number", reset.map { "full again at \($0)" },
    ]
    return parts.compactMap(\.self).joined(separator: ", ")
  }

  func loosens(_ old: BreakRules) -> Bool {
    lengthSeconds > old.lengthSeconds || budgetSeconds > old.budgetSeconds || (count ?? .max) > (old.count ?? .max)
      || reset != nil && reset != old.reset
  }

  /// The smaller of each limit. If both renew the budget at different times, the time of `old` stays.
  func limited(to old: BreakRules) -> BreakRules {
    var rules = self
    rules.lengthSeconds = min(lengthSeconds, old.lengthSeconds)
    rules.budgetSeconds = min(budgetSeconds, old.budgetSeconds)
    rules.count = [count, old.count].compactMap(\.self).min()
    rules.reset = reset == nil ? nil : old.reset
    return rules
  }
}

/// The keys of a `break` table while they are read.
struct BreakDraft: TableDraft {
  var length: Located<Int64>?
  var budget: Located<Int64>?
  var count: Int64?
  var reset: TimeOfDay?

  func finished(at span: SourceSpan, _ reading: inout Reading) -> BreakRules? {
    guard let length else { return nil }
    if let budget, budget.value < length.value { reading.report(.lengthAboveBudget(length, budget: budget)) }
    return BreakRules(lengthSeconds: length.value, budgetSeconds: budget?.value, count: count, reset: reset)
  }
}

extension TableSchema where Draft == BreakDraft {
  /// `[profile.deep-work.break]`
  static var breaks: Self {
    TableSchema(name: "a 'break' table") {
      KeyRow(
        "length", into: \.length, value: .located(.duration()), summary: "Longest single break", required: "\"15m\"")
      KeyRow(
        "budget", into: \.budget, value: .located(.duration()), summary: "Total of all breaks of a session",
        default: "the length, times 'count' if that is given")
      KeyRow(
        "count", into: \.count, value: .integer(in: 1...1_000_000), summary: "Most breaks of a session",
        default: "1 without 'budget', any number with it")
      KeyRow(
        "reset", into: \.reset, value: .timeOfDay, summary: "Local time at which budget and count are full again",
        default: "never")
    }
  }
}

extension ValueReader where Output == TimeOfDay {
  /// `"04:00"` or a TOML local time, without a weekday and before the end of the day.
  static var timeOfDay: Self {
    let any = ValueReader<WeekdayTime>.weekdayTime
    let shape = { ValueShape.anyOf([.string(pattern: TimePattern.clock, example: "04:00"), .localTime]) }
    return ValueReader(expectation: "a time such as \"04:00\"", shape: shape) { value, reading in
      guard let time = any.read(value, &reading) else { return nil }
      if time.weekday == nil, time.time != .endOfDay { return time.time }
      reading.report(.notATimeOfDay(value.span))
      return nil
    }
  }
}

extension DiagnosticCode {
  static let lengthAboveBudget = DiagnosticCode("length-above-budget")
}

extension Diagnostic {
  fileprivate static func lengthAboveBudget(_ length: Located<Int64>, budget: Located<Int64>) -> Diagnostic {
    Diagnostic(
      .error, code: .lengthAboveBudget,
      message: "a break of \(DurationText.text(seconds: length.value)) is longer than all together", at: length.span,
      secondary: [DiagnosticLabel(budget.span, message: "the budget is \(DurationText.text(seconds: budget.value))")],
      help: ["raise 'budget', or leave it out: then it is the length, times 'count' if that is given"])
  }

  fileprivate static func notATimeOfDay(_ span: SourceSpan) -> Diagnostic {
    Diagnostic(.error, code: .invalidTime, message: "expected a time of each day, from 00:00 to 23:59:59", at: span)
  }
}

extension BreakRules: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    let length = try archive.field("length", of: value?.lengthSeconds)
    self.init(lengthSeconds: length, budgetSeconds: try archive.field("budget", of: value?.budgetSeconds))
    count = try archive.optional("count", of: value?.count)
    let reset = try archive.optional("reset", of: (value?.reset).map { Int64($0.secondsSinceMidnight) })
    self.reset = reset.flatMap { TimeOfDay(secondsSinceMidnight: Int($0)) }
    try archive.require((self.reset == nil) == (reset == nil), of: "reset", expecting: "a second of a day")
  }
}
