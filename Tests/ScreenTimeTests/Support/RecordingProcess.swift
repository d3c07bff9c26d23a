import FoundationAdditions
import OSLog
import ScreenTimeSystem
import ScreenTimeTesting
import Synchronization

/// A process of a device that keeps what the modules hand to it.
final class RecordingProcess: ContainerProcess, LogProcess {
  let bundleIdentifier: String
  let storage: DeviceStorage
  /// Whether the process ignores what is written to suites, as an extension does that may only read.
  let isReadOnly: Bool

  private let entries = Mutex<[LogEntry]>([])

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

  var dataContainerURL: URL { storage.dataContainerURL(of: bundleIdentifier) }

  func containerURL(forGroup identifier: String) -> URL? { storage.containerURL(forGroup: identifier) }

  func preferencesDomain(forSuite suite: String?, access: PreferencesAccess) -> String? {
    isReadOnly && access == .write ? nil : storage.preferencesDomain(forSuite: suite, of: bundleIdentifier)
  }

  func log(_ entry: LogEntry) { entries.withLock { $0.append(entry) } }

  /// What the code of the process has logged.
  var logged: [LogEntry] { entries.withLock { $0 } }
}
