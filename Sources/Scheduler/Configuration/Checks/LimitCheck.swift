import SchedulerCivilTime
import SchedulerDiagnostics

extension Reading {
  /// Warns of limits that can never act, and notes those that few sources measure. `set` looks up a set by name.
  mutating func checkLimits(of draft: ProfileDraft, _ profile: Profile, set: (String) -> TargetSet?) {
    for (draft, limit) in zip(draft.limits.map(\.value), profile.limits.map { $0.including(set) }) {
      if let period = draft.period, period.value == .window, profile.windows.isEmpty {
        report(.limitWithoutWindows(period.span, profile: profile.key.text))
        continue
      }
      guard !limit.countsEverything, let place = draft.firstTarget else { continue }
      let countsDomainsAlone = limit.applications.isEmpty && limit.categories.isEmpty
      if countsDomainsAlone, limit.domains.allSatisfy(\.isLoopback) {
        report(.limitOnMachine(place, isOnNothing: limit.domains.isEmpty))
      } else if limit.exceptsAllTargets {
        report(.limitOnExceptions(place))
      } else {
        checkLoopback(draft.domains ?? [])
        if countsDomainsAlone { report(.limitOnDomains(place)) }
      }
    }
  }
}

extension Configuration {
  /// Returns a warning for each limit by window that allows more use than the longest coming interval of its profile's
  /// windows has room for.
  func limitsLongerThanWindows(of profile: Profile, at now: Instant) -> [Diagnostic] {
    let limits = profile.limits.filter { $0.period == .window }
    guard !limits.isEmpty, let source = profile.windows.first?.source,
      let longest = comingIntervals(of: profile, at: now).map(\.lengthSeconds).max()
    else { return [] }
    return limits.filter { $0.useSeconds >= longest }.map { .limitLongerThanWindows($0, longest: longest, at: source) }
  }
}

extension LimitDraft {
  /// The place of the first target that is listed.
  fileprivate var firstTarget: SourceSpan? {
    applications?.first?.span ?? categories?.first?.span ?? domains?.first?.span ?? sets?.first?.span
  }
}

extension UsageLimit {
  /// Whether everything that is listed is left out by `except`.
  fileprivate var exceptsAllTargets: Bool {
    applications.allSatisfy(exceptions.applications.contains) && categories.allSatisfy(exceptions.categories.contains)
      && domains.allSatisfy { domain in exceptions.domains.contains { domain.isEqualOrSubdomain(of: $0) } }
  }
}

extension DiagnosticCode {
  static let limitNeverActs = DiagnosticCode("limit-never-acts")
  /// Nothing can measure a limit, or nothing does at present.
  public static let unmeasured = DiagnosticCode("unmeasured")
}

extension Diagnostic {
  fileprivate static func limitWithoutWindows(_ span: SourceSpan, profile: String) -> Diagnostic {
    Diagnostic(
      .warning, code: .limitNeverActs,
      message: "a limit by window never counts here, because profile '\(profile)' has no windows", at: span,
      help: ["leave 'per' out to count by day, or add windows: window = [\"mon-fri 09:00-17:00\"]"])
  }

  fileprivate static func limitLongerThanWindows(
    _ limit: UsageLimit, longest: Int64, at span: SourceSpan
  ) -> Diagnostic {
    let length = DurationText.text(seconds: longest)
    return Diagnostic(
      .warning, code: .limitNeverActs,
      message: "the limit '\(limit.text)' is never used up, because no window lasts longer than \(length)", at: span,
      help: ["allow less than \(length), or leave 'per' out to count by day"])
  }

  fileprivate static func limitOnMachine(_ span: SourceSpan, isOnNothing: Bool) -> Diagnostic {
    Diagnostic(
      .warning, code: .limitNeverActs,
      message: isOnNothing
        ? "the limit never counts, because the sets that it names are empty"
        : "the limit never counts, because it names the machine itself alone",
      at: span, help: ["list what is to be limited, or remove the limit"])
  }

  fileprivate static func limitOnExceptions(_ span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .warning, code: .limitNeverActs, message: "the limit never counts, because 'except' leaves out all that it lists",
      at: span, help: ["remove what is to be counted from 'except', or remove the limit"])
  }

  fileprivate static func limitOnDomains(_ span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .note, code: .unmeasured,
      message: "a limit on domains alone is measured only where a source names the tab in front", at: span,
      help: [
        "the browser extension does: 'schedctl browser-extension install'; 'schedctl doctor' shows the sources of your "
          + "desktop session"
      ])
  }
}
