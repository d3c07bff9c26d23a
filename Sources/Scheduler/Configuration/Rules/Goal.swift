import SchedulerDiagnostics

/// What a person wants to keep, `[goal.NAME]`. Nothing enforces it; `insights` says whether it was kept.
public struct Goal: Hashable, Sendable {
  /// The period over which is counted.
  public enum Period: String, CaseIterable, Sendable {
    /// Each day.
    case day
    /// Monday to Sunday.
    case week
  }

  /// On which side of its length the goal is kept.
  public enum Bound: String, Sendable {
    case atMost = "at-most"
    case atLeast = "at-least"
  }

  /// What is counted.
  public enum Subject: Hashable, Sendable {
    /// The use of some targets, each second once.
    case use(applications: [ApplicationName], categories: [ApplicationCategory], domains: [DomainName])
    /// All use.
    case allUse
    /// The time in which sessions enforced their shields.
    case focus
  }

  /// The name of the table.
  public let name: String
  /// What is counted.
  public let subject: Subject
  /// On which side of `seconds` the goal is kept.
  public let bound: Bound
  /// The length in seconds, from 0 up to that of the period.
  public let seconds: Int64
  /// The period over which is counted.
  public let period: Period

  /// Creates a goal.
  public init(name: String, subject: Subject, bound: Bound, seconds: Int64, period: Period) {
    (self.name, self.subject, self.bound, self.seconds, self.period) = (name, subject, bound, seconds, period)
  }

  /// Whether a count is within the bound.
  public func isKept(by seconds: Int64) -> Bool { bound == .atMost ? seconds <= self.seconds : seconds >= self.seconds }
}

/// The keys of a `[goal.NAME]` table while they are read.
struct GoalDraft: NamedDraft {
  var name: Located<String>
  // A list is nil, and a length an inner nil, if its value was wrong and reported.
  var applications: [Located<ApplicationName>]? = []
  var categories: [Located<ApplicationCategory>]? = []
  var domains: [Located<DomainName>]? = []
  var countsEverything: Located<Bool>?
  var isFocus: Located<Bool>?
  var atMost: Located<Int64>??
  var atLeast: Located<Int64>??
  var period = Goal.Period.day

  init(named name: Located<String>) { self.name = name }

  /// Returns the goal, or nil after reporting an error.
  func goal(_ reading: inout Reading) -> Goal? {
    guard let applications, let categories, let domains, let length = length(&reading) else { return nil }
    let isUse = !applications.isEmpty || !categories.isEmpty || !domains.isEmpty
    let focus = isFocus.flatMap { $0.value ? $0 : nil }
    let all = countsEverything.flatMap { $0.value ? $0 : nil }
    if let focus, isUse || all != nil { reading.report(.focusOfTargets(focus.span)) }
    if focus == nil, let all, isUse { reading.report(.allAndTargets(all.span)) }
    if focus == nil, all == nil, !isUse { reading.report(.goalOfNothing(name)) }
    let longest: Int64 = period == .day ? 86_400 : 7 * 86_400
    if length.value.value > longest { reading.report(.longerThanPeriod(length.value.span, of: period)) }
    var subject = Goal.Subject.use(
      applications: applications.map(\.value), categories: categories.map(\.value), domains: domains.map(\.value))
    if all != nil { subject = .allUse }
    if focus != nil { subject = .focus }
    return Goal(
      name: name.value, subject: subject, bound: length.bound, seconds: length.value.value, period: period)
  }

  /// Returns the one length that is given.
  private func length(_ reading: inout Reading) -> (bound: Goal.Bound, value: Located<Int64>)? {
    switch (atMost, atLeast) {
    case (.some(let most), .some(let least)):
      if let span = least?.span ?? most?.span { reading.report(.twoBounds(span)) }
      return nil
    case (.none, .none):
      reading.report(.goalWithoutLength(name))
      return nil
    case (.some(let most), .none): return most.map { (.atMost, $0) }
    case (.none, .some(let least)): return least.map { (.atLeast, $0) }
    }
  }
}

extension TableSchema where Draft == GoalDraft {
  /// `[goal.less-news]`
  static var goal: Self {
    TableSchema(name: "a goal") {
      KeyRow(
        "at-most", into: \.atMost, value: .attempted(.located(.duration(from: 0))),
        summary: "The goal is kept by as much or less; either this or 'at-least'")
      KeyRow(
        "at-least", into: \.atLeast, value: .attempted(.located(.duration())),
        summary: "The goal is kept by as much or more")
      KeyRow("per", into: \.period, value: .choice("period"), summary: "What it is counted over", default: "\"day\"")
      KeyRow(
        "apps", into: \.applications, value: .attempted(.counted(.list("a list of applications", of: .application))),
        summary: "Applications whose use counts", default: "[]")
      KeyRow(
        "categories", into: \.categories, value: .attempted(.counted(.categories)),
        summary: "freedesktop.org categories whose use counts", default: "[]")
      KeyRow(
        "domains", into: \.domains, value: .attempted(.counted(.list("a list of domains", of: .domain))),
        summary: "Domains with their subdomains whose use counts", default: "[]")
      KeyRow(
        "all", into: \.countsEverything, value: .located(.boolean), summary: "Whether all use counts", default: "false")
      KeyRow(
        "focus", into: \.isFocus, value: .located(.boolean),
        summary: "Whether focus time counts, in place of use", default: "false")
    }
  }
}

extension Diagnostic {
  fileprivate static func goalOfNothing(_ name: Located<String>) -> Diagnostic {
    Diagnostic(
      .error, code: .requiredKey, message: "a goal has none of 'apps', 'categories', 'domains', 'all' and 'focus'",
      at: name.span, help: ["add what is counted: apps = [\"steam\"]"])
  }

  fileprivate static func goalWithoutLength(_ name: Located<String>) -> Diagnostic {
    Diagnostic(
      .error, code: .requiredKey, message: "a goal has neither 'at-most' nor 'at-least'", at: name.span,
      help: ["add one: at-most = \"1h\""])
  }

  fileprivate static func twoBounds(_ span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .error, code: .conflictingKeys, message: "'at-least' cannot be combined with 'at-most'", at: span,
      help: ["write two goals"])
  }

  fileprivate static func allAndTargets(_ span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .error, code: .conflictingKeys, message: "'all' cannot be combined with 'apps', 'categories' and 'domains'",
      at: span, help: ["leave one out: all use includes that of every target"])
  }

  fileprivate static func focusOfTargets(_ span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .error, code: .conflictingKeys,
      message: "'focus' cannot be combined with 'apps', 'categories', 'domains' and 'all'",
      at: span, help: ["write two goals"])
  }

  fileprivate static func longerThanPeriod(_ span: SourceSpan, of period: Goal.Period) -> Diagnostic {
    Diagnostic(
      .error, code: .outOfRange,
      message: "expected at most \(period == .day ? "1d" : "1w"), as it is counted by \(period.rawValue)", at: span,
      help: period == .day ? ["count it by week: per = \"week\""] : [])
  }
}
