import Scheduler
import SchedulerPlatform

extension ChromiumDirectory {
  /// The directories of the products that are supported, installed or not.
  static func usual(root: String) -> [ChromiumDirectory] {
    let native = InstalledBrowser.Product.allCases.filter { $0 != .firefox }.map { root + $0.policyDirectory }
    return (native + [root + "/etc/chromium-browser/policies/managed"]).map { ChromiumDirectory($0) }
  }

  /// Throws unless this process may write the file, as far as that can be determined without writing.
  func checkWritable() throws(AdapterError) {
    var directory = path
    while directory.count > 1, !FileWriter().isTaken(directory) {
      directory = String(directory[..<(directory.lastIndex(of: "/") ?? directory.startIndex)])
    }
    try AdapterError.mapping(
      SharedFile((directory.isEmpty ? "" : directory) + "/" + Self.names[0]).checkWritable(),
      to: AdapterError.init(of:))
  }

  /// Returns the policy for a shield beside the files of an administrator.
  func policy(
    _ domains: CombinedDomains, turnsOffSecureDNS: Bool, beside contents: Contents
  ) -> ChromiumPolicy {
    let former = contents.own.values.flatMap { ChromiumPolicy.blockedEntries(in: $0) }
    return ChromiumPolicy(
      lists: URLLists(domains, with: contents.theirs, former: former), turnsOffSecureDNS: turnsOffSecureDNS)
  }

  /// Reads the directory as a browser does.
  ///
  /// - Throws: why the shield is not in force.
  func verify(_ domains: CombinedDomains, turnsOffSecureDNS: Bool) throws(AdapterError) {
    let contents = try contents()
    var policy = policy(domains, turnsOffSecureDNS: turnsOffSecureDNS, beside: contents)
    let name = try name(for: policy.keys, beside: contents)
    guard let bytes = contents.own[name] else { throw AdapterError("'\(path)/\(name)' is missing") }
    policy.directoryCount = ChromiumPolicy.directoryCount(in: bytes) ?? 0
    guard bytes == policy.bytes else {
      throw AdapterError("'\(path)/\(name)' does not block the domains of the shield")
    }
    if let hidden = file(name).firstHidden {
      throw AdapterError(
        "other users may not read '\(hidden)', so that their browsers do not find the policy",
        remedy: "sudo chmod a+rX '\(hidden)'")
    }
  }
}

extension URLLists {
  /// What the shield blocks and does not fit.
  var gap: AdapterError? {
    guard lostBlockCount > 0 else { return nil }
    return AdapterError(
      "\(lostBlockCount) of \(block.count + lostBlockCount) entries do not fit, because browsers read \(Self.limit)",
      remedy: "block fewer domains in this browser")
  }

  /// What the shield allows and does not fit.
  var limits: [String] {
    unallowed.map { "'\($0)' stays blocked, because an entry of the administrator concerns it" }
      + (lostAllowCount > 0 ? ["\(lostAllowCount) exceptions are blocked, because browsers read \(Self.limit)"] : [])
  }
}
