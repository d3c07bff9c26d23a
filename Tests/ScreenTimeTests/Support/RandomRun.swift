import DeviceActivity
import ScreenTimeTesting
import TestSupport

/// A device on which random things happen for some days, all by one seed.
final class RandomRun {
  static let names = ["a", "b", "c"]
  private static let zones = [
    "America/Los_Angeles", "America/New_York", "Europe/Berlin", "Asia/Tokyo", "Australia/Lord_Howe", "UTC",
  ]

  let device: VirtualDevice
  private let app: InstalledApp
  private var random: SeededGenerator
  private var stepsLeft = 60
  private let pass: (VirtualDevice, Int) -> Void

  /// Creates a device at a change of the clocks or on a usual day.
  ///
  /// - Parameter pass: lets seconds pass on the device.
  init(
    seed: Int, policy: SemanticsPolicy = .documented,
    pass: @escaping (VirtualDevice, Int) -> Void = { $0.advance(by: .seconds($1)) }
  ) {
    random = SeededGenerator(seed: UInt64(seed))
    self.pass = pass
    let days = ["2026-03-06", "2026-08-13", "2026-10-30"]
    let zone = Self.zones.randomElement(using: &random) ?? "UTC"
    device = VirtualDevice(at: "\(days[seed % 3]) 13:26", in: zone, policy: policy)
    app = device.install(ScreenTimeApp("com.example.focus"))
    for name in Self.names { start(name) }
  }

  /// Does everything that is left.
  func finish() { while step() {} }

  /// Does one random thing, and lets time pass. Returns false at the end.
  func step() -> Bool {
    guard stepsLeft > 0 else { return false }
    stepsLeft -= 1
    let name = Self.names.randomElement(using: &random) ?? "a"
    switch Int.random(in: 0..<20, using: &random) {
    case 0...3: device.putDown()
    case 4...7: device.pickUp()
    case 8...10: device.open(Bool.random(using: &random) ? "com.example.game" : "com.example.mail")
    case 11: device.open(webDomain: "news.example")
    case 12: device.reboot()
    case 13: device.travel(to: Self.zones.randomElement(using: &random) ?? "UTC")
    case 14: setClock()
    case 15: stop(name)
    case 16, 17: start(name)
    default: device.goHome()
    }
    let spans = [60, 600, 3_600, 20_000, 90_000]
    pass(device, Int.random(in: 1...(spans.randomElement(using: &random) ?? 60), using: &random))
    return true
  }

  private func setClock() {
    let hour = Int.random(in: 10..<24, using: &random)
    do { try device.setClock(to: "\(hour):\(Int.random(in: 10..<60, using: &random))") } catch {}
  }

  private func stop(_ name: String) { device.run(in: app) { DeviceActivityCenter().stopMonitoring([.init(name)]) } }

  private func start(_ name: String) {
    let game = device.token(for: "com.example.game")
    var events: [DeviceActivityEvent.Name: DeviceActivityEvent] = [:]
    for index in 0..<Int.random(in: 0...2, using: &random) {
      events[.init("e\(index)")] = DeviceActivityEvent(
        applications: Bool.random(using: &random) ? [game] : [],
        threshold: DateComponents(minute: Int.random(in: 0...90, using: &random)),
        includesPastActivity: Bool.random(using: &random))
    }
    var (start, end) = (time(), time())
    if Int.random(in: 0..<4, using: &random) == 0 {
      start.weekday = Int.random(in: 1...7, using: &random)
      if Bool.random(using: &random) { end.weekday = Int.random(in: 1...7, using: &random) }
    }
    let warning = Int.random(in: 0...120, using: &random)
    let schedule = DeviceActivitySchedule(
      intervalStart: start, intervalEnd: end, repeats: Int.random(in: 0..<4, using: &random) > 0,
      warningTime: warning > 60 ? nil : DateComponents(minute: warning))
    do {
      try device.run(in: app) {
        try DeviceActivityCenter().startMonitoring(.init(name), during: schedule, events: events)
      }
    } catch {}
  }

  private func time() -> DateComponents {
    DateComponents(
      hour: Int.random(in: 0..<24, using: &random), minute: Int.random(in: 0..<60, using: &random),
      second: Bool.random(using: &random) ? Int.random(in: 0..<60, using: &random) : nil)
  }
}
