import CivilTime
import Diagnostics

extension Configuration {
  /// What is not wrong but probably not meant, as far as it depends on the present: windows that never hold or are
  /// past, changes of the clocks that move an end, warnings that cannot come, windows that are merged. What does not
  /// depend on it is reported by reading.
  ///
  /// - Parameter now: what is past lies before it; clock changes are looked for in the 13 months after it.
  /// - Returns: warnings and notes in the order of their places.
  /// - Complexity: O(i · w) for i intervals of w windows in 13 months.
  public func findings(at now: Instant) -> [Diagnostic] {
    var findings = replacedBuiltIns()
    for profile in profiles {
      let zone = zone(of: profile).rules
      for window in profile.windows { findings += window.findings(in: zone, at: now) }
      findings += mergedWindows(of: profile, at: now)
    }
    return findings.inSourceOrder
  }

  /// The months that clock changes and overlaps are looked for in.
  static let horizonDays = 396

  private func replacedBuiltIns() -> [Diagnostic] {
    sets.values.compactMap { set in
      guard let name = set.name, BuiltInSets.all[name] != nil, let source = set.source else { return nil }
      return Diagnostic(
        .note, .replacesBuiltIn, "this set takes the place of the built-in '\(name)'", at: DiagnosticLabel(source))
    }
  }

  /// A note on the first interval that merges windows of a profile.
  private func mergedWindows(of profile: Profile, at now: Instant) -> [Diagnostic] {
    guard profile.windows.count > 1 else { return [] }
    let until = now.adding(seconds: Int64(Self.horizonDays) * 86_400)
    let intervals = timeline(of: profile).intervals(endingAfter: now).prefix { $0.start < until }
    guard let merged = intervals.first(where: { $0.windows.count > 1 }) else { return [] }
    let windows = merged.windows.sorted.map { profile.windows[$0] }
    guard let first = windows[0].source, let second = windows[1].source else { return [] }
    let date = zone(of: profile).rules.civil(at: merged.start).date
    return [
      Diagnostic(
        .note, .overlappingWindows, "windows '\(windows[0].name)' and '\(windows[1].name)' overlap and are merged",
        at: DiagnosticLabel(second, "first on \(date)"), secondary: [DiagnosticLabel(first, "overlaps this one")])
    ]
  }
}

extension DiagnosticCode {
  static let replacesBuiltIn = DiagnosticCode("replaces-builtin")
  static let overlappingWindows = DiagnosticCode("overlapping-windows")
  static let windowNeverMatches = DiagnosticCode("window-never-matches")
  static let windowPast = DiagnosticCode("window-past")
  static let clockChange = DiagnosticCode("clock-change")
  static let warningNeverFires = DiagnosticCode("warning-never-fires")
}
