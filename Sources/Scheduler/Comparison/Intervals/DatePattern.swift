import SchedulerCivilTime

/// Dates in the way in which people speak of them: every Thursday, mon-fri from some date on, three dates.
public enum DatePattern: Hashable, Sendable {
  /// A few dates, ascending.
  case listed([CivilDate])
  /// Every date of some weekdays, but for exceptions.
  case weekly(Weekly)
  /// Dates without a rule: how many, of which weekdays, the first and the last.
  case scattered(count: Int, weekdays: WeekdaySet, first: CivilDate, last: CivilDate)

  /// Every date of some weekdays, or of those in every n-th week.
  public struct Weekly: Hashable, Sendable {
    /// The weekdays.
    public let weekdays: WeekdaySet
    /// Every how many weeks, 1 or more.
    public let everyWeeks: Int
    /// The first date, where dates of the range before it do not belong to it.
    public let from: CivilDate?
    /// The last date, where dates of the range after it do not belong to it.
    public let until: CivilDate?
    /// The dates in between that do not belong to it; each range reaches from one missing date to the last that is
    /// missing without a break.
    public let exceptions: [DateRange]
  }

  /// Up to so many dates are listed.
  static let listedDates = 3

  /// The dates in one pattern, or, where they have none in common, in one for some weekdays each, with their dates.
  ///
  /// - Parameters:
  ///   - dates: ascending, each once, at least one.
  ///   - range: the dates that were looked at; the first and the last of them were perhaps looked at in part.
  static func patterns(
    of dates: [CivilDate], within range: ClosedRange<CivilDate>
  ) -> [(pattern: DatePattern, dates: [CivilDate])] {
    guard dates.count > listedDates else { return [(.listed(dates), dates)] }
    if let weekly = Weekly(dates, within: range) { return [(.weekly(weekly), dates)] }
    if let parts = parts(of: dates, within: range) { return parts }
    let days = Weekday.allCases.map { day in dates.filter { $0.weekday == day } }
    let isRegular = days.map { $0.count > listedDates && Weekly($0, within: range) != nil }
    let regular = zip(days, isRegular).filter(\.1).map(\.0)
    let rest = zip(days, isRegular).filter { !$0.1 }.flatMap(\.0).sorted()
    guard !regular.isEmpty else { return [(scattered(dates), dates)] }
    var patterns: [(pattern: DatePattern, dates: [CivilDate])] = []
    let together = regular.flatMap { $0 }.sorted()
    if let weekly = Weekly(together, within: range) {
      patterns.append((.weekly(weekly), together))
    } else {
      patterns += regular.compactMap { dates in Weekly(dates, within: range).map { (.weekly($0), dates) } }
    }
    if !rest.isEmpty { patterns.append((rest.count > listedDates ? scattered(rest) : .listed(rest), rest)) }
    return patterns
  }

  /// So many weeks without a date divide dates into parts.
  private static let dividingWeeks = 4
  /// Dates in more parts than this have no rule.
  private static let mostParts = 3

  /// The patterns of a few stretches of dates far from each other, as the weeks in which only one of two zones has
  /// changed its clocks; nil when there are none.
  private static func parts(
    of dates: [CivilDate], within range: ClosedRange<CivilDate>
  ) -> [(pattern: DatePattern, dates: [CivilDate])]? {
    var parts: [[CivilDate]] = []
    for date in dates {
      if let last = parts.last?.last, date.epochDay - last.epochDay <= 7 * dividingWeeks {
        parts[parts.count - 1].append(date)
      } else {
        parts.append([date])
      }
    }
    guard (2...mostParts).contains(parts.count), parts.contains(where: { $0.count > listedDates }) else { return nil }
    var patterns: [(pattern: DatePattern, dates: [CivilDate])] = []
    for part in parts {
      let weekly = Weekly(part, within: range).map { DatePattern.weekly($0) }
      guard let pattern = part.count > listedDates ? weekly : .listed(part) else { return nil }
      patterns.append((pattern, part))
    }
    return patterns
  }

  private static func scattered(_ dates: [CivilDate]) -> DatePattern {
    .scattered(
      count: dates.count, weekdays: WeekdaySet(of: dates), first: dates[0], last: dates[dates.count - 1])
  }
}

extension DatePattern.Weekly {
  /// The rule that dates follow: every week, or as often as their weeks lie apart; nil when too many of its dates would
  /// be missing.
  fileprivate init?(_ dates: [CivilDate], within range: ClosedRange<CivilDate>) {
    let weeks = dates.map(\.week)
    let gap = zip(weeks, weeks.dropFirst()).map { $1 - $0 }.filter { $0 > 0 }.min() ?? 1
    for step in Set([1, gap]).sorted() {
      guard let weekly = DatePattern.Weekly(dates, everyWeeks: step, within: range) else { continue }
      self = weekly
      return
    }
    return nil
  }

  private init?(_ dates: [CivilDate], everyWeeks: Int, within range: ClosedRange<CivilDate>) {
    let weekdays = WeekdaySet(of: dates)
    let week = dates[0].week
    func belongs(_ date: CivilDate) -> Bool {
      weekdays.contains(date.weekday) && (date.week - week).isMultiple(of: everyWeeks)
    }
    guard dates.allSatisfy(belongs), let last = dates.last else { return nil }
    let expected = CivilDate.all(from: dates[0], to: last).filter(belongs)
    guard expected.count - dates.count <= dates.count / 4 else { return nil }
    self.weekdays = weekdays
    self.everyWeeks = everyWeeks
    let before = CivilDate.all(from: range.lowerBound, to: dates[0]).dropFirst().dropLast()
    from = before.contains(where: belongs) ? dates[0] : nil
    let after = CivilDate.all(from: last, to: range.upperBound).dropFirst().dropLast()
    until = after.contains(where: belongs) ? last : nil
    exceptions = expected.count == dates.count ? [] : Self.exceptions(among: expected, but: Set(dates))
  }

  private static func exceptions(among expected: [CivilDate], but dates: Set<CivilDate>) -> [DateRange] {
    var exceptions: [DateRange] = []
    var isOpen = false
    for date in expected {
      defer { isOpen = !dates.contains(date) }
      guard !dates.contains(date) else { continue }
      if isOpen, let run = exceptions.popLast() {
        exceptions.append(DateRange(from: run.first, to: date))
      } else {
        exceptions.append(DateRange(from: date, to: date))
      }
    }
    return exceptions
  }
}

extension CivilDate {
  /// The weeks from that of 1970-01-01 to this date's; they begin on Monday.
  fileprivate var week: Int { (Int(epochDay) + 3 - Int(weekday.rawValue) + 1) / 7 }

  /// The dates from one to another, both included; none when the other is before.
  ///
  /// Nothing is made before it is looked at.
  fileprivate static func all(from first: CivilDate, to last: CivilDate) -> some BidirectionalCollection<CivilDate> {
    (first.epochDay..<Swift.max(first.epochDay, last.epochDay + 1)).lazy.compactMap { CivilDate(epochDay: Int($0)) }
  }
}

extension WeekdaySet {
  /// The weekdays that dates have.
  fileprivate init(of dates: [CivilDate]) {
    self = dates.reduce(into: []) { $0.insert(WeekdaySet($1.weekday)) }
  }
}
