import SchedulerCivilTime

/// A set of dates: sorted ranges that neither overlap nor touch. It represents a calendar of holidays, or the dates of
/// `on` or `skip`.
///
/// Complexity: look-ups are O(log r) for r ranges.
public struct DateSet: Hashable, Sendable {
  /// The ranges in ascending order, with at least one date between two of them.
  public let ranges: [DateRange]

  /// The empty set.
  public static let empty = DateSet(ranges: [])

  /// Creates the union of the ranges, which may overlap and come in any order.
  public init(ranges: [DateRange]) {
    var merged: [DateRange] = []
    for range in ranges.sorted(by: { $0.first < $1.first }) {
      if let last = merged.last, range.first.epochDay <= last.last.epochDay + 1 {
        merged[merged.count - 1] = DateRange(from: last.first, to: max(last.last, range.last))
      } else {
        merged.append(range)
      }
    }
    self.ranges = merged
  }

  /// Creates the union of closed ranges.
  public init(_ ranges: [ClosedRange<CivilDate>]) {
    self.init(ranges: ranges.map { DateRange(from: $0.lowerBound, to: $0.upperBound) })
  }

  /// Whether the set contains no date.
  public var isEmpty: Bool { ranges.isEmpty }

  /// Returns the dates of both sets.
  public func union(_ other: DateSet) -> DateSet { DateSet(ranges: ranges + other.ranges) }

  /// Whether the date is in the set.
  public func contains(_ date: CivilDate) -> Bool {
    guard let range = firstRange(endingOnOrAfter: date) else { return false }
    return range.first <= date
  }

  /// Whether none of the dates lies between two dates, both included. Complexity: O(log n).
  func isDisjoint(from first: CivilDate, through last: CivilDate) -> Bool {
    isEmpty || firstRange(endingOnOrAfter: first).map { last < $0.first } ?? true
  }

  /// Returns the first date of the set on or after `date`, or nil if there is none.
  public func first(onOrAfter date: CivilDate) -> CivilDate? {
    firstRange(endingOnOrAfter: date).map { max($0.first, date) }
  }

  /// Returns the first range that does not end before `date`.
  func firstRange(endingOnOrAfter date: CivilDate) -> DateRange? {
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].last < date { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count ? ranges[low] : nil
  }
}

/// The dates from one date to another, both included.
public struct DateRange: Hashable, Sendable {
  /// The first date.
  public let first: CivilDate
  /// The last date, not before the first.
  public let last: CivilDate

  /// Creates the range from `first` to `last`, which must not be before it.
  public init(from first: CivilDate, to last: CivilDate) {
    precondition(first <= last, "a range of dates ends before it begins")
    self.first = first
    self.last = last
  }

  /// Whether a date is in the range.
  public func contains(_ date: CivilDate) -> Bool { first <= date && date <= last }
}
