import SchedulerPlatform

/// What was found when a name server was looked for.
enum NameServerSearch {
  /// One that uses our rules.
  case found(any NameServer)
  /// None, for this reason.
  case missing(AdapterError)
}

extension NameServerSearch {
  /// Looks for a name server that uses our rules: a dnsmasq that reads the file of servers, else an unbound that takes
  /// commands.
  ///
  /// - Parameters:
  ///   - file: the file of servers.
  ///   - resolver: says whether systemd-resolved is in use; nil if that does not matter.
  init(file: ServersFile, resolver: SystemResolver?) {
    let found = Dnsmasq.all(among: file.processes)
    if let server = Dnsmasq.all(found, reading: file).first {
      self = .found(server)
      return
    }
    let hindrance = Dnsmasq.hindrance(of: found, path: file.path)
    do throws(AdapterError) {
      if let server = try Unbound.running(recordedIn: file) {
        self = .found(server)
      } else {
        self = .missing(hindrance ?? (resolver?.usesResolved == true ? Self.resolved : Self.nothing))
      }
    } catch {
      self = .missing(hindrance ?? error)
    }
  }

  private static let nothing = AdapterError(
    "neither dnsmasq nor unbound runs on this machine", remedy: "install dnsmasq, and make programs ask it")

  /// systemd-resolved knows exact names of the hosts file only, and its authors do not want more (systemd issues 766, 6081
  /// and 35147). A delegation (systemd.dns-delegate(5), since version 258) needs a name server to delegate to.
  private static let resolved = AdapterError(
    "systemd-resolved, which programs ask, cannot block a domain with its subdomains",
    remedy: "install dnsmasq, and write '[Resolve]', 'DNS=127.0.0.1' and 'Domains=~.' to "
      + "'/etc/systemd/resolved.conf.d/schedctl.conf'")
}
