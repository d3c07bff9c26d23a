import DeviceActivity
import ScreenTimeSystem

/// Makes monitors that note the dates of their callbacks.
final class Times: Sendable {
  private let noted = SharedState<[Date]>([])

  /// The dates of the callbacks, in order.
  var dates: [Date] { noted.withLock { $0 } }

  /// A new monitor.
  var monitor: DeviceActivityMonitor { Monitor(self) }

  private final class Monitor: DeviceActivityMonitor {
    private let times: Times

    init(_ times: Times) { self.times = times }

    override func intervalDidStart(for activity: DeviceActivityName) { times.note() }
    override func intervalDidEnd(for activity: DeviceActivityName) { times.note() }
  }

  private func note() { noted.withLock { $0.append(Date()) } }
}
