import DeviceActivity
import ManagedSettings
import ScreenTimeTesting
import Testing

/// The modes in which most sources are built.
enum LanguageMode: CaseIterable, CustomTestStringConvertible {
  case swift5, swift6

  var testDescription: String { self == .swift5 ? "Swift 5" : "Swift 6" }
}

/// A week that begins on Monday, 2026-08-17.
enum VirtualWeek {
  static let days = (17...23).map { "2026-08-\($0)" }
  static let workdays = days.prefix(5)

  static func device(at time: String = "00:00", in zone: String = "Europe/Berlin") -> VirtualDevice {
    VirtualDevice(at: "2026-08-17 \(time)", in: zone)
  }

  /// The lines of callbacks that come at the same times on each day.
  static func transcript(_ callbacks: [(time: String, line: String)], on days: some Sequence<String>) -> Transcript {
    Transcript(lines: days.flatMap { day in callbacks.map { "\(day) \($0.time):00 \($0.line)" } })
  }
}

extension VirtualDevice {
  /// The applications that a store of an app shields, as the app reads them.
  func shielded(by store: ManagedSettingsStore.Name, of app: InstalledApp) -> Set<ApplicationToken>? {
    run(in: app) { ManagedSettingsStore(named: store).shield.applications }
  }
}
