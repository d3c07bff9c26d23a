/// Joins occurrences that follow each other quickly: one is passed on at once, and those that follow are counted and
/// passed on together after 1 s. While more follow, each wait is twice as long as the one before, up to a minute. None is
/// left out.
struct CountFolder<Key: Hashable & Sendable>: Sendable {
  private struct Wait {
    /// The occurrences since the last ones that were passed on.
    var count: Int64 = 0
    /// The end of the wait, in nanoseconds of CLOCK_BOOTTIME.
    var end: Int64
    var length: Int64
  }

  private var waits: [Key: Wait] = [:]

  private let shortest: Int64 = 1_000_000_000
  private let longest: Int64 = 60_000_000_000

  /// The next time at which occurrences are passed on, or a wait ends; nil if none waits.
  var nextBoot: Int64? { waits.values.map(\.end).min() }

  /// Adds an occurrence. Returns whether to pass it on now; otherwise it is counted.
  mutating func add(_ key: Key, atBoot boot: Int64) -> Bool {
    guard waits[key] == nil else {
      waits[key]?.count += 1
      return false
    }
    waits[key] = Wait(end: boot + shortest, length: shortest)
    return true
  }

  /// Returns the number of occurrences that were added and not passed on.
  func waitingCount(of key: Key) -> Int64 { waits[key]?.count ?? 0 }

  /// Returns what was counted in the waits that have ended.
  ///
  /// - Parameter isLast: whether to return all, because nothing follows.
  mutating func takeDue(atBoot boot: Int64, isLast: Bool = false) -> [(key: Key, count: Int64)] {
    let due = waits.filter { isLast || $0.value.end <= boot }
    for (key, wait) in due {
      guard wait.count > 0, !isLast else {
        waits[key] = nil
        continue
      }
      let length = min(wait.length * 2, longest)
      waits[key] = Wait(end: boot + length, length: length)
    }
    return due.compactMap { $0.value.count > 0 ? ($0.key, $0.value.count) : nil }
  }
}
