import SchedulerPlatform

extension NameServerSearch {
  /// Looks for a name server that uses our rules: a dnsmasq that reads the file of servers, else an unbound that takes
  /// commands.
  ///
  /// - Parameter path: the file of servers.
  init(path: String) {
    if let server = Dnsmasq.all(reading: path).first {
      self = .found(server)
    } else if let error = Dnsmasq.hindrance(of: Dnsmasq.all(), path: path) {
      self = .missing(error)
    } else {
      self = .missing(Self.nothing)
    }
  }

  private static let nothing = AdapterError(
    "neither dnsmasq nor unbound runs on this machine", remedy: "install dnsmasq, and make programs ask it")
}
