import SchedulerPlatform

/// A Firefox that runs, with its start. It follows the policies that it found then.
public struct RunningFirefox: Hashable, Sendable {
  /// The number of the process.
  public let process: Int32
  /// The name of its user, or the number if the user has no name.
  public let user: String
  /// The start, in nanoseconds of CLOCK_BOOTTIME.
  public let startBoot: Int64

  /// Describes a process.
  public init(process: Int32, user: String, startBoot: Int64) {
    (self.process, self.user, self.startBoot) = (process, user, startBoot)
  }

  /// Finds those that run on this machine, without the processes of their pages.
  ///
  /// Complexity: some system calls for each process.
  public static func all() -> [RunningFirefox] {
    RunningProcess.numbers().sorted().compactMap { process in
      guard isFirefox(process), let parent = RunningProcess.parent(of: process), !isFirefox(parent),
        let identity = ProcessIdentity(process)
      else { return nil }
      let user = RunningProcess.user(of: process)
      let name = user.map { AccountDatabase.system.userName(of: $0) ?? "\($0)" } ?? "another user"
      return RunningFirefox(process: process, user: name, startBoot: identity.startBoot)
    }
  }

  private static func isFirefox(_ process: Int32) -> Bool {
    guard let program = RunningProcess.program(of: process) else { return false }
    return ["firefox", "firefox-bin", "firefox-esr"].contains(program.split(separator: "/").last ?? "")
  }
}
