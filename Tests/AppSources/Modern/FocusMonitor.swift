import DeviceActivity
import Foundation
import ManagedSettings
import os

/// Callbacks arrive on any thread: what they share lies behind a lock.
final class FocusMonitor: DeviceActivityMonitor {
  private nonisolated static let log = Logger(subsystem: "com.example.modern", category: "monitor")
  private let running = OSAllocatedUnfairLock<Set<String>>(initialState: [])
  private let store = ManagedSettingsStore(named: .focus)

  nonisolated override init() { super.init() }

  nonisolated override func intervalDidStart(for activity: DeviceActivityName) {
    super.intervalDidStart(for: activity)
    running.withLock { _ = $0.insert(activity.rawValue) }
    do {
      let plan = try PlanFile().plan(named: activity)
      store.apply(plan)
      Self.log.notice(
        "\(plan.name, privacy: .public) begins at \(Date.now.timeIntervalSince1970, format: .fixed(precision: 0))")
    } catch {
      Self.log.fault("no plan: \(String(describing: error), privacy: .public)")
    }
  }

  nonisolated override func intervalDidEnd(for activity: DeviceActivityName) {
    super.intervalDidEnd(for: activity)
    let isLast = running.withLock { names in
      names.remove(activity.rawValue)
      return names.isEmpty
    }
    if isLast { store.clearAllSettings() }
    PlanFile().record(.now, of: activity)
  }
}
