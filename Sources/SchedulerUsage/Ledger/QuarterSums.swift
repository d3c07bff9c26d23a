import SchedulerCivilTime

/// Lengths of use by quarter of an hour of one UTC day, in order.
public struct QuarterSums: Hashable, Sendable {
  /// The use in one quarter of an hour.
  public struct Element: Hashable, Sendable {
    /// The quarter: 0 begins at 00:00 UTC, and 95 at 23:45.
    public let quarter: Int
    /// The length of use in nanoseconds. It is more than a quarter of an hour where the clock was set back.
    public internal(set) var nanoseconds: Int64
  }

  /// The length of a quarter in seconds.
  public static let quarterSeconds: Int64 = 900
  /// The number of quarters of a day.
  public static let count = 96

  /// The quarters with use.
  public private(set) var elements: [Element] = []

  /// Creates sums of nothing.
  public init() {}

  /// The use of the whole day in nanoseconds.
  public var nanoseconds: Int64 { elements.reduce(0) { $0.saturatingSum(with: $1.nanoseconds) } }

  /// Adds use. Sums stop at the largest number. Quick for the latest quarters.
  mutating func add(_ nanoseconds: Int64, in quarter: Int) {
    guard nanoseconds > 0 else { return }
    var index = elements.count
    while index > 0, elements[index - 1].quarter > quarter { index -= 1 }
    if index > 0, elements[index - 1].quarter == quarter {
      elements[index - 1].nanoseconds = elements[index - 1].nanoseconds.saturatingSum(with: nanoseconds)
    } else {
      elements.insert(Element(quarter: quarter, nanoseconds: nanoseconds), at: index)
    }
  }

  /// Appends a quarter that is after all others. Returns false if it is not, or if it has no use.
  mutating func append(_ nanoseconds: Int64, in quarter: Int) -> Bool {
    guard quarter < Self.count, quarter > elements.last?.quarter ?? -1, nanoseconds > 0 else { return false }
    elements.append(Element(quarter: quarter, nanoseconds: nanoseconds))
    return true
  }

  /// Returns the sums in whole units of nanoseconds, and what is left.
  func divided(by unit: Int64) -> (whole: QuarterSums, rest: QuarterSums) {
    var (whole, rest) = (QuarterSums(), QuarterSums())
    for element in elements {
      let part = element.nanoseconds % unit
      whole.add(element.nanoseconds - part, in: element.quarter)
      rest.add(part, in: element.quarter)
    }
    return (whole, rest)
  }
}

/// Some quarters of an hour of one UTC day.
struct QuarterSet: Hashable, Sendable {
  /// A bit for each quarter.
  private var bits: UInt128 = 0

  var isEmpty: Bool { bits == 0 }

  /// The quarters as runs, in order.
  var runs: [ClosedRange<Int>] {
    var (runs, rest) = ([ClosedRange<Int>](), bits)
    while rest != 0 {
      let first = rest.trailingZeroBitCount
      let end = first + (~(rest >> first)).trailingZeroBitCount
      runs.append(first...end - 1)
      rest = (rest >> end) << end
    }
    return runs
  }

  func contains(_ quarter: Int) -> Bool { bits >> quarter & 1 == 1 }

  mutating func insert(_ quarter: Int) { bits |= 1 << quarter }

  /// Appends quarters that are after all others. Returns false if they are not.
  mutating func append(_ first: Int64, through last: Int64) -> Bool {
    guard first <= last, last < QuarterSums.count, first >= UInt128.bitWidth - bits.leadingZeroBitCount else {
      return false
    }
    for quarter in first...last { insert(Int(quarter)) }
    return true
  }

  mutating func formUnion(_ other: QuarterSet) { bits |= other.bits }
  mutating func formIntersection(_ other: QuarterSet) { bits &= other.bits }
  mutating func subtract(_ other: QuarterSet) { bits &= ~other.bits }
}

extension UseSpan {
  /// The parts of the span in each quarter of an hour, with the number of the quarter since 1970. The first quarter has
  /// the start, which is not before 1970.
  var quarters: [(quarter: Int64, part: UseSpan)] {
    var parts: [(quarter: Int64, part: UseSpan)] = []
    var (second, rest) = (max(0, start.epochSeconds), nanoseconds)
    while rest > 0 {
      let quarter = second / QuarterSums.quarterSeconds
      let end = (quarter + 1) * QuarterSums.quarterSeconds
      let length = min(rest, (end - second) * 1_000_000_000)
      parts.append((quarter, UseSpan(target: target, start: Instant(epochSeconds: second), nanoseconds: length)))
      (second, rest) = (end, rest - length)
    }
    return parts
  }
}

extension Int64 {
  /// The sum of two lengths, or the largest number if it is too large.
  func saturatingSum(with other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
