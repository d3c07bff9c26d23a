import Scheduler

/// What an adapter leaves in a file of the machine, or in its firewall. It stays in force without a daemon, until it is removed.
///
/// ```swift
/// let artefacts = FileArtefacts.all(hosts: "/etc/hosts", state: "/var/lib/schedctl")
/// for artefact in artefacts where try artefact.isPresent() { try artefact.remove() }
/// ```
public protocol FileArtefact: Sendable {
  /// The adapter that leaves it.
  var adapter: EnforcementSettings.Adapter { get }
  /// The path of the file, or the name of a table of the firewall in messages.
  var path: String { get }

  /// Whether anything with the adapter's marker is there.
  func isPresent() throws(AdapterError) -> Bool

  /// Makes programs that have read the file read it again, because they may keep what it does not contain any more.
  func refresh() throws(AdapterError)

  /// Removes what carries the marker, and leaves the rest as it is, byte for byte. Does nothing if there is none.
  func remove() throws(AdapterError)
}

extension FileArtefact {
  /// Does nothing, because programs read most files whenever they need them.
  public func refresh() {}
}

/// All file artefacts of a machine.
public enum FileArtefacts {
  /// Returns the artefacts of every adapter that leaves some. Reads nothing.
  ///
  /// - Parameters:
  ///   - hosts: the path of the hosts file.
  ///   - state: the state directory, whose record names the programs that were stopped.
  ///   - root: the root directory of another machine; empty for this one.
  ///   - nft: the program that changes the firewall; nil if this process has nothing to do with it.
  public static func all(hosts: String, state: String, root: String = "", nft: NftProgram? = nil) -> [any FileArtefact]
  {
    let policies: [any FileArtefact] = ChromiumDirectory.usual(root: root) + FirefoxFile.usual(root: root)
    // A name server reads its files at `/` only.
    let names: [any FileArtefact] = root.isEmpty ? [ServersFile()] : []
    let tables = [nft].compactMap(\.self).map { FirewallArtefact($0) }
    return [HostsFile(hosts)] + names + policies + tables + [FrozenPrograms(in: state)]
  }
}

extension HostsFile: FileArtefact {
  /// The adapter of hosts files.
  public var adapter: EnforcementSettings.Adapter { .hosts }

  /// Whether the file contains a block, or a part of one.
  public func isPresent() throws(AdapterError) -> Bool { try !text().own.isEmpty }

  /// Makes name servers read the file of the machine again.
  public func refresh() { if path == Self.systemPath { Dnsmasq.readHostsAgain() } }

  /// Removes every block, and the temporary files of killed processes.
  public func remove() throws(AdapterError) {
    file.removeLeftovers()
    try unblock()
  }
}

extension FrozenPrograms: FileArtefact {
  /// The adapter that stops programs.
  public var adapter: EnforcementSettings.Adapter { .sweeper }

  /// Makes everything continue that the record names.
  public func remove() throws(AdapterError) { try thaw() }
}
