import DeviceActivity
import ManagedSettings
import ScreenTimeTesting
import Testing

/// An app that monitors the activity `work` from 9 to 17 and shields everything when it starts, whatever happened before.
enum Workday {
  private final class Monitor: DeviceActivityMonitor {
    override func intervalDidStart(for activity: DeviceActivityName) {
      ManagedSettingsStore().shield.applicationCategories = .all()
    }
  }

  /// Returns a device in Berlin with the app, which monitors nothing yet.
  static func device(at time: String, policy: SemanticsPolicy = .documented) -> (VirtualDevice, InstalledApp) {
    let device = VirtualDevice(at: time, in: "Europe/Berlin", policy: policy)
    return (device, device.install(ScreenTimeApp("com.example.focus") { Monitor() }))
  }

  /// Monitors the activity. It is called by code of the app.
  static func start() {
    let schedule = DeviceActivitySchedule(
      intervalStart: DateComponents(hour: 9), intervalEnd: DateComponents(hour: 17), repeats: true)
    do {
      try DeviceActivityCenter().startMonitoring(DeviceActivityName("work"), during: schedule)
    } catch {
      Issue.record(error)
    }
  }
}
