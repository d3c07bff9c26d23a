import Scheduler
import SchedulerDaemon
import SchedulerJSON
import SchedulerPlatform

/// A machine of which a service reads nothing.
struct NoEnvironment: HostEnvironment {
  func name(ofUser id: UInt32) -> String? { nil }

  let directory = "/var/lib/schedctl"

  /// Who every peer is.
  var peerUser = UserIdentity(name: "root", isRoot: true)

  func user(of peer: Peer) -> UserIdentity { peerUser }

  func user(named name: String) -> UserIdentity? { nil }

  func shield(beside engine: Engine) -> ShieldFileStatus? { nil }

  func access(to readings: [Target], for user: UserIdentity?, in configuration: Configuration) -> AccessRequest {
    AccessRequest(to: readings[0], for: user)
  }

  func entries(after number: Int64, limit: Int) throws(ControlError) -> [HistoryRecord] { [] }

  func slice(of position: inout HistoryPosition) throws(ControlError) -> [HistoryRecord] {
    position.isOver = true
    return []
  }
}
