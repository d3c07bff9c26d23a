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
    #expect(device.transcript.prefix(2).map { $0 } == [
      "2026-08-13 22:00:00 intervalDidStart night", "2026-08-14 06:00:00 intervalDidEnd night",
    ])
  }

  @Test func `a year with 20 activities`() throws {
    let device = VirtualDevice(at: "2026-01-01 00:00", in: "America/Los_Angeles")
    let app = device.install(ScreenTimeApp("com.example.focus"))
    let clock = ContinuousClock()
    let time = try clock.measure {
      try device.run(in: app) {
        for index in 0..<20 {
          try DeviceActivityCenter().startMonitoring(
            .init("night\(index)"), during: Self.schedule("\(index):\(index * 2)", "\(index + 2):\(index * 2)"))
        }
      }
      for _ in 0..<365 {
        device.use("com.example.video", for: .minutes(30))
        device.advance(by: .hours(23))
        device.advance(by: .minutes(30))
      }
    }
    print(device.transcript.count, time)
  }
}
