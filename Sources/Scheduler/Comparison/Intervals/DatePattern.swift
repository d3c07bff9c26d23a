import SchedulerCivilTime

/// Dates described as people describe them: every Thursday, mon-fri from a date, three dates.
public enum DatePattern: Hashable, Sendable {
  /// A few dates, ascending.
  case listed([CivilDate])
  /// All dates of some weekdays, with exceptions.
  case weekly(Weekly)
  /// Dates without a rule: their number, their weekdays, the first and the last.
  case scattered(count: Int, weekdays: WeekdaySet, first: CivilDate, last: CivilDate)

  /// All dates of some weekdays in every n-th week.
  public struct Weekly: Hashable, Sendable {
    /// The weekdays.
    public let weekdays: WeekdaySet
    /// The distance of the weeks, 1 or more.
    public let everyWeeks: Int
    /// The first date; nil if the pattern holds from the start of the range.
    public let from: CivilDate?
    /// The last date; nil if the pattern holds until the end of the range.
    public let until: CivilDate?
    /// The missing dates in between. Each range covers consecutive missing dates of the pattern.
    public let exceptions: [ClosedRange<CivilDate>]
  }

  /// The maximum number of dates that are listed.
  static let listedDates = 3

  /// Describes dates by one pattern, or by one pattern for each group of weekdays if no pattern covers them all.
  /// Returns each pattern with its dates.
  ///
  /// - Parameters:
  ///   - dates: at least one date, ascending, without repetitions.
  ///   - range: the dates that were compared. The first and the last may have been compared in part.
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

  /// The number of weeks without a date that divides dates into parts.
  private static let dividingWeeks = 4
  /// The maximum number of parts; dates in more parts have no rule.
  private static let mostParts = 3

  /// The patterns of a few separate stretches of dates, or nil if the dates form no such stretches. Two zones that
  /// change their clocks weeks apart produce them.
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
    .scattered(count: dates.count, weekdays: WeekdaySet(of: dates), first: dates[0], last: dates[dates.count - 1])
  }
}

extension DatePattern.Weekly {
  /// The weekly rule that dates follow, in every week or at the distance of their weeks. Nil if too many dates of the
  /// rule are missing.
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

  private static func exceptions(among expected: [CivilDate], but dates: Set<CivilDate>) -> [ClosedRange<CivilDate>] {
    var exceptions: [ClosedRange<CivilDate>] = []
    var isOpen = false
    for date in expected {
      defer { isOpen = !dates.contains(date) }
      guard !dates.contains(date) else { continue }
      if isOpen, let run = exceptions.popLast() {
        exceptions.append(run.lowerBound...date)
      } else {
        exceptions.append(date...date)
      }
    }
    return exceptions
  }
}

extension CivilDate {
  /// The number of the week, counted from the week of 1970-01-01. Weeks begin on Monday.
  fileprivate var week: Int { (Int(epochDay) + 3 - Int(weekday.rawValue) + 1) / 7 }

  /// The dates from `first` to `last`, both included, made lazily; empty if `last` is earlier.
  fileprivate static func all(from first: CivilDate, to last: CivilDate) -> some BidirectionalCollection<CivilDate> {
    (first.epochDay..<Swift.max(first.epochDay, last.epochDay + 1)).lazy.compactMap { CivilDate(epochDay: Int($0)) }
  }
}

extension WeekdaySet {
  /// The weekdays of some dates.
  fileprivate init(of dates: [CivilDate]) {
    self = dates.reduce(into: []) { $0.insert(WeekdaySet($1.weekday)) }
  }
}

extension DatePattern: CustomStringConvertible {
  /// `every Thursday`, `mon-fri from 2026-11-26, not 2026-12-25`, `Thu 2026-11-26 and Fri 2026-12-04`.
  public var description: String {
    switch self {
    case .listed(let dates): Words.list(dates.map(Words.date))
    case .weekly(let weekly): weekly.description
    case .scattered(let count, let weekdays, let first, let last):
      "\(count) \(weekdays.only.map { $0.name + "s" } ?? "dates") from \(first) to \(last)"
    }
  }
}

extension DatePattern.Weekly: CustomStringConvertible {
  /// `every Thursday`, `mon-fri from 2026-11-26, not 2026-12-25`.
  public var description: String {
    var text = rule
    switch (from, until) {
    case (let from?, let until?): text += " from \(from) to \(until)"
    case (let from?, nil): text += " from \(from)"
    case (nil, let until?): text += " until \(until)"
    case (nil, nil): break
    }
    if !exceptions.isEmpty { text += ", not \(Words.list(exceptions.map(Words.dates), most: Self.listedExceptions))" }
    return text
  }

  /// The maximum number of exceptions that are listed; more are counted.
  private static let listedExceptions = 3

  private var rule: String {
    if everyWeeks == 1 { return weekdays.only.map { "every \($0.name)" } ?? weekdays.text }
    let ordinal = Words.ordinal(everyWeeks)
    return weekdays.only.map { "every \(ordinal) \($0.name)" } ?? "\(weekdays.text) of every \(ordinal) week"
  }
}

/// Pieces of sentences about dates.
private enum Words {
  static func date(_ date: CivilDate) -> String { "\(date.weekday.abbreviation) \(date)" }

  static func dates(_ range: ClosedRange<CivilDate>) -> String {
    range.lowerBound == range.upperBound ? "\(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
  }

  /// `2nd`, `11th`, `23rd`, `111th`.
  static func ordinal(_ number: Int) -> String {
    let isTeen = (11...13).contains(number % 100)
    return "\(number)" + (isTeen ? "th" : [1: "st", 2: "nd", 3: "rd"][number % 10] ?? "th")
  }

  /// `a`, `a and b`, `a, b and c`. Lists up to `most` items and counts the rest.
  static func list(_ items: [String], most: Int = .max) -> String {
    let shown = items.count > most ? Array(items.prefix(most)) + ["\(items.count - most) more"] : items
    guard let last = shown.last, shown.count > 1 else { return shown.first ?? "" }
    return shown.dropLast().joined(separator: ", ") + " and " + last
  }
}

extension WeekdaySet {
  /// The weekday of a set with one element, else nil.
  var only: Weekday? { Weekday.allCases.first { WeekdaySet($0) == self } }
}
