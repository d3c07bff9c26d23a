import SchedulerCivilTime

/// What is used, as one line of the ledger knows it. Every second of use belongs to exactly one key, so that any choice
/// of applications, categories and domains counts each second once.
public struct UseKey: Hashable, Comparable, Sendable {
  /// The name of the application; see `UsedTarget.name`. It is `UseDay.otherNames` where it has none.
  public let application: String
  /// The domain of the tab in front; empty where there is none.
  public let domain: String
  /// The categories of the application at that time, sorted, with `;` between them.
  public let categories: String

  /// Creates a key.
  public init(application: String, domain: String = "", categories: String = "") {
    (self.application, self.domain, self.categories) = (application, domain, categories)
  }

  /// Orders by application, then domain, then categories.
  public static func < (a: UseKey, b: UseKey) -> Bool {
    (a.application, a.domain, a.categories) < (b.application, b.domain, b.categories)
  }
}

/// An application or a domain whose visits are noted.
public struct VisitedTarget: Hashable, Comparable, Sendable {
  /// Whether it is a domain.
  public let isDomain: Bool
  /// The name of the application, or the domain.
  public let name: String

  /// Creates a target.
  public init(_ name: String, isDomain: Bool) { (self.name, self.isDomain) = (name, isDomain) }

  /// Orders applications before domains, then by name.
  public static func < (a: VisitedTarget, b: VisitedTarget) -> Bool {
    a.isDomain == b.isDomain ? a.name < b.name : b.isDomain
  }
}

/// The use of one UTC day: the sums of each key by quarter of an hour, the zones in which they were used, and the lengths
/// of the visits that began on the day.
///
/// A visit of an application or a domain begins when it comes into use after five minutes without, and ends before the
/// next such pause. Its length is the use in it.
public struct UseDay: Hashable, Sendable {
  /// The use of one key.
  public struct Row: Hashable, Sendable {
    /// What was used.
    public let key: UseKey
    /// How long.
    public internal(set) var quarters = QuarterSums()
  }

  /// The visits of one target.
  public struct Visits: Hashable, Sendable {
    /// What was visited.
    public let target: VisitedTarget
    /// The length of each visit in milliseconds, in no order that matters.
    public internal(set) var lengths: [Int64] = []
  }

  /// The name of all applications that have none, and of those that a day has no room for.
  public static let otherNames = "."
  /// The number of keys of a day, and of targets with visits, from where on new ones count as `otherNames`.
  static let mostRows = 1_000
  /// The number of visits of one target on a day that are noted.
  static let mostVisits = 500

  /// The date in UTC.
  public let date: CivilDate
  /// The rows, sorted by key.
  public internal(set) var rows: [Row] = []
  /// The quarters in which the person was in a zone, by its identifier. No quarter is in two zones. One that is in none
  /// counts as if it were in the present zone.
  var zones: [String: QuarterSet] = [:]
  /// The visits, sorted by target.
  public internal(set) var visits: [Visits] = []

  /// Creates a day without use.
  public init(_ date: CivilDate) { self.date = date }

  /// The use of the whole day in nanoseconds.
  public var nanoseconds: Int64 { rows.reduce(0) { $0.saturatingSum(with: $1.quarters.nanoseconds) } }

  var isEmpty: Bool { rows.isEmpty && visits.isEmpty }
}

extension UseDay {
  mutating func add(_ nanoseconds: Int64, of key: UseKey, in quarter: Int, zone: String? = nil) {
    rows[row(of: key)].quarters.add(nanoseconds, in: quarter)
    if let zone {
      var quarters = QuarterSet()
      quarters.insert(quarter)
      add(quarters, in: zone)
    }
  }

  /// Notes the zone of some quarters. A quarter that has a zone keeps it.
  mutating func add(_ quarters: QuarterSet, in zone: String) {
    var new = quarters
    for known in zones.values { new.subtract(known) }
    if !new.isEmpty, Self.isZone(zone) { zones[zone, default: QuarterSet()].formUnion(new) }
  }

  /// Returns the identifier of the zone of a quarter; nil if it is not known.
  func zone(of quarter: Int) -> String? { zones.first { $0.value.contains(quarter) }?.key }

  /// Notes a visit, unless the target or the day has as many as are noted.
  mutating func add(visit length: Int64, of target: VisitedTarget) {
    let index = visits.firstIndexNotBefore { $0.target < target }
    if index == visits.count || visits[index].target != target {
      guard visits.count < Self.mostRows else { return }
      visits.insert(Visits(target: target), at: index)
    }
    if visits[index].lengths.count < Self.mostVisits { visits[index].lengths.append(length) }
  }

  /// Adds what another record of the same day has.
  mutating func add(_ other: UseDay) {
    for row in other.rows {
      let index = self.row(of: row.key)
      for element in row.quarters.elements { rows[index].quarters.add(element.nanoseconds, in: element.quarter) }
    }
    for (zone, quarters) in other.zones { add(quarters, in: zone) }
    for visited in other.visits { for length in visited.lengths { add(visit: length, of: visited.target) } }
  }

  /// Removes what is part of this day.
  mutating func remove(_ other: UseDay) {
    var rest = UseDay(date)
    for row in rows {
      let removed = other.rows.first { $0.key == row.key }?.quarters.elements ?? []
      for element in row.quarters.elements {
        let part = removed.first { $0.quarter == element.quarter }?.nanoseconds ?? 0
        rest.add(element.nanoseconds - part, of: row.key, in: element.quarter)
      }
    }
    rest.zones = zones
    rest.removeWhatIsEmpty()
    for visited in visits {
      let count = other.visits.first { $0.target == visited.target }?.lengths.count ?? 0
      for length in visited.lengths.dropFirst(count) { rest.add(visit: length, of: visited.target) }
    }
    self = rest
  }

  /// The part in whole milliseconds, the unit of the files.
  var inMilliseconds: UseDay {
    var whole = self
    for index in rows.indices { whole.rows[index].quarters = rows[index].quarters.divided(by: 1_000_000).whole }
    whole.removeWhatIsEmpty()
    return whole
  }

  /// Removes the rows without use, and the zones of quarters without use.
  private mutating func removeWhatIsEmpty() {
    rows.removeAll { $0.quarters.elements.isEmpty }
    var used = QuarterSet()
    for row in rows { for element in row.quarters.elements { used.insert(element.quarter) } }
    for name in zones.keys { zones[name]?.formIntersection(used) }
    zones = zones.filter { !$0.value.isEmpty }
  }

  /// Returns the position of the row of a key, which is added if it is new.
  private mutating func row(of key: UseKey) -> Int {
    let index = rows.firstIndexNotBefore { $0.key < key }
    if index < rows.count, rows[index].key == key { return index }
    let other = UseKey(application: Self.otherNames)
    if rows.count >= Self.mostRows, key != other { return row(of: other) }
    rows.insert(Row(key: key), at: index)
    return index
  }
}

extension Array {
  /// Returns the first position whose element is not before a place, in an array that is sorted.
  fileprivate func firstIndexNotBefore(_ isBefore: (Element) -> Bool) -> Int {
    var (start, end) = (0, count)
    while start < end {
      let middle = (start + end) / 2
      if isBefore(self[middle]) { start = middle + 1 } else { end = middle }
    }
    return start
  }
}
