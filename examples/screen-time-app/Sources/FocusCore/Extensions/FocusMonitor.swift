import DeviceActivity
import Foundation
import OSLog

/// The principal class of the monitor extension.
class FocusMonitor: DeviceActivityMonitor {
  private let router: TimerRouter
  private let logger = Logger(subsystem: "com.example.focus", category: "monitor")

  /// Creates the monitor as the system does.
  override init() {
    router = .standard
    super.init()
  }

  /// Creates a monitor with other handlers.
  init(router: TimerRouter) {
    self.router = router
    super.init()
  }

  override func intervalDidStart(for activity: DeviceActivityName) {
    super.intervalDidStart(for: activity)
    let isKnown = router.start(activity)
    logger.info("\(activity.rawValue, privacy: .public) starts, known: \(isKnown)")
  }

  override func intervalDidEnd(for activity: DeviceActivityName) {
    super.intervalDidEnd(for: activity)
    let isKnown = router.end(activity)
    logger.info("\(activity.rawValue, privacy: .public) ends, known: \(isKnown)")
  }
}
