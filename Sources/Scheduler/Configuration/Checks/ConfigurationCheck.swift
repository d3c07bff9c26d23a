import SchedulerCivilTime
import SchedulerDiagnostics

extension Configuration {
  /// Returns findings that are valid but probably not intended and that depend on the present: windows that are never
  /// active or are past, changes of the clocks that move a start or end, warnings that cannot be delivered, limits by
  /// window that are longer than every window, and windows that are merged. Findings that do not depend on the present are
  /// reported while reading.
  ///
  /// - Parameter now: the present. Clock changes are searched for in the 13 months after it.
  /// - Returns: warnings and notes in the order of their places.
  /// - Complexity: linear in the windows if none overlap; with `warn`, linear in the occurrences of 13 months.
  public func findings(at now: Instant) -> [Diagnostic] {
    var findings = replacedBuiltIns()
    for profile in profiles {
      let zone = zone(of: profile).rules
      for window in profile.windows { findings += window.findings(in: zone, at: now) }
      findings += mergedWindows(of: profile, at: now)
      findings += warningsThatNeverFire(of: profile, at: now)
      findings += limitsLongerThanWindows(of: profile, at: now)
    }
    return findings.inSourceOrder
  }

  /// Number of days ahead in which changes of the clocks and overlaps are searched for: 13 months.
  static let horizonDays = 396

  private func replacedBuiltIns() -> [Diagnostic] {
    func replaced(_ kind: String, name: String, source: SourceSpan?) -> Diagnostic? {
      source.map { source in
        Diagnostic(
          .note, code: .replacesBuiltIn, message: "this \(kind) takes the place of the built-in '\(name)'", at: source)
      }
    }
    let sets = BuiltInSets.allNames.compactMap { name in replaced("set", name: name, source: self.sets[name]?.source) }
    let profiles = BuiltInProfiles.keys.compactMap { key in
      replaced("profile", name: key, source: self.profiles.first { $0.key.text == key }?.source)
    }
    return sets + profiles
  }

  /// Returns the intervals of a profile in the coming months, computed lazily.
  func comingIntervals(of profile: Profile, at now: Instant) -> some Sequence<Interval> {
    let until = now.adding(seconds: Int64(Self.horizonDays) * 86_400)
    return timeline(of: profile).intervals(endingAfter: now).lazy.prefix { $0.start < until }
  }

  /// Returns a note on the first two windows of a profile that are merged.
  private func mergedWindows(of profile: Profile, at now: Instant) -> [Diagnostic] {
    let until = now.adding(seconds: Int64(Self.horizonDays) * 86_400)
    let overlap = timeline(of: profile).firstOverlap(endingAfter: now, startingBefore: until)
    guard let (first, second) = overlap else { return [] }
    let windows = [profile.windows[first.window], profile.windows[second.window]]
    guard let firstSource = windows[0].source, let secondSource = windows[1].source else { return [] }
    return [
      Diagnostic(
        .note, code: .overlappingWindows,
        message: "windows '\(windows[0].name)' and '\(windows[1].name)' overlap and are merged", at: secondSource,
        label: "first on \(second.date)", secondary: [DiagnosticLabel(firstSource, message: "overlaps this one")])
    ]
  }

  /// Returns a warning for each warning time that is too long for every interval that its window ends.
  private func warningsThatNeverFire(of profile: Profile, at now: Instant) -> [Diagnostic] {
    let suspects = profile.windows.indices.filter { index in
      let window = profile.windows[index]
      return window.hasWarningBeforeStart || (!window.warningSeconds.isEmpty && profile.windows.count > 1)
    }
    guard !suspects.isEmpty else { return [] }
    var uses = [WindowUse](repeating: WindowUse(), count: profile.windows.count)
    for interval in comingIntervals(of: profile, at: now) {
      for index in interval.windows.sorted { uses[index].add(interval, of: index) }
    }
    return suspects.flatMap { index in
      let window = profile.windows[index]
      if let finding = window.coveredWarnings(uses[index]) { return [finding] }
      let longest = uses[index].longestClosedSeconds
      return window.warningSeconds.filter { $0 >= longest && longest > 0 }.compactMap { seconds in
        window.source.map { Diagnostic.warningNeverFires(seconds, window: window.name, longest: longest, at: $0) }
      }
    }
  }
}

/// The role of a window in the intervals of its profile.
private struct WindowUse {
  private var isUsed = false
  private var isEdge = false
  /// The length of the longest interval that the window ends; 0 if it ends none.
  private(set) var longestClosedSeconds: Int64 = 0

  /// Whether the window is part of intervals but neither opens nor ends any.
  var isCovered: Bool { isUsed && !isEdge }

  mutating func add(_ interval: Interval, of index: Int) {
    let isClosing = interval.closingWindows.contains(index)
    isUsed = true
    if isClosing || interval.openingWindows.contains(index) { isEdge = true }
    if isClosing { longestClosedSeconds = max(longestClosedSeconds, interval.lengthSeconds) }
  }
}

extension Window {
  /// Returns a warning if the window is part of intervals but neither opens nor ends any, so that its warnings are
  /// never delivered.
  fileprivate func coveredWarnings(_ use: WindowUse) -> Diagnostic? {
    guard let source, use.isCovered else { return nil }
    return Diagnostic(
      .warning, code: .warningNeverFires, message: "the warnings of window '\(name)' never come", at: source,
      label: "others of the profile start before it and end after it")
  }

  /// Whether a warning before its end would come before its own start.
  fileprivate var hasWarningBeforeStart: Bool {
    let lengthSeconds = Int64(endDayOffset) * 86_400 + Int64(end.secondsSinceMidnight - start.secondsSinceMidnight)
    return warningSeconds.contains { $0 >= lengthSeconds }
  }
}

extension ProfileTimeline {
  /// Returns the first two occurrences of different windows, in order of their starts, such that the second starts
  /// within the first and one of them ends after `past`.
  ///
  /// Examines occurrences only: computing their intervals would take ten times as long.
  fileprivate func firstOverlap(
    endingAfter past: Instant, startingBefore horizon: Instant
  ) -> (Occurrence, Occurrence)? {
    guard windows.count > 1 else { return nil }
    let first = zone.civil(at: past).date.adding(days: -longestSpanDays - 1) ?? .min
    var stream = OccurrenceStream(windows: windows, zone: zone, from: first)
    var open: [Occurrence] = []
    while let later = stream.next(), later.start < horizon {
      open.removeAll { $0.end <= later.start }
      let earlier = open.first { $0.window != later.window && max($0.end, later.end) > past }
      if let earlier { return (earlier, later) }
      open.append(later)
    }
    return nil
  }
}

extension Diagnostic {
  fileprivate static func warningNeverFires(
    _ seconds: Int64, window: String, longest: Int64, at source: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .warning, code: .warningNeverFires,
      message: "the warning '\(DurationText.text(seconds: seconds))' before the end of window '\(window)' never comes",
      at: source, label: "what ends with it lasts at most \(DurationText.text(seconds: longest))")
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
