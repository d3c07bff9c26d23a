/// Consecutive numbers that no line of history has, although lines before and after them do.
public struct HistoryGap: Hashable, Sendable, CustomStringConvertible {
  /// The missing numbers.
  public let numbers: ClosedRange<Int64>

  /// Creates the gap between the numbers of two lines. Returns nil if no number is missing between them.
  public init?(between older: Int64, and newer: Int64) {
    guard older < .max - 1, older + 1 < newer else { return nil }
    numbers = older + 1...newer - 1
  }

  /// A sentence without a full stop, such as `sequences 12 to 14 are missing`.
  public var description: String {
    numbers.count == 1
      ? "sequence \(numbers.lowerBound) is missing"
      : "sequences \(numbers.lowerBound) to \(numbers.upperBound) are missing"
  }
}
