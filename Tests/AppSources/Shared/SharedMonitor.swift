import DeviceActivity
import FamilyControls
import ManagedSettings
import os

final class SharedMonitor: DeviceActivityMonitor {
  private let snapshots = SnapshotStore()
  private let store = ManagedSettingsStore(named: .init(rawValue: "school"))

  override init() { super.init() }

  override func intervalDidStart(for activity: DeviceActivityName) {
    super.intervalDidStart(for: activity)
    guard DayWindow.weekdays.contains(where: { $0.isOpen() }) else {
      return os_log("%{public}@ starts out of hours", type: .fault, activity.rawValue)
    }
    do {
      try snapshots.update { $0.openDays.append(Date().dayKey) }
      let selection = try snapshots.load().selection
      store.shield.applications = selection.applicationTokens
      store.shield.applicationCategories = .specific(selection.categoryTokens)
    } catch {
      os_log("no snapshot: %{public}@", error.localizedDescription)
    }
  }

  override func intervalDidEnd(for activity: DeviceActivityName) {
    super.intervalDidEnd(for: activity)
    store.shield.applications = nil
    store.shield.applicationCategories = nil
  }

  override func intervalWillEndWarning(for activity: DeviceActivityName) {
    autoreleasepool { try? snapshots.update { _ in } }
  }
}

enum SharedScheduling {
  static func start(_ selection: FamilyActivitySelection) throws {
    try SnapshotStore().update { $0.selection = selection }
    let center = DeviceActivityCenter()
    for window in DayWindow.weekdays {
      try center.startMonitoring(DeviceActivityName("school-\(window.opens.weekday ?? 0)"), during: window.schedule)
    }
  }
}
