import ScreenTimeTesting
import Testing

@testable import FocusCore

/// Sessions with a timer, and breaks.
@Suite(.virtualDevice) struct TimerTests {
  @Test func `a timer of 25 minutes ends its session`() throws {
    let phone = Phone(at: "2026-08-13 10:00")
    let profile = phone.profile(timerMinutes: 25)
    try phone.save(profile)
    try phone.start(profile)
    #expect(phone.isShielded)
    phone.device.advance(to: "10:25")
    #expect(!phone.isShielded)
    #expect(phone.session == nil)
  }

  @Test func `a break of 5 minutes lifts the shield and puts it back`() throws {
    let phone = Phone(at: "2026-08-13 10:00")
    let profile = phone.profile(breakMinutes: 5)
    try phone.save(profile)
    try phone.start(profile)
    try phone.toggleBreak()
    #expect(!phone.isShielded)
    phone.device.advance(by: .minutes(5))
    #expect(phone.isShielded)
  }

  @Test func `a break that is ended early shields at once`() throws {
    let phone = Phone(at: "2026-08-13 10:00")
    let profile = phone.profile(breakMinutes: 5)
    try phone.save(profile)
    try phone.start(profile)
    try phone.toggleBreak()
    phone.device.advance(by: .minutes(1))
    try phone.toggleBreak()
    #expect(phone.isShielded)
    #expect(phone.session?.breakStartedAt == nil)
  }

  @Test func `a timer can be started at every minute of a day, and runs as long as it says`() throws {
    for minute in 0..<1_440 {
      let phone = Phone(at: "2026-08-13 00:00")
      phone.device.advance(by: .minutes(minute))
      let profile = phone.profile(timerMinutes: 5)
      try phone.save(profile)
      try phone.start(profile)
      phone.device.advance(by: .seconds(299))
      try #require(phone.isShielded, "5 minutes from minute \(minute)")
      phone.device.advance(by: .seconds(1))
      try #require(!phone.isShielded, "5 minutes from minute \(minute)")
    }
  }
}
