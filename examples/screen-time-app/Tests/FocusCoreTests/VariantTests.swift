import ScreenTimeTesting
import Testing

@testable import FocusCore

/// The app under every choice that Apple's documents leave open, and under failures that developers report.
@Suite(.virtualDevice) struct VariantTests {
  @Test(arguments: SemanticsPolicy.allVariants)
  func `a night is shielded and the morning is not, under every policy`(policy: SemanticsPolicy) throws {
    let phone = Phone(at: "2026-08-13 21:00", policy: policy)
    try phone.save(phone.profile(schedule: .weekdayNights))
    phone.device.advance(to: "22:01")
    #expect(phone.isShielded)
    phone.device.advance(to: "06:01")
    #expect(!phone.isShielded)
  }

  @Test(arguments: SemanticsPolicy.allVariants)
  func `a break ends, under every policy`(policy: SemanticsPolicy) throws {
    let phone = Phone(at: "2026-08-13 10:00", policy: policy)
    let profile = phone.profile(breakMinutes: 5)
    try phone.save(profile)
    try phone.start(profile)
    try phone.toggleBreak()
    phone.device.advance(by: .minutes(1))
    #expect(!phone.isShielded)
    phone.device.advance(by: .minutes(5))
    #expect(phone.isShielded)
  }

  @Test func `a lost end leaves the shield, until the app looks after it`() throws {
    // Developers report that callbacks of activities that do not repeat never come.
    let phone = Phone(at: "2026-08-13 10:00", faults: [.oneShotSilent])
    let profile = phone.profile(timerMinutes: 25)
    try phone.save(profile)
    try phone.start(profile)
    phone.device.advance(to: "11:00")
    #expect(phone.isShielded)
    phone.device.run(in: phone.app) { SessionCommands().reconcile() }
    #expect(!phone.isShielded)
  }
}
