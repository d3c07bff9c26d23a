@testable import Scheduler

/// How often an emergency may be used, in true time, where nobody edits that.
struct HonestLedger {
  var rules = EmergencyRules()
  private var start: Int64?
  private var used: Int64 = 0

  /// Takes a use; false when there was none.
  mutating func use(at second: Int64) -> Bool {
    if let start, let refill = rules.refillSeconds, start + refill <= second { (self.start, used) = (nil, 0) }
    start = start ?? second
    used += 1
    return used <= rules.uses
  }

  /// Starts anew, because how much time was lost is unknown.
  mutating func refill() { (start, used) = (nil, 0) }
}
