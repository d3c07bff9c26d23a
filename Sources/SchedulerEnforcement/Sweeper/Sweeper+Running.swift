import Scheduler
import SchedulerPlatform

/// A blocked program that runs.
public struct RunningBlocked: Hashable, Sendable {
  /// The name of the application.
  public let name: String
  /// The path of its executable file.
  public let program: String
  /// The real user.
  public let user: UInt32
  /// The process.
  public let process: ProcessIdentity

  /// Creates a value.
  public init(name: String, program: String, user: UInt32, process: ProcessIdentity) {
    (self.name, self.program, self.user, self.process) = (name, program, user, process)
  }
}

extension Sweeper {
  /// Returns the running programs that a sweeper with these blocks ends, in the order of their numbers. Ends none.
  public static func running(of blocks: [ApplicationBlock]) throws(SystemError) -> [RunningBlocked] {
    guard !blocks.isEmpty else { return [] }
    var sweeper = try Sweeper { _ in blocks }
    sweeper.blocks = blocks
    sweeper.prepare()
    return sweeper.matches(among: RunningProcess.numbers().sorted()).map { match in
      RunningBlocked(
        name: match.block.name, program: match.program, user: match.sighting.group.user, process: match.process)
    }
  }

  /// Whether a process is one of those that are left alone, or began as a part of one: it runs the same file, and
  /// descends from it.
  func isLeft(_ process: ProcessIdentity, running file: ExecutableFile) -> Bool {
    guard !left.isEmpty else { return false }
    var next: ProcessIdentity? = process
    for _ in 0..<Self.generationLimit {
      guard let current = next, current.number > 1 else { return false }
      if left.contains(current) { return RunningProcess.executable(of: current.number)?.file == file }
      next = RunningProcess.parent(of: current.number).flatMap { ProcessIdentity($0) }
    }
    return false
  }

  /// Maximum number of ancestors that are examined.
  private static let generationLimit = 64
}
