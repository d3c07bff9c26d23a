import Scheduler
import SchedulerPlatform

extension LinuxMachine {
  /// Returns the time in which the machine was suspended.
  public func suspendedNanoseconds() -> Int64 { SystemClocks.suspended() }

  /// Locks or ends the sessions of a user with loginctl(1), which does nothing without systemd-logind.
  ///
  /// Source: `/run/systemd/users/UID`, which logind keeps; the member SESSIONS lists the sessions.
  public mutating func endSessions(of userID: UInt32, by consequence: UsageLimit.Consequence) {
    guard let program = ProgramSearch(directories: ["/usr/bin", "/bin"]).allPaths(of: "loginctl").first?.first else {
      return log(
        LogEntry(
          .error, message: "cannot end the sessions of user \(userID): loginctl is missing", at: moment().wall,
          zone: .utc))
    }
    let words: [String]
    switch consequence {
    case .block: return
    case .logout: words = ["terminate-user", "\(userID)"]
    case .lock:
      let sessions = Self.sessions(of: userID)
      if sessions.isEmpty { return }
      words = ["lock-session"] + sessions
    }
    run([program] + words)
  }

  /// The sessions of a user.
  private static func sessions(of userID: UInt32) -> [String] {
    let bytes = FileReader(onlyRegularFiles: true).readIfPossible("/run/systemd/users/\(userID)", limit: 65_536) ?? []
    let line = String(decoding: bytes, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("SESSIONS=") }
    return line?.dropFirst("SESSIONS=".count).split(separator: " ").map(String.init) ?? []
  }
}
