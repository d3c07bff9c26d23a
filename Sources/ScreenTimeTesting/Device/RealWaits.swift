import ScreenTimeSystem
import VirtualTime

/// Waits of apps in real time, which become lints of their devices.
enum RealWaits {
  /// Starts to watch the waits of the program.
  static func watch() { _ = isWatching }

  private static let isWatching: Bool = {
    RealWait.report { kind in
      guard let process = CurrentProcess.bound as? VirtualProcess else { return }
      process.device?.state.withLock { state in
        state.add(.realTimeWait(app: process.bundleIdentifier, wait: RealWait(kind)))
      }
    }
    return true
  }()
}
