import SchedulerCivilTime
import SchedulerDiagnostics

/// The keys of a `break` table while they are read.
struct BreakDraft: TableDraft {
  var length: Located<Int64>?
  var budget: Located<Int64>?
  var count: Int64?
  var reset: TimeOfDay?

  func finished(at span: SourceSpan, _ reading: inout Reading) -> BreakRules? {
    guard let length else { return nil }
    if let budget, budget.value < length.value { reading.report(.lengthAboveBudget(length, budget)) }
    return BreakRules(lengthSeconds: length.value, budgetSeconds: budget?.value, count: count, reset: reset)
  }
}

extension TableSchema where Draft == BreakDraft {
  /// `[profile.deep-work.break]`
  static var breaks: Self {
    TableSchema(
      "a 'break' table",
      [
        KeyRow("length", .located(.duration()), "Longest single break", required: "\"15m\"") { $0.length = $1 },
        KeyRow("budget", .located(.duration()), "Total of all breaks of a session", default: "the length") {
          $0.budget = $1
        },
        KeyRow(
          "count", .integer(in: 1...1_000_000), "Most breaks of a session",
          default: "1 without 'budget', any number with it"
        ) { $0.count = $1 },
        KeyRow("reset", .timeOfDay, "Local time at which budget and count are full again", default: "never") {
          $0.reset = $1
        },
      ])
  }
}

/// The keys of a `pause` table while they are read.
struct PauseDraft: TableDraft {
  var length: Int64?
  var count: Int64 = 1

  func finished(at span: SourceSpan, _ reading: inout Reading) -> PauseRules? {
    length.map { PauseRules(lengthSeconds: $0, count: count) }
  }
}

extension TableSchema where Draft == PauseDraft {
  /// `[profile.deep-work.pause]`
  static var pause: Self {
    TableSchema(
      "a 'pause' table",
      [
        KeyRow("length", .duration(), "Longest pause of a strict session", required: "\"10m\"") { $0.length = $1 },
        KeyRow("count", .integer(in: 1...1_000_000), "Most pauses of a session", default: "1") { $0.count = $1 },
      ])
  }
}

/// The keys of an `access` table while they are read.
struct AccessDraft: TableDraft {
  var length: Int64?
  var count: Int64 = 1
  var refill: Int64?

  func finished(at span: SourceSpan, _ reading: inout Reading) -> AccessRules? {
    length.map { AccessRules(lengthSeconds: $0, count: count, refillSeconds: refill) }
  }
}

extension TableSchema where Draft == AccessDraft {
  /// `[profile.deep-work.access]`
  static var access: Self {
    TableSchema(
      "an 'access' table",
      [
        KeyRow("length", .duration(), "How long a target stays open", required: "\"5m\"") { $0.length = $1 },
        KeyRow("count", .integer(in: 1...1_000_000), "Most grants of a session", default: "1") { $0.count = $1 },
        KeyRow(
          "refill", .duration(), "After how long from the session's start the count is full again", default: "never"
        ) { $0.refill = $1 },
      ])
  }
}

extension ValueReader where Output == TimeOfDay {
  /// `"04:00"` or a TOML local time, without a weekday and before the end of the day.
  fileprivate static var timeOfDay: Self {
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
  fileprivate static func lengthAboveBudget(_ length: Located<Int64>, _ budget: Located<Int64>) -> Diagnostic {
    Diagnostic(
      .error, .lengthAboveBudget, "a break of \(DurationText.text(seconds: length.value)) is longer than all together",
      at: DiagnosticLabel(length.span),
      secondary: [DiagnosticLabel(budget.span, "the budget is \(DurationText.text(seconds: budget.value))")],
      help: ["raise 'budget', or leave it out: then it is the length"])
  }

  fileprivate static func notATimeOfDay(_ span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .error, .invalidTime, "expected a time of each day, from 00:00 to 23:59:59", at: DiagnosticLabel(span))
  }
}
