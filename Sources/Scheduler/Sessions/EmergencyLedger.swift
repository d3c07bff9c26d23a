/// How often an emergency was used. It counts in elapsed time, so that no wall clock that is set brings uses back.
///
/// A period begins with its first use; `refill` after that all uses are there again.
struct EmergencyLedger: Hashable, Sendable {
  /// When the period began, in nanoseconds of elapsed time; nil before the first use.
  private(set) var periodStart: Int64?
  /// How often it was used in the period.
  private(set) var used: Int64 = 0

  /// No use yet.
  init() {}

  /// How many uses are left at a time.
  func remaining(of rules: EmergencyRules, elapsed: Int64) -> Int64 {
    max(0, rules.uses - (isOver(rules, elapsed) ? 0 : used))
  }

  /// When all uses are there again, in elapsed time; nil when none is missing or they never come back.
  func refill(of rules: EmergencyRules) -> Int64? {
    guard let periodStart, let seconds = rules.refillSeconds else { return nil }
    return periodStart + Nanoseconds.of(seconds: seconds)
  }

  /// Takes a use; false when none is left.
  mutating func use(of rules: EmergencyRules, elapsed: Int64) -> Bool {
    guard remaining(of: rules, elapsed: elapsed) > 0 else { return false }
    if periodStart == nil || isOver(rules, elapsed) {
      periodStart = elapsed
      used = 0
    }
    used += 1
    return true
  }

  private func isOver(_ rules: EmergencyRules, _ elapsed: Int64) -> Bool {
    refill(of: rules).map { $0 <= elapsed } ?? false
  }
}

extension EmergencyLedger: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    periodStart = try archive.optional("periodStart", value?.periodStart)
    used = try archive.field("used", value?.used)
  }
}
