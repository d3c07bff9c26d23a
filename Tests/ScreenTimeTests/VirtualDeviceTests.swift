import DeviceActivity
import ScreenTimeTesting
import Testing

/// The first acceptance rows on a whole device.
@Suite struct VirtualDeviceTests {
  static func schedule(_ start: String, _ end: String, repeats: Bool = true) -> DeviceActivitySchedule {
    DeviceActivitySchedule(
      intervalStart: NextIntervalTests.components(start), intervalEnd: NextIntervalTests.components(end),
      repeats: repeats)
  }

  @Test func `AT3: an overnight interval starts and ends once a night for thirty nights`() throws {
    let device = VirtualDevice(at: "2026-08-13 13:26", in: "America/Los_Angeles")
    let app = device.install(ScreenTimeApp("com.example.focus"))
    try device.run(in: app) {
      try DeviceActivityCenter().startMonitoring(.init("night"), during: Self.schedule("22:00", "06:00"))
    }
    device.advance(by: .days(30))
    #expect(device.transcript.count == 60)
    #expect(
      device.transcript.prefix(2).map { $0 } == [
        "2026-08-13 22:00:00 intervalDidStart night", "2026-08-14 06:00:00 intervalDidEnd night",
      ])
  }
}
