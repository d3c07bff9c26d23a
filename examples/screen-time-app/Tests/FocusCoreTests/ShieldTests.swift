import ManagedSettings
import ManagedSettingsUI
import ScreenTimeTesting
import Testing

@testable import FocusCore

/// What a person sees in front of a shielded app, and what its buttons do.
@Suite(.virtualDevice) struct ShieldTests {
  @Test func `the shield names the app and the profile`() throws {
    let phone = Phone(at: "2026-08-13 10:00")
    let profile = phone.profile(breakMinutes: 5)
    try phone.save(profile)
    try phone.start(profile)
    let shield = try #require(phone.device.open(Phone.video).shield)
    let configuration = try #require(shield.configuration())
    #expect(configuration.title?.text == "Video can wait")
    #expect(configuration.subtitle?.text == "Focus")
    #expect(configuration.secondaryButtonLabel?.text == "Take a break")
  }

  @Test func `the lower button starts a break, after which the app opens`() throws {
    let phone = Phone(at: "2026-08-13 10:00")
    let profile = phone.profile(breakMinutes: 5)
    try phone.save(profile)
    try phone.start(profile)
    let shield = try #require(phone.device.open(Phone.video).shield)
    #expect(shield.press(.secondaryButtonPressed) == .defer)
    #expect(phone.device.open(Phone.video).shield == nil)
    phone.device.advance(by: .minutes(5))
    #expect(phone.isShielded)
  }

  @Test func `the upper button returns to the home screen`() throws {
    let phone = Phone(at: "2026-08-13 10:00")
    let profile = phone.profile()
    try phone.save(profile)
    try phone.start(profile)
    let shield = try #require(phone.device.open(Phone.video).shield)
    #expect(shield.press(.primaryButtonPressed) == .close)
    #expect(phone.device.foreground == nil)
  }
}
