import Scheduler
import SchedulerCivilTime

/// The use of the dates on which a person lived, made from the UTC days of a ledger.
///
/// A quarter of an hour belongs to the date and the hour that the zone in which it was recorded has at its start. So the
/// past stays as it is when the person travels, and each second counts on exactly one date. A date that a person lived
/// twice, east and west of the date line, has the use of both. Where a zone is not a multiple of a quarter away from UTC,
/// as in some old ones, up to 15 minutes count on the date before.
public struct UseByDate: Sendable {
  /// The use of one date.
  public struct Day: Hashable, Sendable {
    /// Nanoseconds of each key. Each second of use is in one of them.
    public fileprivate(set) var keys: [UseKey: Int64] = [:]
    /// Nanoseconds in each hour of the clock, 0 to 23.
    public fileprivate(set) var hours = [Int64](repeating: 0, count: 24)

    /// Creates a day without use.
    public init() {}
  }

  private let zone: ZoneRules
  private let source: (any ZoneSource)?
  /// The rules of each zone that the ledger names: those of the present zone if the machine does not know it.
  private var recorded: [String: ZoneRules] = [:]
  /// The dates with use.
  public private(set) var days: [CivilDate: Day] = [:]
  /// The UTC days whose use is lost in part or as a whole.
  private var lostDays: Set<CivilDate> = []

  /// The number of zones that are loaded. There are some 600.
  private static let mostZones = 1_000

  /// Creates dates without use.
  ///
  /// - Parameters:
  ///   - zone: the present zone. Use counts in it if no other zone was recorded with it, or an unknown one.
  ///   - source: the zones that may be recorded. Each is loaded once. Nil if the present zone is that of all use.
  public init(in zone: ZoneRules, recorded source: (any ZoneSource)? = nil) {
    (self.zone, self.source) = (zone, source)
  }

  /// Adds a day of the ledger, or the use of the keys in it that a condition selects. Complexity: O(quarters with use).
  public mutating func add(_ day: UseDay, where isMeant: (UseKey) -> Bool = { _ in true }) {
    var places: [Int: (date: CivilDate, hour: Int)] = [:]
    for row in day.rows where isMeant(row.key) {
      for element in row.quarters.elements {
        let start = Int64(day.date.epochDay) * 86_400 + Int64(element.quarter) * QuarterSums.quarterSeconds
        let place =
          places[element.quarter]
          ?? Self.place(of: Instant(epochSeconds: start), in: rules(of: day.zone(of: element.quarter)))
        places[element.quarter] = place
        add(element.nanoseconds, of: row.key, at: place)
      }
    }
  }

  private mutating func rules(of name: String?) -> ZoneRules {
    guard let name, let source else { return zone }
    if let known = recorded[name] { return known }
    guard recorded.count < Self.mostZones else { return zone }
    do throws(ZoneError) { recorded[name] = try source.rules(for: name) } catch { recorded[name] = zone }
    return recorded[name] ?? zone
  }

  private static func place(of instant: Instant, in rules: ZoneRules) -> (date: CivilDate, hour: Int) {
    let civil = rules.civil(at: instant)
    return (civil.date, civil.time.components.hour)
  }

  /// Notes a day of the ledger that is lost.
  public mutating func add(_ loss: UseLoss) { if let date = loss.date { lostDays.insert(date) } }

  /// Whether nothing is lost of the use of some dates.
  ///
  /// A lost UTC day lies on two dates of most zones. The one in which the person was is lost with it, so the day counts on
  /// the dates of all zones that the other days name.
  public func isWhole(on dates: some Sequence<CivilDate>) -> Bool {
    !dates.contains { date in
      (-1...1).compactMap(date.adding(days:)).contains { lostDays.contains($0) && lies(on: date, $0) }
    }
  }

  /// Whether a part of a UTC day lies on a date.
  private func lies(on date: CivilDate, _ day: CivilDate) -> Bool {
    let start = Int64(day.epochDay) * 86_400
    return ([zone] + recorded.values).contains { rules in
      [start, start + 86_399].contains { Self.place(of: Instant(epochSeconds: $0), in: rules).date == date }
    }
  }

  private mutating func add(_ nanoseconds: Int64, of key: UseKey, at place: (date: CivilDate, hour: Int)) {
    var day = days.removeValue(forKey: place.date) ?? Day()
    day.keys[key] = (day.keys[key] ?? 0).saturatingSum(with: nanoseconds)
    day.hours[place.hour] = day.hours[place.hour].saturatingSum(with: nanoseconds)
    days[place.date] = day
  }

  /// Returns the seconds of use of some dates by keys that a condition selects.
  public func seconds(on dates: some Sequence<CivilDate>, where isMeant: (UseKey) -> Bool = { _ in true }) -> Int64 {
    dates.reduce(0) { sum, date in
      (days[date]?.keys ?? [:]).reduce(sum) { $1.value > 0 && isMeant($1.key) ? $0.saturatingSum(with: $1.value) : $0 }
    } / 1_000_000_000
  }
}

/// What the use of some dates adds up to.
public struct UseSums: Sendable {
  /// A name and its use.
  public struct Entry: Hashable, Sendable {
    /// The application, category or domain.
    public let name: String
    /// The seconds of use.
    public let seconds: Int64
    /// The categories under which an application was recorded; empty for the other kinds.
    public var categories: Set<String> = []
  }

  /// The seconds of all use.
  public let seconds: Int64
  /// The seconds of each date.
  public let days: [Int64]
  /// The seconds in each hour of the clock on all dates together, 0 to 23.
  public let hours: [Int64]
  /// The applications with at least a second of use, the most used first.
  public let applications: [Entry]
  /// The categories with use, the most used first. An application counts in each of its categories.
  public let categories: [Entry]
  /// The domains with use, the most used first. `www.` before a name does not matter.
  public let domains: [Entry]

  /// Adds up some dates.
  public init(_ use: UseByDate, on dates: [CivilDate]) {
    var (applications, categories, domains): ([String: Int64], [String: Int64], [String: Int64]) = ([:], [:], [:])
    var recorded: [String: Set<String>] = [:]
    var hours = [Int64](repeating: 0, count: 24)
    for date in dates {
      guard let day = use.days[date] else { continue }
      for hour in hours.indices { hours[hour] = hours[hour].saturatingSum(with: day.hours[hour]) }
      for (key, length) in day.keys {
        applications.add(length, of: key.application)
        if !key.domain.isEmpty { domains.add(length, of: Self.site(of: key.domain)) }
        let names = key.categories.split(separator: ";").map(String.init)
        recorded[key.application, default: []].formUnion(names)
        for category in names { categories.add(length, of: category) }
      }
    }
    days = dates.map { use.seconds(on: [$0]) }
    self.hours = hours.map { $0 / 1_000_000_000 }
    seconds = use.seconds(on: dates)
    self.applications = applications.entries.map { entry in
      UseSums.Entry(name: entry.name, seconds: entry.seconds, categories: recorded[entry.name] ?? [])
    }
    self.categories = categories.entries.filter { !Self.techniques.contains($0.name) }
    self.domains = domains.entries
  }

  /// Whether the use of a key counts for an application or a domain.
  public static func counts(_ key: UseKey, for name: String, isDomain: Bool) -> Bool {
    isDomain ? site(of: key.domain) == name : key.application == name
  }

  private static func site(of domain: String) -> String {
    domain.hasPrefix("www.") && domain.dropFirst(4).contains(".") ? String(domain.dropFirst(4)) : domain
  }

  /// Categories that say how an application is made, not what it is for.
  private static let techniques: Set<String> = [
    "Core", "KDE", "GNOME", "XFCE", "DDE", "GTK", "Qt", "Motif", "Java", "ConsoleOnly",
  ]
}

extension [String: Int64] {
  fileprivate mutating func add(_ length: Int64, of name: String) {
    self[name] = (self[name] ?? 0).saturatingSum(with: length)
  }

  /// The names with at least a second, the largest first.
  fileprivate var entries: [UseSums.Entry] {
    map { UseSums.Entry(name: $0.key, seconds: $0.value / 1_000_000_000) }.filter { $0.seconds > 0 }
      .sorted { ($1.seconds, $0.name) < ($0.seconds, $1.name) }
  }
}
