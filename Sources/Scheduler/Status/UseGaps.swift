import SchedulerCivilTime

/// The times in which the use of a person was not measured, because only the running programs were known.
///
/// ```swift
/// var gaps = UseGaps(of: "kim")
/// for record in records { gaps.add(record) }
/// let seconds = gaps.seconds(from: start, to: end, now: now)
/// ```
public struct UseGaps: Sendable {
  /// The user; nil for one without a name, who has no gaps.
  private let user: String?
  /// Whether a gap continues now.
  private let isOpen: Bool
  /// The starts and ends, by the numbers of their entries.
  private var edges: [Int64: (isStart: Bool, time: Instant)] = [:]

  /// Creates gaps without entries.
  ///
  /// - Parameters:
  ///   - user: the name of the user.
  ///   - isOpen: whether a gap continues now. Its start may be missing in history.
  public init(of user: String?, isOpen: Bool = false) { (self.user, self.isOpen) = (user, isOpen) }

  /// Adds an entry of history, in any order, if it is the start or the end of a gap of this user.
  public mutating func add(_ record: HistoryRecord) {
    guard let event = record.event, event == .useGapDidStart || event == .useGapDidEnd, user != nil,
      record.user == user,
      let time = record.gapStart ?? record.planned, let number = record.number
    else { return }
    edges[number] = (event == .useGapDidStart, time)
  }

  /// Returns the seconds of gaps between two instants. A gap without a start begins before all times, one without an end
  /// lasts until the next one or until now.
  ///
  /// Complexity: O(n log n) for n entries.
  public func seconds(from start: Instant, to end: Instant, now: Instant) -> Int64 {
    var sum: Int64 = 0
    func count(from first: Instant, to last: Instant) {
      sum += max(0, min(last, end).seconds(since: max(first, start)))
    }
    let ordered = edges.sorted { $0.key < $1.key }.map(\.value)
    let beginsOpen = ordered.first.map { !$0.isStart } ?? isOpen
    var opening = beginsOpen ? Instant(epochSeconds: 0) : nil
    for edge in ordered {
      if let first = opening { count(from: first, to: edge.time) }
      opening = edge.isStart ? edge.time : nil
    }
    if let first = opening { count(from: first, to: now) }
    return sum
  }
}

extension Engine {
  /// Whether a gap in the measurement of a user's use was recorded and continues.
  public func hasUseGap(of user: String) -> Bool { limits.sources[user]?.gap != nil }
}
