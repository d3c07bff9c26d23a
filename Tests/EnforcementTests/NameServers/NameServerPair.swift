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
  let port: UInt16
  private(set) var server: BackgroundProcess?
  private var upstream: BackgroundProcess?
  private let upstreamPort: UInt16

  var serversPath: String { folder.path + "/servers" }
  var logPath: String { folder.path + "/log" }
  var configurationPath: String { folder.path + "/dnsmasq.conf" }
  var address: NameServerAddress { NameServerAddress("127.0.0.1", port: port) }

  /// Starts both.
  ///
  /// - Parameters:
  ///   - lines: further lines of the configuration.
  ///   - otherUpstream: the port of another upstream server than a dnsmasq.
  init(_ lines: [String] = [], otherUpstream: UInt16? = nil, usesFile: Bool = true) throws {
    folder = try WorkFolder()
    port = Self.freePort()
    upstreamPort = otherUpstream ?? Self.freePort()
    let file = usesFile ? ["servers-file=\(folder.path)/servers"] : []
    let own = [
      "port=\(port)", "listen-address=127.0.0.1", "bind-interfaces", "no-resolv", "no-hosts",
      "server=127.0.0.1#\(upstreamPort)", "pid-file=\(folder.path)/pid",
      "log-queries", "log-facility=\(folder.path)/log",
    ]
    try folder.write((own + file + lines).joined(separator: "\n") + "\n", to: "dnsmasq.conf")
    if otherUpstream == nil {
      upstream = try Self.start([
        "--port=\(upstreamPort)", "--listen-address=127.0.0.1", "--bind-interfaces", "--no-resolv", "--no-hosts",
        "--address=/#/\(Self.upstreamAddress)", "--conf-file=/dev/null", "--pid-file=\(folder.path)/upstream.pid",
        "--local-ttl=3600", "--txt-record=text.example,text", "--mx-host=text.example,mail.example,10",
      ])
    }
    try startServer()
  }

  /// Starts the server, and waits until it answers.
  func startServer() throws {
    server = try Self.start(["--conf-file=\(configurationPath)"])
    for _ in 0..<500 {
      if let probe = try? NameProbe(of: address), probe.ask(["ready.example"]).answerCount > 0 { return }
      usleep(10_000)
    }
    throw POSIXError(.ETIMEDOUT)
  }

  /// Kills the server.
  func killServer() {
    if let server { Self.end(server) }
    server = nil
  }

  deinit {
    for process in [server, upstream].compactMap({ $0 }) { Self.end(process) }
  }

  /// An adapter of this server alone.
  func adapter(own: [DomainName] = []) -> NameServerAdapter {
    NameServerAdapter(machine: MachineNames(own), path: serversPath, resolver: nil)
  }

  /// The names that have an address at the server.
  func open(_ names: String...) throws -> [String] { try open(names) }

  func open(_ names: [String]) throws -> [String] {
    let findings = try NameProbe(of: address).ask(names)
    guard findings.failed.isEmpty else { throw POSIXError(.ETIMEDOUT) }
    return names.filter(findings.open.contains)
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
  private static func start(_ arguments: [String]) throws -> BackgroundProcess {
    let user = geteuid() == 0 ? ["--user=root"] : []
    return try BackgroundProcess([dnsmasq, "--keep-in-foreground"] + user + arguments)
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
