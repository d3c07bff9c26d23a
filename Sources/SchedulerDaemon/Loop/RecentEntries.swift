import Scheduler
import SchedulerJSON
import SchedulerStore

/// The newest entries of history, kept in memory: who follows what happens needs no file.
struct RecentEntries: Sendable {
  /// So many are kept at least: many times as many as come of one evaluation on a busy day.
  private static let keptCount = 256

  /// All entries behind this number are here.
  private var start: Int64
  /// The number of the newest entry that is written.
  private(set) var newest: Int64
  private var lines: [HistoryLine] = []

  /// None yet: the newest entry of the file has this number.
  init(after number: Int64) {
    start = number
    newest = number
  }

  /// Adds entries that are written, in order.
  mutating func add(_ more: [HistoryLine]) {
    guard let last = more.last else { return }
    lines += more
    newest = max(newest, Int64(clamping: last.sequence))
    guard lines.count >= 2 * Self.keptCount else { return }
    let left = lines.count - Self.keptCount
    start = Int64(clamping: lines[left - 1].sequence)
    lines.removeFirst(left)
  }

  /// The entries behind a number, the oldest first, at most so many; nil when some of them are no longer here.
  func entries(after number: Int64, limit: Int) -> [JSONObject]? {
    guard number >= start else { return nil }
    return lines.lazy.filter { Int64(clamping: $0.sequence) > number }.prefix(limit).compactMap {
      JSONObject(historyLine: $0.bytes)
    }
  }
}
