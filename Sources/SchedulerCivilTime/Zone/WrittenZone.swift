/// A zone written out as both of its lines, sorted arrays that are never changed after they are made: every answer is a
/// binary search.
///
/// A rule is written out for a number of years. When those are a Gregorian cycle of 400 years, later moments are looked up
/// one or more cycles earlier, where the rule says the same.
final class WrittenZone: Sendable {
  private let line: OffsetLine
  private let local: LocalLine

  /// What lies outside is looked up in the cycle that begins at `cycleStart`, which is a change of offset.
  private let written: ClosedRange<Int64>
  private let cycleStart: Int64

  /// A zone whose rule, where it has one, is written out for `years` after its last transition.
  ///
  /// Complexity: O(*n* log *n*) in the transitions, of which a rule has two a year.
  init(_ history: ZoneHistory, years: Int) {
    let line = Self.line(of: history, years: years)
    self.line = line
    local = LocalLine(line)
    // Both lines follow the rule alone as soon as its start is further back than any offset reaches.
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

  /// The same moment, or the one that the table has in its place.
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
    // In the cycle every run has a start and an end.
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

  /// The position of the last element not after `moment`; the first is `Int64.min`, so there is one.
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
  /// Adds a distance that is not negative, as far as there are numbers.
  fileprivate func saturatingAdd(_ distance: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(distance)
    return overflow ? .max : sum
  }

  /// Subtracts a distance that is not negative, as far as there are numbers.
  fileprivate func saturatingSubtract(_ distance: Int64) -> Int64 {
    let (difference, overflow) = subtractingReportingOverflow(distance)
    return overflow ? .min : difference
  }
}
