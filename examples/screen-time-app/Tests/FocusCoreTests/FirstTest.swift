import DeviceActivity
import ScreenTimeTesting
import Testing

@testable import FocusCore

@Test(.virtualDevice) func `a schedule for weekday nights shields from ten until six`() throws {
  let device = VirtualDevice(at: "2026-08-13 21:00", in: "America/Los_Angeles")
  let app = device.install(ScreenTimeApp("com.example.focus") { FocusMonitor() })
  let profile = Profile(
    name: "Night", selection: .init(applications: [device.token(for: "com.example.video")]),
    schedule: WeeklySchedule(weekdays: [2, 3, 4, 5, 6], start: ClockTime(hour: 22), end: ClockTime(hour: 6)))

  try device.run(in: app) { try SessionManager().save([profile]) }
  device.advance(to: "23:00")
  #expect(device.effective(for: "com.example.video").isShielded)
  device.advance(to: "06:00")
  #expect(!device.effective(for: "com.example.video").isShielded)
  #expect(
    device.transcript == [
      "2026-08-13 22:00:00 intervalDidStart ScheduleTimerActivity:\(profile.id)",
      "2026-08-14 06:00:00 intervalDidEnd ScheduleTimerActivity:\(profile.id)",
    ])
}
