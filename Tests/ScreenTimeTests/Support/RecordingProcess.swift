import FoundationAdditions
import OSLog
import ScreenTimeSystem
import ScreenTimeTesting
import UserNotifications
import VirtualTime
import WidgetKit

/// A process of a device that keeps what the modules hand to it.
final class RecordingProcess: ContainerProcess, LogProcess, NotificationProcess, WidgetProcess,
  DarwinNotificationProcess
{
  let bundleIdentifier: String
  let storage: DeviceStorage
  let notificationLedger = NotificationLedger()
  let widgetLedger = WidgetLedger()
  /// Whether the process ignores what is written to suites, as an extension does that may only read.
  let isReadOnly: Bool

  private let entries = SharedState<[LogEntry]>([])

  init(
    _ bundleIdentifier: String = "com.example.app", storage: DeviceStorage = DeviceStorage(), isReadOnly: Bool = false
  ) {
    self.bundleIdentifier = bundleIdentifier
    self.storage = storage
    self.isReadOnly = isReadOnly
  }

  /// Runs `body` as code of the process.
  func run<Result>(_ body: () throws -> Result) rethrows -> Result {
    try CurrentProcess.$bound.withValue(self, operation: body)
  }

  /// Runs `body` as code of the process, at a moment in seconds since 1970.
  func run<Result>(at seconds: Int64, _ body: () throws -> Result) rethrows -> Result {
    let clock = VirtualClock()
    clock.set(wall: seconds * 1_000_000_000, boot: seconds * 1_000_000_000, monotonic: seconds * 1_000_000_000)
    return try clock.within { try run(body) }
  }

  var darwinNotifications: DarwinNotificationBoard { storage.darwinNotifications }

  var dataContainerURL: URL { storage.dataContainerURL(of: bundleIdentifier) }

  func containerURL(forGroup identifier: String) -> URL? { storage.containerURL(forGroup: identifier) }

  func preferencesDomain(forSuite suite: String?, access: PreferencesAccess) -> String? {
    isReadOnly && access == .write ? nil : storage.preferencesDomain(forSuite: suite, of: bundleIdentifier)
  }

  func log(_ entry: LogEntry) { entries.withLock { $0.append(entry) } }

  /// What the code of the process has logged.
  var logged: [LogEntry] { entries.withLock { $0 } }
}

/// Runs `body` as code of no device, whatever devices other tests use meanwhile.
func outsideOfDevices<Result>(_ body: () throws -> Result) rethrows -> Result {
  try CurrentProcess.$bound.withValue(PlainProcess(), operation: body)
}

/// A process that has nothing of a device.
private final class PlainProcess: SystemProcess {
  let bundleIdentifier = "none"
}
