import Foundation
import Glibc
import ProgramTesting
import Scheduler
import SchedulerPlatform

@testable import SchedulerEnforcement

/// An unbound with a configuration of its own, and a dnsmasq as its upstream server.
final class UnboundServer {
  static let exists =
    access("/usr/sbin/unbound", X_OK) == 0 && access("/usr/sbin/unbound-control", X_OK) == 0

  let folder: WorkFolder
  private(set) var port: UInt16 = 0
  private let upstream: NameServerPair
  private(set) var server: BackgroundProcess?

  var serversPath: String { folder.path + "/servers" }
  var address: NameServerAddress { NameServerAddress("127.0.0.1", port: port) }
  private var configurationPath: String { folder.path + "/unbound.conf" }

  /// Starts both.
  ///
  /// - Parameter lines: further lines of `server:`.
  init(_ lines: [String] = [], isCommandable: Bool = true) throws {
    folder = try WorkFolder()
    upstream = try NameServerPair()
    // Another process may take a port before unbound has it.
    for attempt in 1...Self.portAttemptLimit {
      port = NameServerPair.freePort()
      try folder.write(configuration(lines, isCommandable: isCommandable), to: "unbound.conf")
      do {
        try start()
        return
      } catch {
        if attempt == Self.portAttemptLimit { throw error }
      }
    }
  }

  private static let portAttemptLimit = 5

  private func configuration(_ lines: [String], isCommandable: Bool) -> String {
    let path = folder.path
    return """
      server:
        interface: 127.0.0.1@\(port)
        port: \(port)
        username: ""
        chroot: ""
        directory: "\(path)"
        pidfile: "\(path)/pid"
        do-not-query-localhost: no
        do-daemonize: no
        use-syslog: no
        logfile: "\(path)/log"
        log-queries: yes
        module-config: "iterator"
      \(lines.map { "  \($0)\n" }.joined())
      remote-control:
        control-enable: \(isCommandable ? "yes" : "no")
        control-interface: \(path)/control
        control-use-cert: no
      forward-zone:
        name: "."
        forward-addr: 127.0.0.1@\(upstream.port)

      """
  }

  /// Makes the configuration take no commands. Does not restart unbound.
  func forbidCommands() throws { try folder.write(configuration([], isCommandable: false), to: "unbound.conf") }

  /// Starts unbound, and waits until it answers.
  func start() throws {
    let process = try BackgroundProcess(["/usr/sbin/unbound", "-c", configurationPath])
    server = process
    if NameServerPair.answers(process, at: address) { return }
    end()
    throw POSIXError(.EADDRINUSE)
  }

  /// Kills unbound.
  func end() {
    guard let server else { return }
    server.stop(isForced: true)
    while !server.hasEnded { usleep(1000) }
    _ = try? server.end()
    self.server = nil
  }

  deinit { end() }

  /// The file that records its names, for this process alone.
  var file: ServersFile {
    ServersFile(
      serversPath, unboundControl: "/usr/sbin/unbound-control", processes: server.map { [$0.processID] } ?? [])
  }

  var control: UnboundControl { UnboundControl(path: "/usr/sbin/unbound-control", configuration: configurationPath) }

  func adapter(own: [DomainName] = []) -> NameServerAdapter {
    NameServerAdapter(machine: MachineNames(own), file: file, resolver: nil)
  }

  /// The names that have an address at the server.
  func open(_ names: String...) throws -> [String] { try open(names) }

  func open(_ names: [String]) throws -> [String] {
    let findings = try NameProbe(of: address).ask(names)
    guard findings.failed.isEmpty else { throw POSIXError(.ETIMEDOUT) }
    return names.filter(findings.open.contains)
  }
}
