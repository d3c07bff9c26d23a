import DeviceActivity
import ManagedSettings

extension DeviceActivityName { static let night = Self("night") }

class NightMonitor: DeviceActivityMonitor {
  let store = ManagedSettingsStore()

  override func intervalDidStart(for activity: DeviceActivityName) {
    super.intervalDidStart(for: activity)
    guard activity == .night else { return }
    store.shield.applications = NightPlan.applications
  }

  override func intervalDidEnd(for activity: DeviceActivityName) {
    super.intervalDidEnd(for: activity)
    store.clearAllSettings()
  }
}

enum NightPlan {
  private static let key = "applications"

  static var applications: Set<ApplicationToken> {
    guard let data = UserDefaults(suiteName: "group.com.example.shields")?.data(forKey: key) else { return [] }
    return (try? JSONDecoder().decode(Set<ApplicationToken>.self, from: data)) ?? []
  }

  static func start(shielding applications: Set<ApplicationToken>) throws {
    UserDefaults(suiteName: "group.com.example.shields")?.set(try JSONEncoder().encode(applications), forKey: key)
    let schedule = DeviceActivitySchedule(
      intervalStart: DateComponents(hour: 22), intervalEnd: DateComponents(hour: 6), repeats: true)
    try DeviceActivityCenter().startMonitoring(.night, during: schedule)
  }
}
