import Scheduler

/// What an adapter leaves in a file of the machine. It stays in force without a daemon, until it is removed.
///
/// ```swift
/// for artefact in FileArtefacts.all(hosts: "/etc/hosts") where try artefact.isPresent() { try artefact.remove() }
/// ```
public protocol FileArtefact: Sendable {
  /// The adapter that leaves it.
  var adapter: EnforcementSettings.Adapter { get }
  /// The path of the file.
  var path: String { get }

  /// Whether the file contains anything with the adapter's marker.
  func isPresent() throws(AdapterError) -> Bool

  /// Removes what carries the marker, and leaves the rest as it is, byte for byte. Does nothing if there is none.
  func remove() throws(AdapterError)
}

/// All file artefacts of a machine.
public enum FileArtefacts {
  /// Returns the artefacts of every adapter that leaves some. Reads nothing.
  public static func all(hosts: String) -> [any FileArtefact] { [HostsFile(hosts)] }
}

extension HostsFile: FileArtefact {
  /// The adapter of hosts files.
  public var adapter: EnforcementSettings.Adapter { .hosts }

  /// Whether the file contains a block, or a part of one.
  public func isPresent() throws(AdapterError) -> Bool { try !text().own.isEmpty }

  /// Removes every block, and the temporary files of killed processes.
  public func remove() throws(AdapterError) {
    file.removeLeftovers()
    try unblock()
  }
}
