import Scheduler
import SchedulerPlatform
import SchedulerStore

/// What the settings of a daemon say of who may read its files and connect.
struct Protection: Hashable, Sendable {
  private let group: String?
  private let isPrivate: Bool

  init(_ settings: DaemonSettings) {
    group = settings.group
    isPrivate = settings.isPrivate
  }
}

extension DaemonLoop {
  /// Lets the files of the state and the socket have the group and the permission bits that the configuration wants. What
  /// cannot be changed is said, and stays until the next start.
  mutating func protect(
    on machine: inout some DaemonMachine & ~Copyable, in files: inout some FileSystem & ~Copyable
  ) {
    let settings = engine.engine.configuration.daemon
    let group = machine.groupID(of: settings)
    let permissions = StatePermissions(settings)
    files.group = group
    var failures = engine.protect(permissions, in: &files).map { "\($0)" }
    do throws(FileSystemError) {
      try hookLedger?.protect(permissions.state, in: &files)
    } catch {
      failures.append("\(error)")
    }
    do throws(SystemError) {
      try machine.admit(group: group)
    } catch {
      failures.append("who may connect stays as it was: \(error)")
    }
    let now = machine.moment().wall
    for failure in failures {
      machine.log(LogEntry(.error, failure, at: now, zone: engine.engine.configuration.zone.rules))
    }
  }
}
