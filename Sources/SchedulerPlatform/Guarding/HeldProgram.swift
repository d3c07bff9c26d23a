import CSchedulerLinux
import Glibc

/// A program that was really started and never runs: it stands still before its first instruction, held as by a
/// debugger, until it is killed.
///
/// ```swift
/// switch HeldProgram.start(["/usr/bin/game"], as: 1000).outcome {
/// case .held(let program): …        // it could be started; it is killed with the last reference
/// case .refused(let error): …       // the kernel denied the start
/// case .unprepared(let error): …    // this could not be tried
/// }
/// ```
/// It is killed with the last reference, and by the kernel if this process ends. It has no environment. A set-user-ID bit
/// has no effect.
public final class HeldProgram: Sendable {
  /// What became of a start.
  public enum Outcome: Sendable {
    /// The kernel started it.
    case held(HeldProgram)
    /// The kernel refused to start it.
    case refused(SystemError)
    /// The start could not be tried, for example because this process may not hold others or become another user.
    case unprepared(SystemError)
  }

  /// The number of the process.
  public let process: Int32

  private init(process: Int32) { self.process = process }

  deinit { schedctl_hold_end(process) }

  /// Tries to start a program.
  ///
  /// - Parameters:
  ///   - words: the path of the program and its arguments, without null bytes.
  ///   - user: the user who starts it, who may reach every file; nil for the user of this process.
  ///   - milliseconds: the time after which a start that does not come to its end could not be tried.
  /// - Returns: the process that tried, and what became of it.
  public static func start(
    _ words: [String], as user: UInt32?, within milliseconds: Int32 = 5_000
  ) -> (process: Int32, outcome: Outcome) {
    let copies = words.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    let result = schedctl_hold_start(words[0], copies + [nil], user.map { Int64($0) } ?? -1, milliseconds)
    let outcome: Outcome =
      switch result.stage {
      case SCHEDCTL_HOLD_HELD: .held(HeldProgram(process: result.process))
      case SCHEDCTL_HOLD_REFUSED: .refused(SystemError(code: result.error))
      default: .unprepared(SystemError(code: result.error))
      }
    return (result.process, outcome)
  }

  /// Whether another process has asked it to end (SIGTERM), or has killed it. It does not react to the former.
  public var isAskedToEnd: Bool { RunningProcess.isAskedToEnd(process) }
}

extension RunningProcess {
  /// Whether SIGTERM waits for a process, or it has ended.
  public static func isAskedToEnd(_ process: Int32) -> Bool {
    guard statistics(of: process) != nil else { return true }
    let bit = UInt64(1) << UInt64(SIGTERM - 1)
    return pendingSignals(of: process).contains { $0 & bit != 0 }
  }
}
