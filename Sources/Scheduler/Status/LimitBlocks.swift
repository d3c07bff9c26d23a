import SchedulerCivilTime

/// The times for which a person's used-up limits were planned to block.
///
/// ```swift
/// var blocks = LimitBlocks(of: "kim")
/// for record in records { blocks.add(record) }
/// let seconds = blocks.seconds(from: start, to: end, now: now)
/// ```
/// A block lasts to the end that was planned when the use was reached, or to an emergency. History does not say when more
/// use was granted, so that time still counts. A block without a known end does not count.
public struct LimitBlocks: Sendable {
  private struct Block {
    let profile: String
    let start: Instant
    let end: Instant
  }

  /// The user; nil for one without a name, who has no limits.
  private let user: String?
  /// The blocks, by the numbers of their entries.
  private var blocks: [Int64: Block] = [:]
  /// The emergencies of each profile.
  private var emergencies: [String: [(number: Int64, time: Instant)]] = [:]

  /// Creates blocks without entries.
  ///
  /// - Parameter user: the name of the user.
  public init(of user: String?) { self.user = user }

  /// Adds an entry of history, in any order, if a limit of this user begins to block, or if an emergency may end that.
  public mutating func add(_ record: HistoryRecord) {
    guard let user, let number = record.number, let time = record.planned else { return }
    if let end = record.blockEnd, record.user == user {
      blocks[number] = Block(profile: record.profile, start: time, end: end)
    } else if record.event == .emergencyDidUse, record.user ?? user == user {
      emergencies[record.profile, default: []].append((number, time))
    }
  }

  /// Returns the seconds between two instants, and before now, in which at least one limit blocked.
  ///
  /// Complexity: O(n log n) for n blocks of profiles without emergencies.
  public func seconds(from start: Instant, to end: Instant, now: Instant) -> Int64 {
    var sum: Int64 = 0
    var counted = start
    let spans = blocks.map { number, block in (start: block.start, end: self.end(of: block, number: number)) }
    for span in spans.sorted(by: { $0.start < $1.start }) {
      let last = min(span.end, end, now)
      sum += max(0, last.seconds(since: max(span.start, counted)))
      counted = max(counted, last)
    }
    return sum
  }

  /// Returns the planned end, or the first emergency after the start.
  private func end(of block: Block, number: Int64) -> Instant {
    let later = (emergencies[block.profile] ?? []).filter { $0.number > number }.map(\.time)
    return min(block.end, later.min() ?? block.end)
  }
}
