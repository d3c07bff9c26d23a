import DeviceActivity
import FamilyControls
import Foundation
import ManagedSettings

// The target isolates everything to the main actor by default, as new Xcode projects do.

final class IsolatedMonitor: DeviceActivityMonitor {
  nonisolated private let store = ManagedSettingsStore(named: .init("isolated"))
  nonisolated(unsafe) private let defaults = UserDefaults(suiteName: "group.com.example.isolated")

  nonisolated override init() {
    super.init()
  }

  nonisolated override func intervalDidStart(for activity: DeviceActivityName) {
    super.intervalDidStart(for: activity)
    store.shield.applicationCategories = .all()
    defaults?.set(Date().timeIntervalSince1970, forKey: activity.rawValue)
  }

  nonisolated override func intervalDidEnd(for activity: DeviceActivityName) {
    super.intervalDidEnd(for: activity)
    store.shield.applicationCategories = nil
    Task { [activity] in await self.finish(activity) }
  }

  private func finish(_ activity: DeviceActivityName) async {
    await Task.yield()
    IsolatedModel.shared.finished.append(activity.rawValue)
  }
}

final class IsolatedModel {
  static let shared = IsolatedModel()
  var finished: [String] = []

  func start() throws {
    try DeviceActivityCenter().startMonitoring(
      .init("evening"),
      during: DeviceActivitySchedule(
        intervalStart: DateComponents(hour: 20), intervalEnd: DateComponents(hour: 22), repeats: true))
  }
}
