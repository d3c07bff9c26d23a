import SchedulerDiagnostics

/// How long some targets may be used, `[profile.KEY.limit]`.
public struct UsageLimit: Hashable, Sendable {
  /// The period over which use is counted.
  public enum Period: String, CaseIterable, Sendable {
    case day, session, window
  }

  /// Applications whose use is counted.
  public var applications: [ApplicationName] = []
  /// Categories of applications whose use is counted.
  public var categories: [ApplicationCategory] = []
  /// Domains whose use is counted.
  public var domains: [DomainName] = []
  /// The allowed use in seconds, at least 1.
  public var useSeconds: Int64
  /// The period over which use is counted.
  public var period: Period = .day

  /// A limit without targets yet.
  public init(useSeconds: Int64) { self.useSeconds = useSeconds }
}

extension UsageLimit: SessionRule {
  /// `30m a day of steam, example.org`
  var text: String {
    let targets = applications.map(\.text).sorted() + categories.map(\.name).sorted() + domains.map(\.text).sorted()
    let names = targets.isEmpty ? "nothing" : targets.joined(separator: ", ")
    return "\(DurationText.text(seconds: useSeconds)) a \(period.rawValue) of \(names)"
  }

  func loosens(_ old: UsageLimit) -> Bool {
    useSeconds > old.useSeconds || period != old.period || !Set(applications).isSuperset(of: old.applications)
      || !Set(categories).isSuperset(of: old.categories) || !Set(domains).isSuperset(of: old.domains)
  }

  /// A limit on the targets of both, for the shorter use. Uses over different periods cannot be compared: then the use
  /// and the period of `old` stay.
  func limited(to old: UsageLimit) -> UsageLimit {
    var limit = old
    if period == old.period { limit.useSeconds = min(useSeconds, old.useSeconds) }
    limit.applications += applications.filter { !old.applications.contains($0) }
    limit.categories += categories.filter { !old.categories.contains($0) }
    limit.domains += domains.filter { !old.domains.contains($0) }
    return limit
  }

  /// The limit with each target once, in order: how targets are listed has no effect.
  var normal: UsageLimit {
    var limit = self
    limit.applications = Set(applications).sorted { $0.text < $1.text }
    limit.categories = Set(categories).sorted { $0.name < $1.name }
    limit.domains = Set(domains).sorted()
    return limit
  }
}

/// The keys of a `limit` table while they are read.
struct LimitDraft: TableDraft {
  // A list is nil if its value was wrong and reported.
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
    TableSchema(name: "a 'limit' table") {
      KeyRow(
        "apps", into: \.applications, value: .attempted(.list("a list of applications", of: .application)),
        summary: "Applications", default: "[]")
      KeyRow(
        "categories", into: \.categories, value: .attempted(.categories), summary: "freedesktop.org categories",
        default: "[]")
      KeyRow(
        "domains", into: \.domains, value: .attempted(.list("a list of domains", of: .domain)),
        summary: "Domains with their subdomains", default: "[]")
      KeyRow(
        "use", into: \.use, value: .located(.duration()), summary: "How much use there may be", required: "\"30m\"")
      KeyRow("per", into: \.period, value: .choice("period"), summary: "What it is counted over", default: "\"day\"")
    }
  }
}

extension Diagnostic {
  fileprivate static func limitOnNothing(_ span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .error, code: .requiredKey, message: "a 'limit' table has none of 'apps', 'categories' and 'domains'", at: span,
      help: ["add what is counted: apps = [\"steam\"]"])
  }

  fileprivate static func useLongerThanADay(_ span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .error, code: .outOfRange, message: "expected at most 1d, as it is counted by day", at: span,
      help: ["count it over a longer time: per = \"session\" or \"window\""])
  }
}
