import ScreenTimeTesting
import Testing

@testable import FocusCore

@Test(.virtualDevice) func `a weekday night is shielded from ten until six`() throws {
  let device = VirtualDevice(at: "2026-08-13 21:00", in: "America/Los_Angeles")
  let app = device.install(ScreenTimeApp("com.example.focus") { FocusMonitor() })
  let profile = Profile.nights(shielding: device.token(for: "com.example.video"))
  try device.run(in: app) { try SessionCommands().save([profile]) }
  device.advance(to: "23:00")
  #expect(device.effective(for: "com.example.video").isShielded)
  device.advance(to: "08:00")
  #expect(!device.effective(for: "com.example.video").isShielded)
  print(device.transcript)
}

@Test(.virtualDevice) func `the transcript of the first test is the one that the guide shows`() throws {
  let phone = Phone(at: "2026-08-13 21:00")
  try phone.save(.nights(shielding: phone.device.token(for: Phone.video)))
  phone.device.advance(to: "08:00")
  #expect(
    phone.device.transcript == [
      "2026-08-13 22:00:00 intervalDidStart ScheduleTimerActivity:5D1C8E5A-0F3B-4C55-9B0E-5B7C2A3D4E6F",
      "2026-08-14 06:00:00 intervalDidEnd ScheduleTimerActivity:5D1C8E5A-0F3B-4C55-9B0E-5B7C2A3D4E6F",
    ])
}
