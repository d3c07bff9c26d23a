import Scheduler
import SchedulerPlatform

/// Looks up the names that a shield set blocks in a hosts file, as programs do.
public struct NameCheck: Sendable {
  /// The names that the hosts file has to block, sorted.
  public let names: [String]
  private let path: String
  /// Whether the file is read, because it is not that of this machine.
  public var readsFile: Bool { path != HostsFile.systemPath }

  /// Determines the names.
  ///
  /// - Parameter path: the hosts file. The name services are asked for the names of the system's, and any other file is
  ///   read.
  public init(of shield: ShieldSet, machine: MachineNames, path: String) {
    names = BlockedNames(of: shield, on: machine).names
    self.path = path
  }

  /// What was looked up.
  public struct Result: Hashable, Sendable {
    /// The number of names that were looked up.
    public var askedCount = 0
    /// The names that lead somewhere, with the address or why.
    public var open: [String] = []
  }

  /// Looks up some of the names, or all of them in a file that is read.
  ///
  /// - Parameter isInterrupted: whether to ask for no further name.
  public func run(isInterrupted: () -> Bool) throws(AdapterError) -> Result {
    var result = Result()
    guard !readsFile else {
      let blocked = try HostsFile(path).text().names
      result.askedCount = names.count
      result.open = names.filter { !blocked.contains($0) }.map { "'\($0)' is not in '\(path)'" }
      return result
    }
    let resolver = NameResolver()
    for name in resolver.sample(of: names) where !isInterrupted() {
      result.askedCount += 1
      if let address = try resolver.firstRealAddress(of: name) {
        result.open.append("'\(name)' still resolves to \(address)")
      }
    }
    return result
  }
}
