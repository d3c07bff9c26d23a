import TestSupport
import Testing

@testable import Scheduler

/// How often an emergency may be used.
@Suite struct EmergencyLedgerTests {
  private static func rules(uses: Int64, refill: Int64?) -> EmergencyRules {
    var rules = EmergencyRules()
    rules.uses = uses
    rules.refillSeconds = refill
    return rules
  }

  @Test func `an emergency period begins with its first use, and after the period all uses are available again`() {
    let rules = Self.rules(uses: 2, refill: 100)
    var ledger = EmergencyLedger()
    let second = Nanoseconds.perSecond
    let answers = [50, 149, 149, 150, 151, 152, 250].map { ledger.use(of: rules, elapsed: $0 * second) }
    #expect(answers == [true, true, false, true, true, false, true])
    #expect(ledger.refill(of: rules) == 350 * second)
    #expect(ledger.remaining(of: rules, elapsed: 250 * second) == 1)
  }

  @Test func `without a refill emergency uses never come back, and zero uses allow none`() {
    var ledger = EmergencyLedger()
    let once = Self.rules(uses: 1, refill: nil)
    let uses = [0, Nanoseconds.most].map { ledger.use(of: once, elapsed: $0) }
    #expect(uses == [true, false])
    #expect(ledger.refill(of: once) == nil)
    var other = EmergencyLedger()
    let isUsed = other.use(of: Self.rules(uses: 0, refill: 1), elapsed: 0)
    #expect(!isUsed && other == EmergencyLedger())
  }

  @Test func `a lower number of emergencies applies at once, and a higher one still subtracts the used ones`() {
    var ledger = EmergencyLedger()
    _ = ledger.use(of: Self.rules(uses: 3, refill: 100), elapsed: 0)
    #expect(ledger.remaining(of: Self.rules(uses: 1, refill: 100), elapsed: 0) == 0)
    #expect(ledger.remaining(of: Self.rules(uses: 4, refill: 100), elapsed: 0) == 3)
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `a period of emergencies begins with its first use and allows at most the configured number`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let rules = Self.rules(
      uses: Int64.random(in: 0...4, using: &random), refill: Int64.random(in: 1...50, using: &random))
    var ledger = EmergencyLedger()
    var now: Int64 = 0
    var period: (start: Int64, uses: Int64)?
    for _ in 0..<300 {
      now += Int64.random(in: 0...30, using: &random)
      if let current = period, now - current.start >= rules.refillSeconds ?? 0 { period = nil }
      let expected = (period?.uses ?? 0) < rules.uses
      let isUsed = ledger.use(of: rules, elapsed: Nanoseconds.of(seconds: now))
      #expect(isUsed == expected, "seed \(seed)")
      if expected { period = (period?.start ?? now, (period?.uses ?? 0) + 1) }
    }
  }
}
