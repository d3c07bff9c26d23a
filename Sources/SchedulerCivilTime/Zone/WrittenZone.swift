/// A zone expanded to its UTC and civil time lines: immutable sorted arrays in which every look-up is a binary search.
///
/// A rule is expanded for a number of years. If these contain a Gregorian cycle of 400 years, later moments are looked
/// up one or more cycles earlier, where the rule gives the same answer.
final class WrittenZone: Sendable {
  private let line: OffsetLine
  private let local: LocalLine

  /// The moments that are looked up directly. Others are looked up in the cycle that begins at `cycleStart`, which is a
  /// change of offset.
  private let written: ClosedRange<Int64>
  private let cycleStart: Int64

  /// Expands a zone. Its rule, if it has one, is expanded for `years` after the last transition.
  ///
  /// Complexity: O(*n* log *n*) in the number of transitions; a rule adds two a year.
  init(_ history: ZoneHistory, years: Int) {
    let line = Self.line(of: history, years: years)
    self.line = line
    local = LocalLine(line)
    // Both lines follow the rule alone once the start of the rule is further in the past than any offset reaches.
    let ruleStart = history.transitions.isEmpty ? 0 : history.ruleStart ?? 0
    let first = history.rule?.daylight == nil ? nil : line.starts.first { $0 > ruleStart + 4 * 86_400 }
    cycleStart = first ?? 0
    written = Self.written(cycleStart: first, isRuleOnly: history.transitions.isEmpty)
  }

  private static func line(of history: ZoneHistory, years: Int) -> OffsetLine {
    guard let last = history.transitions.last else {
      var line = OffsetLine(history.type(at: 0).offset)
      if let rule = history.rule { line.follow(rule, after: 0, years: years) }
      return line
    }
    var line = OffsetLine(history.types[0].offset)
    for transition in history.transitions {
      line.change(to: history.types[Int(transition.type)].offset, at: transition.time)
    }
    if let rule = history.rule { line.follow(rule, after: last.time, years: years) }
    return line
  }

  private static func written(cycleStart: Int64?, isRuleOnly: Bool) -> ClosedRange<Int64> {
    guard let cycleStart else { return .min ... .max }
    return (isRuleOnly ? cycleStart : .min)...cycleStart + GregorianCycle.seconds - 1
  }

  /// Returns the moment that the arrays contain in place of `moment`, which may be the moment itself.
  private func fold(_ moment: Int64) -> Int64 {
    written.contains(moment) ? moment : GregorianCycle.fold(moment, from: cycleStart)
  }

  func offset(at epochSeconds: Int64) -> UTCOffset {
    UTCOffset(seconds: line.offsets[Self.lastIndex(in: line.starts, notAfter: fold(epochSeconds))])
  }

  func segment(at epochSeconds: Int64) -> ZoneSegment {
    let moment = fold(epochSeconds)
    let index = Self.lastIndex(in: line.starts, notAfter: moment)
    let start = line.starts[index]
    let end = index + 1 < line.starts.count ? line.starts[index + 1] : .max
    let offset = UTCOffset(seconds: line.offsets[index])
    guard moment != epochSeconds else { return ZoneSegment(start: start, end: end, offset: offset) }
    // Within the cycle every run has a start and an end.
    return ZoneSegment(
      start: epochSeconds.saturatingSubtract(moment - start),
      end: epochSeconds.saturatingAdd(end - moment),
      offset: offset)
  }

  func resolve(_ localSeconds: Int64) -> CivilResolution {
    let index = Self.lastIndex(in: local.starts, notAfter: fold(localSeconds))
    let offsets = local.offsets[index]
    let earlier = Instant(epochSeconds: localSeconds &- Int64(offsets.earlier))
    let later = Instant(epochSeconds: localSeconds &- Int64(offsets.later))
    if earlier == later { return .unique(earlier) }
    return earlier < later ? .repeated(first: earlier, second: later) : .gap(before: earlier, after: later)
  }

  /// Whether the clocks show any of the 86,400 civil seconds from `localSeconds` on.
  func showsAnyOfDay(from localSeconds: Int64) -> Bool {
    let start = fold(localSeconds)
    var index = Self.lastIndex(in: local.starts, notAfter: start)
    repeat {
      if local.offsets[index].earlier >= local.offsets[index].later { return true }
      index += 1
    } while index < local.starts.count && local.starts[index] < start + 86_400
    return false
  }

  /// Returns the position of the last element not after `moment`. It exists because the first element is `Int64.min`.
  private static func lastIndex(in starts: [Int64], notAfter moment: Int64) -> Int {
    var low = 0
    var count = starts.count
    while count > 1 {
      let half = count / 2
      low = starts[low + half] <= moment ? low + half : low
      count -= half
    }
    return low
  }
}

extension Int64 {
  /// Returns the sum with a non-negative distance, or `Int64.max` on overflow.
  fileprivate func saturatingAdd(_ distance: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(distance)
    return overflow ? .max : sum
  }

  /// Returns the difference with a non-negative distance, or `Int64.min` on overflow.
  fileprivate func saturatingSubtract(_ distance: Int64) -> Int64 {
    let (difference, overflow) = subtractingReportingOverflow(distance)
    return overflow ? .min : difference
  }
}
