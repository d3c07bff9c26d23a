import ScreenTimeSystem

/// A process whose files and defaults are kept apart from those of other devices and apps.
package protocol ContainerProcess: SystemProcess {
  /// The directory of the app's own files, with `Documents`, `Library` and `tmp`.
  var dataContainerURL: URL { get }

  /// Returns the directory that the processes of a group share, which exists; nil if the app is not in the group.
  func containerURL(forGroup identifier: String) -> URL?

  /// Returns the name under which a suite of `UserDefaults` is stored in the program that simulates the device.
  ///
  /// - Parameters:
  ///   - suite: the name of the suite, or nil for `UserDefaults.standard`.
  ///   - access: whether the values are read or written.
  /// - Returns: nil if the access is ignored. A read then finds no value.
  func preferencesDomain(forSuite suite: String?, access: PreferencesAccess) -> String?
}

/// What code does with a suite of `UserDefaults`.
package enum PreferencesAccess: Hashable, Sendable {
  case read
  case write
}
