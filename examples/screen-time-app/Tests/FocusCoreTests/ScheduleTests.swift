import DeviceActivity
import FamilyControls
import ManagedSettings
import ScreenTimeTesting
import Testing

@testable import FocusCore

/// What a schedule does while the device is used, lies on a table, is switched off, travels.
@Suite(.virtualDevice) struct ScheduleTests {
  @Test func `an unused device starts nothing, and catches up when it is picked up`() throws {
    let phone = Phone(at: "2026-08-13 08:00")
    try phone.save(phone.profile(schedule: .workdays))
    phone.device.putDown()
    phone.device.advance(to: "12:00")
    #expect(!phone.isShielded)
    phone.device.pickUp()
    #expect(phone.isShielded)
    #expect(phone.device.transcript.first?.hasPrefix("2026-08-13 12:00:00 intervalDidStart") == true)
  }

  @Test func `a window that the device lies through leaves no trace`() throws {
    let phone = Phone(at: "2026-08-13 08:00")
    try phone.save(phone.profile(schedule: .workdays))
    phone.device.putDown()
    phone.device.advance(to: "18:00")
    phone.device.pickUp()
    #expect(phone.device.transcript.isEmpty)
  }

  @Test func `a weekend has no sessions`() throws {
    let phone = Phone(at: "2026-08-14 21:00")
    try phone.save(phone.profile(schedule: .weekdayNights))
    phone.device.advance(to: "2026-08-14 23:00")
    #expect(phone.isShielded, "Friday night")
    phone.device.advance(to: "2026-08-15 23:00")
    #expect(!phone.isShielded, "Saturday night")
    phone.device.advance(to: "2026-08-17 23:00")
    #expect(phone.isShielded, "Monday night")
  }

  @Test func `a session survives a reboot, and ends at the first use after its end`() throws {
    let phone = Phone(at: "2026-08-13 08:00")
    try phone.save(phone.profile(schedule: .workdays))
    phone.device.advance(to: "16:00")
    phone.device.reboot()
    phone.device.advance(to: "20:00")
    #expect(phone.isShielded)
    phone.device.pickUp()
    #expect(!phone.isShielded)
    #expect(phone.session == nil)
  }

  @Test func `a journey to the east shortens the window`() throws {
    let phone = Phone(at: "2026-08-13 08:00")
    try phone.save(phone.profile(schedule: .workdays))
    phone.device.advance(to: "12:00")
    phone.device.travel(to: "America/New_York")
    phone.device.advance(by: .hours(2))
    #expect(!phone.isShielded)
    #expect(phone.device.transcript.last?.hasPrefix("2026-08-13 17:00:00 intervalDidEnd") == true)
  }

  @Test func `setting the clock ahead ends the window, unless the settings forbid it`() throws {
    let phone = Phone(at: "2026-08-13 08:00")
    try phone.save(phone.profile(schedule: .workdays))
    phone.device.advance(to: "12:00")
    phone.device.run(in: phone.app) { ManagedSettingsStore().dateAndTime.requireAutomaticDateAndTime = true }
    #expect(throws: DeviceRefusal.automaticDateAndTimeRequired) { try phone.device.setClock(to: "18:00") }
    #expect(phone.isShielded)
    phone.device.run(in: phone.app) { ManagedSettingsStore().dateAndTime.requireAutomaticDateAndTime = nil }
    try phone.device.setClock(to: "18:00")
    #expect(!phone.isShielded)
  }

  @Test func `after a revocation nothing is shielded, and saving throws until the app is authorized again`()
    async throws
  {
    let phone = Phone(at: "2026-08-13 10:00")
    try phone.save(phone.profile(schedule: .workdays))
    #expect(phone.isShielded)
    phone.device.revokeAuthorization(of: phone.app)
    #expect(!phone.isShielded)
    #expect(phone.device.activities(of: phone.app).isEmpty)
    #expect(throws: DeviceActivityCenter.MonitoringError.unauthorized) {
      try phone.save(phone.profile(schedule: .workdays))
    }
    try await phone.device.run(in: phone.app) {
      try await AuthorizationCenter.shared.requestAuthorization(for: .individual)
    }
    // The tokens of before are void, so the profile needs a new selection.
    try phone.save(phone.profile(schedule: .workdays))
    #expect(phone.device.activities(of: phone.app).count == 1)
  }

  @Test func `activities of version 1 are named by the profile alone, and still work`() throws {
    let phone = Phone(at: "2026-08-13 08:00")
    let profile = phone.profile(schedule: .workdays)
    try phone.device.run(in: phone.app) {
      SharedData.profiles = [profile]
      try DeviceActivityCenter().startMonitoring(
        DeviceActivityName(profile.id.uuidString),
        during: DeviceActivitySchedule(
          intervalStart: DateComponents(hour: 9), intervalEnd: DateComponents(hour: 17), repeats: true))
    }
    phone.device.advance(to: "10:00")
    #expect(phone.isShielded)
  }
}
