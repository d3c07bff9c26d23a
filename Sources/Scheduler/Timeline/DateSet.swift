import SchedulerCivilTime

/// A set of dates: sorted ranges that neither overlap nor touch. It represents a calendar of holidays, or the dates of
/// `on` or `skip`.
///
/// Complexity: look-ups are O(log r) for r ranges.
public struct DateSet: Hashable, Sendable {
  /// The ranges in ascending order, with at least one date between two of them.
  public let ranges: [ClosedRange<CivilDate>]

  /// The empty set.
  public static let empty = DateSet(ranges: [])

  /// Creates the union of the ranges, which may overlap and come in any order.
  public init(ranges: [ClosedRange<CivilDate>]) {
    var merged: [ClosedRange<CivilDate>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.last, range.lowerBound.epochDay <= last.upperBound.epochDay + 1 {
        merged[merged.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    self.ranges = merged
  }

  /// Whether the set contains no date.
  public var isEmpty: Bool { ranges.isEmpty }

  /// Returns the dates of both sets.
  public func union(_ other: DateSet) -> DateSet { DateSet(ranges: ranges + other.ranges) }

  /// Whether the date is in the set.
  public func contains(_ date: CivilDate) -> Bool {
    guard let range = firstRange(endingOnOrAfter: date) else { return false }
    return range.lowerBound <= date
  }

  /// Whether none of the dates lies between two dates, both included. Complexity: O(log n).
  func isDisjoint(from first: CivilDate, through last: CivilDate) -> Bool {
    isEmpty || firstRange(endingOnOrAfter: first).map { last < $0.lowerBound } ?? true
  }

  /// Returns the first date of the set on or after `date`, or nil if there is none.
  public func first(onOrAfter date: CivilDate) -> CivilDate? {
    firstRange(endingOnOrAfter: date).map { max($0.lowerBound, date) }
  }

  /// Returns the first range that does not end before `date`.
  func firstRange(endingOnOrAfter date: CivilDate) -> ClosedRange<CivilDate>? {
    let index = ranges.firstSortedIndex { date <= $0.upperBound }
    return index < ranges.count ? ranges[index] : nil
  }
}
