import Foundation
import Glibc
import ProgramTesting
import SchedulerPlatform
import TestSupport
import Testing

@testable import SchedulerEnforcement

/// A daemon that is killed while it changes the local zones of a real unbound, which is alone in a network namespace.
@Suite(
  .enabled(if: TestNetwork.canWork, "\(TestNetwork.hindrance ?? "")"),
  .enabled(if: UnboundServer.exists, "unbound is not installed"))
final class KilledUnboundTests {
  private let folder: WorkFolder
  private let unbound: BackgroundProcess
  private let control: UnboundControl

  init() throws {
    folder = try WorkFolder()
    let path = folder.path
    let configuration = try folder.write(
      """
      server:
        interface: 127.0.0.1
        username: ""
        chroot: ""
        directory: "\(path)"
        pidfile: "\(path)/pid"
        do-daemonize: no
        use-syslog: no
        logfile: "\(path)/log"
        module-config: "iterator"
        local-zone: "theirs.example" always_nxdomain
      remote-control:
        control-enable: yes
        control-interface: \(path)/control
        control-use-cert: no

      """, to: "unbound.conf")
    let script = "ip link set lo up && exec /usr/sbin/unbound -c '\(configuration)'"
    unbound = try BackgroundProcess(["/usr/bin/unshare", "-n", "/bin/sh", "-c", script])
    control = UnboundControl(path: "/usr/sbin/unbound-control", configuration: configuration)
    for _ in 0..<1000 where (try? control.zones()) == nil { usleep(10_000) }
  }

  deinit {
    unbound.stop(isForced: true)
    while !unbound.hasEnded { usleep(1000) }
    _ = try? unbound.end()
  }

  /// Starts the program that applies shields beside unbound.
  private func writer(_ command: String) throws -> HostsProcess {
    let enter = ["/usr/bin/nsenter", "-t", "\(unbound.processID)", "-n"]
    return try HostsProcess(enter + [HostsProcess.program, "names", command, folder.path + "/servers"])
  }

  @Test func `after kills at any moment the record says which zones are ours, and all are removed`() throws {
    let before = try control.zones()
    var random = SeededGenerator(seed: 7)
    var turnCount = 0
    var leftCount = 0
    for round in 0..<Laws.count(60, few: 8) {
      let flipping = try writer("flip")
      var lines = flipping.lines(Int.random(in: 1..<4, using: &random))
      usleep(.random(in: 0..<80_000, using: &random))
      lines += flipping.kill()
      turnCount += lines.count
      // A command that was under way when its sender was killed comes to its end.
      usleep(50_000)
      leftCount += try control.zones().count - before.count
      if round % 2 == 0 {
        #expect(try writer("block").linesToEnd() == ["blocked"], "seed 7, round \(round)")
        #expect(try control.zones()["blocked.example"] == "always_nxdomain")
      }
      #expect(try writer("revert").linesToEnd() == ["reverted"], "seed 7, round \(round)")
      #expect(try control.zones() == before, "seed 7, round \(round)")
    }
    #expect(turnCount > Laws.count(60, few: 8) && leftCount > 0)
  }
}
