import Foundation
import Scheduler
import SchedulerCivilTime
import SchedulerPlatform

/// Starts a server with a configuration of its own, without an upstream server.
func start(_ kind: String, in folder: String, port: Int) throws -> BackgroundProcess {
  let user = NSUserName()
  let texts = [
    "dnsmasq": """
    port=\(port)
    listen-address=127.0.0.1
    bind-interfaces
    no-resolv
    no-hosts
    user=\(user)
    pid-file=\(folder)/pid
    servers-file=\(folder)/servers
    log-queries
    log-facility=\(folder)/log

    """,
    "unbound": """
    server:
      interface: 127.0.0.1@\(port)
      port: \(port)
      username: ""
      chroot: ""
      directory: "\(folder)"
      pidfile: "\(folder)/pid"
      use-syslog: no
      do-daemonize: no
      module-config: "iterator"
    remote-control:
      control-enable: yes
      control-interface: \(folder)/control
      control-use-cert: no

    """,
  ]
  try (texts[kind] ?? "").write(toFile: "\(folder)/configuration", atomically: true, encoding: .utf8)
  let words =
    kind == "unbound"
    ? ["/usr/sbin/unbound", "-c", "\(folder)/configuration"]
    : ["/usr/sbin/dnsmasq", "--keep-in-foreground", "--conf-file=\(folder)/configuration"]
  return try BackgroundProcess(words)
}

/// Waits until a name server answers, and returns false if it does not within ten seconds. It is asked for its version.
func answers(atPort port: Int) throws -> Bool {
  let query: [UInt8] =
    [1, 2, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 7] + "version".utf8 + [4] + "bind".utf8 + [0, 0, 16, 0, 3]
  for _ in 0..<20_000 {
    let socket = try DatagramSocket(from: "127.0.0.1", to: "127.0.0.1", port: UInt16(port))
    let isSent: Bool
    do throws(SystemError) { isSent = try socket.send(query) } catch { isSent = false }
    if isSent, socket.wait(until: SystemClocks.boot() + 500_000), (try? socket.receive()) != nil { return true }
    usleep(200)
  }
  return false
}

/// Milliseconds from the start of another dnsmasq, which reads a file of servers, to its first answer.
func startTime(reading file: String, in folder: String, port: Int) throws -> Double {
  let clock = ContinuousClock()
  let begin = clock.now
  let process = try BackgroundProcess([
    "/usr/sbin/dnsmasq", "--keep-in-foreground", "--conf-file=/dev/null", "--port=\(port)", "--no-resolv", "--no-hosts",
    "--listen-address=127.0.0.1", "--bind-interfaces", "--user=\(NSUserName())", "--pid-file=\(folder)/peer.pid",
    "--servers-file=\(file)", "--log-facility=\(folder)/peer.log",
  ])
  let isAnswering = try answers(atPort: port)
  let time = milliseconds(clock.now - begin)
  process.stop(isForced: true)
  while !process.hasEnded { usleep(1000) }
  if !isAnswering { throw CocoaError(.fileReadUnknown) }
  return time
}
