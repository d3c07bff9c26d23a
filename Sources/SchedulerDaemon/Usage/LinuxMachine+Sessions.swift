import Scheduler
import SchedulerPlatform

extension LinuxMachine {
  /// Returns the time in which the machine was suspended.
  public func suspendedNanoseconds() -> Int64 { SystemClocks.suspended() }

  /// Locks or ends the sessions of a user with loginctl(1), which does nothing without systemd-logind.
  public mutating func endSessions(of userID: UInt32, by consequence: UsageLimit.Consequence) {
    guard let program = ProgramSearch(directories: options.loginctlDirectories).allPaths(of: "loginctl").first?.first
    else {
      return log(.error, message: "cannot end the sessions of user \(userID): loginctl is missing")
    }
    switch consequence {
    case .block: break
    case .logout: hooks.startOwn([program, "terminate-user", "\(userID)"])
    case .lock:
      // One at a time, because loginctl goes no further than the first session that cannot be locked.
      for session in LogindUser(userID, directory: instance.host.places.logins).lockableSessions {
        hooks.startOwn([program, "lock-session", session])
      }
    }
  }

  /// Removes the ends of the daemon's own programs from events, and logs those that failed.
  mutating func logOwnFailures(in events: inout [LoopEvent]) {
    for failure in HookProcesses.takeOwn(from: &events) {
      log(.error, message: failure)
    }
  }
}
