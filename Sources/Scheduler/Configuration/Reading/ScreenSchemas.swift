import SchedulerDiagnostics

extension ShieldScreen: TableDraft {
  func finished(at span: SourceSpan, _ reading: inout Reading) -> ShieldScreen? { self }
}

extension TableSchema where Draft == ShieldScreen {
  /// `[profile.deep-work.shield]`
  static var screen: Self {
    let words = ShieldScreen()
    return TableSchema(
      "a 'shield' table",
      [
        KeyRow("title", .string, "The headline", default: "\"\(words.title)\"") { $0.title = $1 },
        KeyRow("subtitle", .string, "What stands below it", default: "\"\(words.subtitle)\"") { $0.subtitle = $1 },
        KeyRow("button", .string, "The label of the button", default: "\"\(words.button)\"") { $0.button = $1 },
      ])
  }
}

/// The keys of a `reminder` table while they are read.
struct ReminderDraft: TableDraft {
  var afterEnd: Int64?
  var message = ""

  func finished(at span: SourceSpan, _ reading: inout Reading) -> Reminder? {
    afterEnd.map { Reminder(afterEndSeconds: $0, message: message) }
  }
}

extension TableSchema where Draft == ReminderDraft {
  /// `[profile.deep-work.reminder]`
  static var reminder: Self {
    TableSchema(
      "a 'reminder' table",
      [
        KeyRow("after-end", .duration(), "How long after the end of a session", required: "\"15m\"") {
          $0.afterEnd = $1
        },
        KeyRow("message", .string, "What it says", default: "the profile's name") { $0.message = $1 },
      ])
  }
}

/// The keys of a `limit` table while they are read.
struct LimitDraft: TableDraft {
  // Nil for a list that was reported.
  var applications: [Located<ApplicationName>]? = []
  var categories: [Located<ApplicationCategory>]? = []
  var domains: [Located<DomainName>]? = []
  var use: Located<Int64>?
  var period = UsageLimit.Period.day

  func finished(at span: SourceSpan, _ reading: inout Reading) -> UsageLimit? {
    guard let applications, let categories, let domains, let use else { return nil }
    if applications.isEmpty, categories.isEmpty, domains.isEmpty { reading.report(.limitOnNothing(span)) }
    if period == .day, use.value > 86_400 { reading.report(.useLongerThanADay(use.span)) }
    var limit = UsageLimit(useSeconds: use.value)
    limit.applications = applications.map(\.value)
    limit.categories = categories.map(\.value)
    limit.domains = domains.map(\.value)
    limit.period = period
    return limit
  }
}

extension TableSchema where Draft == LimitDraft {
  /// `[profile.deep-work.limit]`
  static var limit: Self {
    TableSchema(
      "a 'limit' table",
      [
        KeyRow(
          "apps", .attempted(.list("a list of applications", of: .application)), "Applications", default: "[]"
        ) { $0.applications = $1 },
        KeyRow("categories", .attempted(.categories), "freedesktop.org categories", default: "[]") {
          $0.categories = $1
        },
        KeyRow(
          "domains", .attempted(.list("a list of domains", of: .domain)), "Domains with their subdomains", default: "[]"
        ) { $0.domains = $1 },
        KeyRow("use", .located(.duration()), "How much use there may be", required: "\"30m\"") { $0.use = $1 },
        KeyRow("per", .choice("period"), "What it is counted over", default: "\"day\"") { $0.period = $1 },
      ])
  }
}

extension Diagnostic {
  fileprivate static func limitOnNothing(_ span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .error, .requiredKey, "a 'limit' table has none of 'apps', 'categories' and 'domains'", at: DiagnosticLabel(span),
      help: ["add what is counted: apps = [\"steam\"]"])
  }

  fileprivate static func useLongerThanADay(_ span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .error, .outOfRange, "expected at most 1d, as it is counted by day", at: DiagnosticLabel(span),
      help: ["count it over a longer time: per = \"session\" or \"window\""])
  }
}
