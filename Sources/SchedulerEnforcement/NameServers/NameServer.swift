import Synchronization

/// A name server of this machine that can be made to block names: dnsmasq or unbound.
///
/// The adapter decides what is blocked, asks the server whether it is, and repeats what was lost. An implementation knows
/// how its server takes rules, and nothing else.
protocol NameServer: Sendable {
  /// How sentences refer to it, such as `dnsmasq (process 77)`.
  var title: String { get }
  /// Where it answers.
  var addresses: [NameServerAddress] { get }
  /// The file to which it logs each question; nil if it does not.
  var queryLog: String? { get }
  /// What it cannot do here, one sentence each without a full stop.
  var limits: [String] { get }
  /// The user of its process, by ID; nil if it has ended.
  var userID: UInt32? { get }
  /// Whether the found process still runs. A new one is looked for otherwise.
  var isRunning: Bool { get }
  /// Whether it answers questions of this machine that were meant for other servers, and so come from any address.
  var takesOthers: Bool { get }
  /// The name servers that it asks itself, as far as they are known.
  var upstreams: [NameServerAddress] { get }
  /// The names that it serves from elsewhere, whatever the rules say.
  var served: ServedNames { get }

  /// Makes its rules equal to these, as far as it can be done without the server. Does nothing if they are.
  ///
  /// - Parameter before: the rules that this process has written before, whatever the file contains by now; nil if it has
  ///   written none.
  /// - Returns: whether they were changed.
  func write(_ rules: NameRules, replacing before: NameRules?) throws(AdapterError) -> Bool

  /// Makes it use the written rules, and forget the answers that it keeps. Does not wait for that.
  func reload() throws(AdapterError)
}

/// The names for which the configuration of a name server has servers or addresses of their own, in lower case.
struct ServedNames: Hashable, Sendable {
  /// Those with their subdomains.
  var domains: Set<String> = []
  /// Those without, as of a hosts file.
  var names: Set<String> = []

  /// Whether a name is served from elsewhere, by the entries of the rules and of the configuration that match it. The longer
  /// match decides; on a tie, the configuration.
  func contain(_ name: String, despite rules: NameRules) -> Bool {
    if names.isEmpty && domains.isEmpty { return false }
    if names.contains(name) { return true }
    var rest = name[...]
    while true {
      if domains.contains(String(rest)) { return true }
      guard rules.entry(for: rest) == nil, let dot = rest.firstIndex(of: ".") else { return false }
      rest = rest[rest.index(after: dot)...]
    }
  }
}

/// The name server that filters names for the shield at present, as other adapters may know it.
///
/// The adapter of name servers sets it, in its thread, and the one of the firewall reads it in another.
public final class FilteringNameServer: Sendable {
  private let server = Mutex<(any NameServer)?>(nil)

  /// Creates it without a name server.
  public init() {}

  /// The name server; nil while none is seen to filter names, and as soon as its process has ended. Reads files of /proc,
  /// which takes less than a millisecond.
  public var value: LocalNameServer? {
    guard let server = server.withLock({ $0 }), server.isRunning, let address = server.addresses.first,
      let user = server.userID
    else { return nil }
    return LocalNameServer(address: address.address, port: address.port, userID: user, upstreams: server.upstreams)
  }

  /// Notes the server that was seen to filter names; nil if none was.
  func note(_ server: (any NameServer)?) { self.server.withLock { $0 = server } }
}
