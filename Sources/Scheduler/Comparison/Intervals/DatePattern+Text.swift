import SchedulerCivilTime

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

  /// More exceptions than these are counted.
  private static let listedExceptions = 3

  private var rule: String {
    if everyWeeks == 1 { return weekdays.only.map { "every \($0.name)" } ?? weekdays.text }
    let ordinal = Words.ordinal(everyWeeks)
    return weekdays.only.map { "every \(ordinal) \($0.name)" } ?? "\(weekdays.text) of every \(ordinal) week"
  }
}

/// Pieces of sentences about dates.
private enum Words {
  static func date(_ date: CivilDate) -> String { "\(date.weekday.name.prefix(3)) \(date)" }

  static func dates(_ range: DateRange) -> String {
    range.first == range.last ? "\(range.first)" : "\(range.first) to \(range.last)"
  }

  /// `2nd`, `11th`, `23rd`, `111th`.
  static func ordinal(_ number: Int) -> String {
    let isTeen = (11...13).contains(number % 100)
    return "\(number)" + (isTeen ? "th" : [1: "st", 2: "nd", 3: "rd"][number % 10] ?? "th")
  }

  /// `a`, `a and b`, `a, b and c`; of more than `most` the first ones and a count.
  static func list(_ items: [String], most: Int = .max) -> String {
    let shown = items.count > most ? Array(items.prefix(most)) + ["\(items.count - most) more"] : items
    guard let last = shown.last, shown.count > 1 else { return shown.first ?? "" }
    return shown.dropLast().joined(separator: ", ") + " and " + last
  }
}

extension WeekdaySet {
  /// The weekday of a set of one.
  var only: Weekday? { Weekday.allCases.first { WeekdaySet($0) == self } }

  /// As the configuration writes it: `daily`, `mon-fri`, `sat, sun`, `fri-mon`.
  var text: String {
    if self == .daily { return "daily" }
    // Each run of days begins behind a day that is not in the set; two days in a row are listed.
    let starts = Weekday.allCases.filter { contains($0) && !contains($0.adding(days: 6)) }
    return starts.map { first in
      let length = (1...6).first { !contains(first.adding(days: $0)) } ?? 7
      let days = (0..<length).map { first.adding(days: $0).name.prefix(3).lowercased() }
      return length > 2 ? "\(days[0])-\(days[length - 1])" : days.joined(separator: ", ")
    }.joined(separator: ", ")
  }
}

extension Weekday {
  /// The English name, `Monday`.
  var name: String {
    ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"][Int(rawValue) - 1]
  }
}
