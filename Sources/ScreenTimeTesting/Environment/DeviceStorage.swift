import FoundationAdditions
import ScreenTimeSystem
import Synchronization

/// What the apps of one device share and keep: a directory that is removed with the storage, and names of suites
/// that no other device uses.
package final class DeviceStorage: Sendable {
  /// The suites that processes of the device have named, as they are stored.
  private let domains = SharedState<Set<String>>([])
  private let identifier = UUID()
  /// Whether a directory was created.
  private let hasFiles = Atomic(false)

  /// The observers of Darwin notifications in the processes of the device.
  package let darwinNotifications = DarwinNotificationBoard()

  package init() { SeparatePreferences.start() }

  deinit {
    for domain in domains.withLock({ $0 }) { SeparatePreferences.clear(domain: domain) }
    guard hasFiles.load(ordering: .acquiring) else { return }
    do {
      try FileManager.default.removeItem(at: root)
    } catch {
      // The test has removed the directory itself.
    }
  }

  /// The directory of all files of the device. It exists once a container was asked for.
  package var root: URL {
    FileManager.default.temporaryDirectory.appending(path: "virtual-device-\(identifier)", directoryHint: .isDirectory)
  }

  /// Returns the directory that the processes of a group share.
  package func containerURL(forGroup identifier: String) -> URL? { directory("Shared/AppGroup", name: identifier) }

  /// Returns the directory of the own files of an app or an extension.
  package func dataContainerURL(of bundleIdentifier: String) -> URL {
    directory("Data/Application", name: bundleIdentifier) ?? root
  }

  /// Returns the name under which a suite of a process is stored. Processes share suites whose names begin with
  /// `group.`, and have others, and the standard one, for themselves.
  package func preferencesDomain(forSuite suite: String?, of bundleIdentifier: String) -> String {
    let owner = suite?.hasPrefix("group.") == true ? "shared" : bundleIdentifier
    let domain = "virtual-device.\(identifier).\(owner).\(suite ?? "standard")"
    _ = domains.withLock { $0.insert(domain) }
    return domain
  }

  /// Returns a directory, which it creates; nil if the name could leave the storage, or the disk is full.
  private func directory(_ kind: String, name: String) -> URL? {
    guard !name.isEmpty, !name.hasPrefix("."), !name.contains("/") else { return nil }
    let url = root.appending(path: "\(kind)/\(name)", directoryHint: .isDirectory)
    hasFiles.store(true, ordering: .releasing)
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      return url
    } catch {
      return nil
    }
  }
}
