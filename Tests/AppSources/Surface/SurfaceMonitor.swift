import DeviceActivity
import Foundation

class SurfaceMonitor: DeviceActivityMonitor {
  override init() {
    super.init()
  }

  override func intervalDidStart(for activity: DeviceActivityName) {
    super.intervalDidStart(for: activity)
    note("start", activity)
  }

  override func intervalDidEnd(for activity: DeviceActivityName) {
    super.intervalDidEnd(for: activity)
    note("end", activity)
  }

  override func eventDidReachThreshold(_ event: DeviceActivityEvent.Name, activity: DeviceActivityName) {
    super.eventDidReachThreshold(event, activity: activity)
    note("reached \(event.rawValue)", activity)
  }

  override func intervalWillStartWarning(for activity: DeviceActivityName) {
    super.intervalWillStartWarning(for: activity)
    note("start warning", activity)
  }

  override func intervalWillEndWarning(for activity: DeviceActivityName) {
    super.intervalWillEndWarning(for: activity)
    note("end warning", activity)
  }

  override func eventWillReachThresholdWarning(_ event: DeviceActivityEvent.Name, activity: DeviceActivityName) {
    super.eventWillReachThresholdWarning(event, activity: activity)
    note("nearly reached \(event.rawValue)", activity)
  }

  private func note(_ what: String, _ activity: DeviceActivityName) {
    let defaults = UserDefaults(suiteName: "group.com.example.surface")
    let notes = defaults?.stringArray(forKey: "notes") ?? []
    defaults?.set(notes + ["\(what) \(activity.rawValue)"], forKey: "notes")
  }
}
