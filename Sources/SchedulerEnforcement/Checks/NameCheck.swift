import Scheduler
import SchedulerPlatform

/// Looks up the names that a shield set blocks in a hosts file, as programs do.
public struct NameCheck: Sendable {
  /// The names that the hosts file has to block, sorted.
  public let names: [String]
  private let path: String
  private let resolver: NameResolver
  /// Whether the file is read, because it is not that of this machine.
  public var readsFile: Bool { path != HostsFile.systemPath }

  /// Determines the names.
  ///
  /// - Parameter path: the hosts file. The name services are asked for the names of the system's, and any other file is
  ///   read.
  public init(of shield: ShieldSet, machine: MachineNames, path: String) {
    self.init(of: shield, machine: machine, path: path, resolver: NameResolver())
  }

  init(of shield: ShieldSet, machine: MachineNames, path: String, resolver: NameResolver) {
    names = BlockedNames(of: shield, on: machine).names
    self.path = path
    self.resolver = resolver
  }

  /// What was looked up.
  public struct Result: Hashable, Sendable {
    /// The number of names that were looked up.
    public var askedCount = 0
    /// The names that were not seen to be blocked, with the address or why, as sentences without a full stop.
    public var open: [String] = []
    /// Why no name can be looked up; nil if they can.
    public var hindrance: String?
  }

  /// Those of the names that `run` looks up.
  public var sample: [String] { readsFile ? [] : resolver.sample(of: names) }

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
    guard resolver.exists else {
      result.hindrance = resolver.absence
      return result
    }
    for name in resolver.sample(of: names) where !isInterrupted() {
      result.askedCount += 1
      if let fault = try resolver.fault(of: name, path: path) { result.open.append(fault.reason) }
    }
    return result
  }

  /// Returns those of some names that have an address, as programs see it. None is asked for after one that the name
  /// services do not answer within three seconds.
  ///
  /// - Parameter some: the names to ask for; nil for three of all, and for none where the file is read.
  public func resolving(_ some: [String]? = nil) throws(AdapterError) -> [String] {
    guard !readsFile, !names.isEmpty else { return [] }
    let few = Set([0, names.count / 2, names.count - 1]).sorted().map { names[$0] }
    var resolving: [String] = []
    for name in some ?? few {
      switch try resolver.answer(about: name) {
      case .address: resolving.append(name)
      case .unanswered, .noResolver: return resolving
      case .nowhere, .unknown: continue
      }
    }
    return resolving
  }
}
