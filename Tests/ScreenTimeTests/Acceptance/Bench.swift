import DeviceActivity
import ManagedSettings
import ScreenTimeTesting

/// A device with one app, driven by short texts. It stands on Thursday, August 13, 2026 in Los Angeles unless a test says
/// otherwise.
struct Bench {
  static let losAngeles = "America/Los_Angeles"

  let device: VirtualDevice
  let app: InstalledApp

  /// Creates a device with an authorized app.
  ///
  /// - Parameter time: a date and time, or a time of August 13.
  init(
    _ time: String = "13:26", in zone: String = Bench.losAngeles, policy: SemanticsPolicy = .documented,
    faults: [Fault] = [], isAuthorized: Bool = true, monitor: (@Sendable () -> DeviceActivityMonitor)? = nil
  ) {
    device = VirtualDevice(
      at: time.count > 8 ? time : "2026-08-13 \(time)", in: zone, policy: policy, faults: faults)
    app = device.install(
      ScreenTimeApp("com.example.focus", monitor: monitor), authorizedFor: isAuthorized ? .individual : nil)
  }

  /// Returns a schedule of component texts such as `wd2 09:00`.
  static func schedule(
    _ interval: String, repeats: Bool = true, warning: DateComponents? = nil
  ) -> DeviceActivitySchedule {
    let ends = interval.split(separator: "–").map { NextIntervalTests.components(String($0)) }
    return DeviceActivitySchedule(
      intervalStart: ends[0], intervalEnd: ends.count > 1 ? ends[1] : DateComponents(), repeats: repeats,
      warningTime: warning)
  }

  /// Monitors an activity.
  ///
  /// - Parameters:
  ///   - interval: the components of both ends, such as `wd2 09:00–wd6 17:00`.
  ///   - minutes: the warning time.
  func start(
    _ name: String, _ interval: String, repeats: Bool = true, warning minutes: Int? = nil,
    events: [DeviceActivityEvent.Name: DeviceActivityEvent] = [:], as kind: ProcessKind = .app
  ) throws {
    let warning = minutes.map { DateComponents(minute: $0) }
    try start(name, Self.schedule(interval, repeats: repeats, warning: warning), events: events, as: kind)
  }

  /// Monitors an activity.
  func start(
    _ name: String, _ schedule: DeviceActivitySchedule,
    events: [DeviceActivityEvent.Name: DeviceActivityEvent] = [:], as kind: ProcessKind = .app
  ) throws {
    try device.run(in: app, as: kind) {
      try DeviceActivityCenter().startMonitoring(.init(name), during: schedule, events: events)
    }
  }

  /// Returns why an activity cannot be monitored; nil if it now is.
  func refusal(
    _ interval: String, name: String = "a", repeats: Bool = true
  ) -> DeviceActivityCenter.MonitoringError? {
    do {
      try start(name, interval, repeats: repeats)
      return nil
    } catch { return error as? DeviceActivityCenter.MonitoringError }
  }

  /// Stops activities.
  func stop(_ names: String...) {
    device.run(in: app) { DeviceActivityCenter().stopMonitoring(names.map { .init($0) }) }
  }

  /// Returns an event of some minutes of all use.
  static func event(
    minutes: Int, of items: Set<ApplicationToken> = [], includesPastActivity: Bool = false
  ) -> DeviceActivityEvent {
    DeviceActivityEvent(
      applications: items, threshold: DateComponents(minute: minutes), includesPastActivity: includesPastActivity)
  }

  private static let methods = [
    "intervalDidStart": "start", "intervalDidEnd": "end", "intervalWillStartWarning": "startWarning",
    "intervalWillEndWarning": "endWarning", "eventDidReachThreshold": "reached",
    "eventWillReachThresholdWarning": "eventWarning",
  ]

  /// The transcript without years and with short words: `08-13 22:00:00 start night`.
  var lines: [String] {
    device.transcript.map { line in
      let words = line.dropFirst(5).split(separator: " ")
      let rest = [Self.methods[String(words[2])] ?? "?"] + words[3...].map(String.init)
      return ([String(words[0]), String(words[1])] + rest).joined(separator: " ")
    }
  }
}
