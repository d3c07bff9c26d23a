import Foundation
import Glibc
import ProgramTesting
import Scheduler
import SchedulerPlatform

@testable import SchedulerEnforcement

/// A dnsmasq with a configuration of its own, and an upstream server that has an address for every name.
final class NameServerPair {
  static let dnsmasq = "/usr/sbin/dnsmasq"
  static let exists = access(dnsmasq, X_OK) == 0
  /// The address that the upstream dnsmasq gives every name.
  static let upstreamAddress = "10.1.2.3"

  let folder: WorkFolder
  private(set) var port: UInt16 = 0
  private(set) var server: BackgroundProcess?
  private var upstream: BackgroundProcess?
  private(set) var upstreamPort: UInt16 = 0

  var serversPath: String { folder.path + "/servers" }
  var logPath: String { folder.path + "/log" }
  var configurationPath: String { folder.path + "/dnsmasq.conf" }
  var address: NameServerAddress { NameServerAddress("127.0.0.1", port: port) }

  /// Starts both.
  ///
  /// - Parameters:
  ///   - lines: further lines of the configuration.
  ///   - otherUpstream: the port of another upstream server than a dnsmasq.
  ///   - logs: whether it logs questions to a file.
  init(_ lines: [String] = [], otherUpstream: UInt16? = nil, logs: Bool = true) throws {
    folder = try WorkFolder()
    if otherUpstream == nil { try startUpstream() }
    let log = logs ? ["log-queries", "log-facility=\(folder.path)/log"] : ["log-facility=-"]
    // Another process may take a port before dnsmasq has it.
    for attempt in 1...portAttemptLimit {
      port = Self.freePort()
      let own = [
        "port=\(port)", "listen-address=127.0.0.1", "bind-interfaces", "no-resolv", "no-hosts",
        "server=127.0.0.1#\(otherUpstream ?? upstreamPort)", "pid-file=\(folder.path)/pid",
        "servers-file=\(folder.path)/servers",
      ]
      try folder.write((own + log + lines).joined(separator: "\n") + "\n", to: "dnsmasq.conf")
      do {
        try startServer()
        return
      } catch {
        if attempt == portAttemptLimit { throw error }
      }
    }
  }

  private let portAttemptLimit = 5

  private func startUpstream() throws {
    for _ in 0..<portAttemptLimit {
      upstreamPort = Self.freePort()
      let process = try Self.start(
        [Self.dnsmasq],
        [
          "--port=\(upstreamPort)", "--listen-address=127.0.0.1", "--bind-interfaces", "--no-resolv", "--no-hosts",
          "--address=/#/\(Self.upstreamAddress)", "--conf-file=/dev/null", "--pid-file=\(folder.path)/upstream.pid",
          "--local-ttl=3600", "--txt-record=text.example,text", "--mx-host=text.example,mail.example,10",
        ])
      upstream = process
      if Self.answers(process, at: NameServerAddress("127.0.0.1", port: upstreamPort)) { return }
      Self.end(process)
    }
    throw POSIXError(.EADDRINUSE)
  }

  /// Starts the server, and waits until it answers.
  ///
  /// - Parameters:
  ///   - program: another file of dnsmasq.
  ///   - user: the user who starts it; nil for the one of this process.
  func startServer(_ program: String = dnsmasq, user: UInt32? = nil) throws {
    let starter = user.map { ["/usr/bin/setpriv", "--reuid=\($0)", "--regid=\($0)", "--clear-groups"] } ?? []
    let process = try Self.start(starter + [program], ["--conf-file=\(configurationPath)"])
    server = process
    if Self.answers(process, at: address) { return }
    killServer()
    throw POSIXError(.EADDRINUSE)
  }

  /// Waits until a server answers, and asks it every ten milliseconds. Returns false if it ends before.
  static func answers(_ process: BackgroundProcess, at address: NameServerAddress) -> Bool {
    let query = DNSMessage.query(for: "ready.example", id: 1)
    while !process.hasEnded {
      let socket = try? DatagramSocket(from: NameProbe.ownAddress, to: address.address, port: address.port)
      guard let socket, (try? socket.send(query)) == true, socket.wait(until: SystemClocks.boot() + 10_000_000),
        let reply = try? socket.receive(), DNSMessage.answer(reply, to: query) != nil
      else {
        usleep(1000)
        continue
      }
      return !process.hasEnded
    }
    return false
  }

  /// Kills the server.
  func killServer() {
    if let server { Self.end(server) }
    server = nil
  }

  deinit {
    for process in [server, upstream].compactMap({ $0 }) { Self.end(process) }
  }

  /// An adapter of this server alone: it can command no unbound of another test.
  func adapter(
    own: [DomainName] = [], filtering: FilteringNameServer = FilteringNameServer()
  ) -> NameServerAdapter {
    NameServerAdapter(
      machine: MachineNames(own), path: serversPath, unboundControl: "/nonexistent/unbound-control",
      filtering: filtering,
      resolver: nil)
  }

  /// The names that have an address at the server.
  func open(_ names: String...) throws -> [String] { try open(names) }

  func open(_ names: [String]) throws -> [String] {
    let findings = try NameProbe(of: address).ask(names)
    guard findings.failed.isEmpty else { throw POSIXError(.ETIMEDOUT) }
    return names.filter(findings.open.contains)
  }

  /// Waits until all names have an address: dnsmasq takes a signal when it has answered what came before. Returns false
  /// after ten seconds.
  func becomesOpen(_ names: [String]) throws -> Bool {
    for _ in 0..<1000 {
      if try open(names) == names { return true }
      usleep(10_000)
    }
    return false
  }

  var log: String { (try? String(contentsOfFile: logPath, encoding: .utf8)) ?? "" }

  /// Sends a question as a program does: by dig(1), from the usual address. Returns the status, such as `NXDOMAIN`, and
  /// the number of answers.
  func dig(_ name: String, type: String = "A") throws -> String {
    let output = try HostsProcess([
      "/usr/bin/dig", "+time=2", "+tries=2", "+noedns", "-p", "\(port)", "@127.0.0.1", name, type,
    ]).linesToEnd().joined(separator: "\n")
    let status = output.firstRange(of: "status: ").map { output[$0.upperBound...].prefix { $0 != "," } } ?? "none"
    let count = output.firstRange(of: "ANSWER: ").map { output[$0.upperBound...].prefix { $0 != "," } } ?? "?"
    return "\(status) \(count)"
  }

  /// Starts a dnsmasq with no signal blocked, as a service manager does.
  private static func start(_ command: [String], _ arguments: [String]) throws -> BackgroundProcess {
    let user = geteuid() == 0 ? ["--user=root"] : []
    return try BackgroundProcess(command + ["--keep-in-foreground"] + user + arguments)
  }

  private static func end(_ process: BackgroundProcess) {
    process.stop(isForced: true)
    while !process.hasEnded { usleep(1000) }
    _ = try? process.end()
  }

  /// A port that no UDP socket of this machine has.
  static func freePort() -> UInt16 {
    let file = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
    defer { close(file) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = bind(file, $0, size)
        _ = getsockname(file, $0, &size)
      }
    }
    return UInt16(bigEndian: address.sin_port)
  }
}
