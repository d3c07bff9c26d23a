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
    if let server = Dnsmasq(found, reading: file) {
      self = .found(server)
      return
    }
    let hindrance = Dnsmasq.hindrance(of: found, path: file.path)
    let unbound = Unbound.search(recordedIn: file)
    if let server = unbound.servers.first {
      self = .found(server)
    } else {
      let absence = resolver?.usesResolved == true ? Self.resolved : Self.nothing
      self = .missing(hindrance ?? unbound.mute.first?.error ?? absence)
    }
  }

  private static let nothing = AdapterError(
    "neither dnsmasq nor unbound runs on this machine", remedy: "install dnsmasq, and make programs ask it")

  /// systemd-resolved knows exact names of the hosts file only, and its authors do not want more (systemd issues 766, 6081
  /// and 35147). A delegation (systemd.dns-delegate(5), since version 258) needs a name server to delegate to.
  private static let resolved = AdapterError(
    "systemd-resolved, which programs ask, cannot block a domain with its subdomains",
    remedy:
      "install dnsmasq with 'listen-address=127.0.0.1', 'bind-interfaces', 'no-resolv' and 'server=' of your provider, "
      + "and write '[Resolve]', 'DNS=127.0.0.1' and 'Domains=~.' to '/etc/systemd/resolved.conf.d/schedctl.conf'")
}

/// The running name servers that this program may command, and whose files it may read.
///
/// That is done with the rights of root, and their arguments say which files they are. So a process counts only if an
/// administrator has started it: a person could start any program under the name of a name server. One in a container is
/// left alone, because its paths are those of other files.
enum NameServerProcesses {
  /// Returns the processes that run a program with that file name, the lowest numbers first, without the children that they
  /// start.
  ///
  /// - Parameter candidates: the only processes that count; nil for all.
  static func all(_ name: String, among candidates: [Int32]?) -> [ProcessIdentity] {
    let place = Place(of: RunningProcess.own)
    let found = (candidates ?? RunningProcess.numbers()).filter { number in
      let program = RunningProcess.program(of: number)
      guard let program, program.split(separator: "/").last.map({ $0 == name }) ?? false else { return false }
      return isTrusted(number) && Place(of: number) == place
    }
    return found.sorted().compactMap { number in
      if let parent = RunningProcess.parent(of: number), found.contains(parent) { return nil }
      return ProcessIdentity(number)
    }
  }

  /// The network and the root directory of a process; nil for what this process may not examine.
  private struct Place: Equatable {
    let network: String?
    let root: FileIdentity?

    init(of process: Int32) {
      network = SymbolicLink.target(of: "/proc/\(process)/ns/net")
      root = FileIdentity(path: "/proc/\(process)/root")
    }
  }

  /// Whether an administrator has started a process: its program is a file that only root or the user of this process may
  /// write, and its user is one of them, or one that the system uses for services.
  private static func isTrusted(_ process: Int32) -> Bool {
    let trusted: Set<UInt32> = [0, RunningProcess.ownUser]
    // The program of a person may be on a file system that never answers.
    guard let user = RunningProcess.user(of: process),
      trusted.contains(user) || NameServiceUsers.areServices(user),
      let program = ProgramFile(at: "/proc/\(process)/exe")
    else { return false }
    return trusted.contains(program.owner) && !program.isWritableByOthers
  }
}
