import Scheduler

/// The table, which stays in force without a daemon until it is removed or the machine restarts.
public struct FirewallArtefact: FileArtefact {
  private let nft: NftProgram

  /// Describes the table that a program changes.
  public init(_ nft: NftProgram) { self.nft = nft }

  /// The adapter of the firewall.
  public var adapter: EnforcementSettings.Adapter { .nftables }

  /// The name of the table in messages: it is in no file.
  public var path: String { "nftables: table \(FirewallTable.title)" }

  /// Whether the kernel has the table.
  public func isPresent() throws(AdapterError) -> Bool { try nft.isPresent() }

  /// Removes the table, and nothing else. Does nothing if there is none.
  public func remove() throws(AdapterError) {
    if try isPresent() { try nft.load(FirewallTable.removal) }
  }
}
