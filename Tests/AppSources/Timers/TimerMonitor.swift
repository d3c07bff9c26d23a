import DeviceActivity
import ManagedSettings
import OSLog

private let log = Logger(subsystem: "com.example.timers", category: "DeviceActivity")

class TimerMonitor: DeviceActivityMonitor {
  override init() {
    super.init()
  }

  override func intervalDidStart(for activity: DeviceActivityName) {
    super.intervalDidStart(for: activity)
    log.info("intervalDidStart for activity: \(activity.rawValue)")
    TimerRouter.startTimerActivity(for: activity)
  }

  override func intervalDidEnd(for activity: DeviceActivityName) {
    super.intervalDidEnd(for: activity)
    log.info("intervalDidEnd for activity: \(activity.rawValue)")
    TimerRouter.stopTimerActivity(for: activity)
  }
}
