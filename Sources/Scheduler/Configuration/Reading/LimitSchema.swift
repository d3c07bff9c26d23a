import SchedulerCivilTime
import SchedulerDiagnostics
import SchedulerTOML

/// The keys of a `limit` table while they are read.
struct LimitDraft: TableDraft {
  // A list is nil if its value was wrong and reported.
  var applications: [Located<ApplicationName>]? = []
  var sets: [Located<String>]? = []
  var categories: [Located<ApplicationCategory>]? = []
  var domains: [Located<DomainName>]? = []
  var countsEverything: Located<Bool>?
  var exceptions = AllowDraft()
  var use: Located<Int64>?
  var period: Located<UsageLimit.Period>?
  var days: Located<WeekdaySet>?
  var dayStart: Located<TimeOfDay>?
  var warning: Located<Int64>?
  var extra: UsageLimit.Extra?
  var consequence = UsageLimit.Consequence.block

  func finished(at span: SourceSpan, _ reading: inout Reading) -> Located<LimitDraft>? {
    // A list that is wrong lists something all the same.
    let lists = [applications?.isEmpty, sets?.isEmpty, categories?.isEmpty, domains?.isEmpty].map { !($0 ?? false) }
    let countsEverything = countsEverything?.value ?? false
    if !countsEverything, !lists.contains(true) { reading.report(.limitOnNothing(span)) }
    if countsEverything, lists.contains(true), let all = self.countsEverything {
      reading.report(.limitOnEverythingAndMore(all.span))
    }
    guard let use else { return nil }
    let period = period?.value ?? .day
    if period == .day {
      if use.value > 86_400 { reading.report(.useLongerThanADay(use.span)) }
    } else {
      for (key, given) in [("days", days?.span), ("day-start", dayStart?.span)] {
        if let given { reading.report(.notByDay(key, at: given, period: period)) }
      }
    }
    if let warning, warning.value >= use.value { reading.report(.warningBeforeUse(warning, use: use)) }
    let isWhole = applications != nil && sets != nil && categories != nil && domains != nil
    return isWhole ? Located(value: self, span: span) : nil
  }
}

extension UsageLimit {
  /// The limit of a draft that was read without errors.
  init(_ draft: LimitDraft) {
    self.init(useSeconds: draft.use?.value ?? 1)
    applications = (draft.applications ?? []).map(\.value)
    sets = (draft.sets ?? []).map(\.value)
    categories = (draft.categories ?? []).map(\.value)
    domains = (draft.domains ?? []).map(\.value)
    countsEverything = draft.countsEverything?.value ?? false
    exceptions = AllowedTargets(draft.exceptions)
    period = draft.period?.value ?? .day
    days = draft.days?.value ?? .daily
    dayStart = draft.dayStart?.value ?? .midnight
    warningSeconds = draft.warning?.value
    extra = draft.extra
    consequence = draft.consequence
  }
}

extension UsageLimit.Extra: TableDraft {
  /// What reading a table begins with. A table needs a length.
  init() { self.init(lengthSeconds: 0) }
}

extension TableSchema where Draft == LimitDraft {
  /// `[profile.deep-work.limit]`
  static var limit: Self {
    TableSchema(name: "a 'limit' table") {
      KeyRow(
        "apps", into: \.applications,
        value: .attempted(.counted(.list("a list of applications", of: .blockedApplication))),
        summary: "Applications", default: "[]")
      KeyRow(
        "sets", into: \.sets, value: .attempted(.counted(.list("a list of set names", of: .setName))),
        summary: "Named sets, own or built in", default: "[]")
      KeyRow(
        "categories", into: \.categories, value: .attempted(.counted(.categories)),
        summary: "freedesktop.org categories", default: "[]")
      KeyRow(
        "domains", into: \.domains, value: .attempted(.counted(.list("a list of domains", of: .domain))),
        summary: "Domains with their subdomains", default: "[]")
      KeyRow(
        "all", into: \.countsEverything, value: .located(.boolean), summary: "Whether all use is counted",
        default: "false")
      KeyRow.table(
        "except", into: \.exceptions, schema: .targets(named: "an 'except' table"),
        summary: "What is neither counted nor blocked")
      KeyRow(
        "use", into: \.use, value: .located(.duration()), summary: "How much use there may be", required: "\"30m\"")
      KeyRow(
        "per", into: \.period, value: .located(.choice("period")), summary: "What it is counted over",
        default: "\"day\"")
      KeyRow(
        "days", into: \.days, value: .located(.weekdays(of: "limit")), summary: "Days on which it holds",
        default: "\"daily\"")
      KeyRow(
        "day-start", into: \.dayStart, value: .located(.timeOfDay), summary: "Local time at which a day begins",
        default: "\"00:00\"")
      KeyRow("warn", into: \.warning, value: .located(.duration()), summary: "How much use before the limit to warn")
      KeyRow(
        "extra", into: \.extra, value: .table(schema: .extraUse), summary: "Further use on request", default: "none")
      KeyRow(
        "then", into: \.consequence, value: .choice("consequence"), summary: "What happens when the use is reached",
        default: "\"block\"")
    }
  }
}

extension TableSchema where Draft == UsageLimit.Extra {
  /// `extra = { length = "15m", count = 1 }`
  fileprivate static var extraUse: Self {
    TableSchema(name: "an 'extra' table") {
      KeyRow(
        "length", into: \.lengthSeconds, value: .duration(), summary: "How much use a request adds",
        required: "\"15m\"")
      KeyRow(
        "count", into: \.count, value: .integer(in: 1...1_000), summary: "Most requests in a period", default: "1")
    }
  }
}

extension ValueReader {
  /// Reads the list of `list`, whose use a limit or a goal counts. If an element is invalid, the list is invalid as a
  /// whole. For the string `all`, which a `block` table takes in place of a list, the help names the key that counts
  /// everything.
  static func counted<Element>(_ list: ValueReader<[Element]>) -> Self where Output == [Element] {
    let elements = whole(list)
    return ValueReader(expectation: list.expectation, shape: list.shape) { value, reading in
      guard value.string == "all" else { return elements.read(value, &reading) }
      reading.report(.allInPlaceOfList(value, expected: list.expectation))
      return nil
    }
  }
}

extension ValueReader where Output == [Located<LimitDraft>] {
  /// Reads one limit, or a list of limits.
  static var limits: Self {
    let one = ValueReader<Located<LimitDraft>>.table("a limit", schema: .limit)
    let many = ValueReader.list("a table, or a list of tables", of: one)
    return ValueReader(expectation: many.expectation, shape: { .oneOrMany(one.shape()) }) { value, reading in
      switch value.kind {
      case .table: return one.read(value, &reading).map { [$0] } ?? []
      case .array: return many.read(value, &reading)
      default:
        reading.report(.notALimit(value, expected: many.expectation))
        return nil
      }
    }
  }
}

extension Diagnostic {
  fileprivate static func allInPlaceOfList(_ value: Value, expected: String) -> Diagnostic {
    .wrongType(value, expected: expected, help: ["to count everything, write: all = true"])
  }

  fileprivate static func notALimit(_ value: Value, expected: String) -> Diagnostic {
    .wrongType(value, expected: expected, help: ["write a table: limit = { apps = [\"steam\"], use = \"30m\" }"])
  }

  fileprivate static func limitOnNothing(_ span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .error, code: .requiredKey,
      message: "a 'limit' table has none of 'apps', 'sets', 'categories', 'domains' and 'all'", at: span,
      help: ["add what is counted: apps = [\"steam\"]"])
  }

  fileprivate static func limitOnEverythingAndMore(_ span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .error, code: .conflictingKeys, message: "'all' counts everything, so that the lists have no effect", at: span,
      help: ["remove 'all', or the lists; 'except' leaves out what is not counted"])
  }

  fileprivate static func useLongerThanADay(_ span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .error, code: .outOfRange, message: "expected at most 1d, as it is counted by day", at: span,
      help: ["count it over a longer time: per = \"session\" or \"window\""])
  }

  fileprivate static func notByDay(_ key: String, at span: SourceSpan, period: UsageLimit.Period) -> Diagnostic {
    Diagnostic(
      .error, code: .conflictingKeys,
      message: "'\(key)' has no effect, because the use is counted by \(period.rawValue)", at: span,
      help: ["remove '\(key)', or 'per'"])
  }

  fileprivate static func warningBeforeUse(_ warning: Located<Int64>, use: Located<Int64>) -> Diagnostic {
    Diagnostic(
      .error, code: .outOfRange, message: "the warning would come before any use", at: warning.span,
      secondary: [DiagnosticLabel(use.span, message: "the use is \(DurationText.text(seconds: use.value))")],
      help: ["make 'warn' shorter than 'use'"])
  }
}
