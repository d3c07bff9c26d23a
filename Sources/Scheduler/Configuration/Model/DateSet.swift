import CivilTime

/// A set of dates, kept as sorted ranges that neither overlap nor touch: a calendar of holidays, the dates of `on` or
/// `skip`.
///
/// Complexity: look-ups are O(log r) for r ranges.
public struct DateSet: Hashable, Sendable {
  /// The ranges, ascending, both ends included, with at least one date between two of them.
  public let ranges: [ClosedRange<CivilDate>]

  /// The empty set.
  public static let empty = DateSet([])

  /// The union of the ranges, which may come in any order and overlap.
  public init(_ ranges: [ClosedRange<CivilDate>]) {
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

  /// Whether there is no date in it.
  public var isEmpty: Bool { ranges.isEmpty }

  /// All dates of both.
  public func union(_ other: DateSet) -> DateSet { DateSet(ranges + other.ranges) }

  /// Whether the date is in the set.
  public func contains(_ date: CivilDate) -> Bool {
    guard let range = firstRange(endingOnOrAfter: date) else { return false }
    return range.lowerBound <= date
  }

  /// The first date of the set on or after `date`, or nil.
  public func first(onOrAfter date: CivilDate) -> CivilDate? {
    firstRange(endingOnOrAfter: date).map { max($0.lowerBound, date) }
  }

  /// The first range that does not end before `date`.
  func firstRange(endingOnOrAfter date: CivilDate) -> ClosedRange<CivilDate>? {
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < date { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count ? ranges[low] : nil
  }
}
