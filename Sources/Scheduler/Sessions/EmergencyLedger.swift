/// The record of used emergencies. It counts in elapsed time, so that setting the wall clock brings no uses back.
///
/// A period begins with its first use. When `refill` has passed after that, all uses are available again.
struct EmergencyLedger: Hashable, Sendable {
  /// The elapsed time at which the period began, in nanoseconds; nil before the first use.
  private(set) var periodStart: Int64?
  /// The number of uses in the period.
  private(set) var used: Int64 = 0

  /// Returns the number of uses that are left at an elapsed time.
  func remaining(of rules: EmergencyRules, elapsed: Int64) -> Int64 {
    max(0, rules.uses - (isOver(by: rules, elapsed: elapsed) ? 0 : used))
  }

  /// Returns the elapsed time at which all uses are available again; nil if there was no use, or if uses never come
  /// back.
  func refill(of rules: EmergencyRules) -> Int64? {
    guard let periodStart, let seconds = rules.refillSeconds else { return nil }
    return periodStart + Nanoseconds.of(seconds: seconds)
  }

  /// Takes a use. Returns false if none is left.
  mutating func use(of rules: EmergencyRules, elapsed: Int64) -> Bool {
    guard remaining(of: rules, elapsed: elapsed) > 0 else { return false }
    if periodStart == nil || isOver(by: rules, elapsed: elapsed) {
      periodStart = elapsed
      used = 0
    }
    used += 1
    return true
  }

  private func isOver(by rules: EmergencyRules, elapsed: Int64) -> Bool {
    refill(of: rules).map { $0 <= elapsed } ?? false
  }
}

extension EmergencyLedger: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    periodStart = try archive.optional("periodStart", of: value?.periodStart)
    used = try archive.field("used", of: value?.used)
  }
}
