import CTesting
import Glibc

/// A run of the built `schedctl` from system call to system call, to be looked at or killed at any of them. Use it on one
/// thread.
public struct TracedRun {
  private let processID: Int32

  /// Starts the arguments and the environment of a run; it has no streams, and nothing else of the run counts.
  public init(_ run: ProgramRun) throws {
    let environment = run.environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    processID = withCStrings([BuiltProgram.path] + run.arguments) { words in
      withCStrings(environment) { ctesting_trace(words, $0) }
    }
    guard processID > 0 else { throw PreparationError("ptrace") }
  }

  /// Runs to the beginning or the end of the next system call; false when the process has ended.
  public func step() -> Bool { ctesting_trace_step(processID) == 1 }

  /// The system call that it is about to make, of those that make files durable: `fsync`, `rename`, or `rename to a free
  /// name`.
  public var durabilityCall: String? { ctesting_trace_call(processID).map { String(cString: $0) } }

  /// Kills it where it is.
  public func kill() { ctesting_trace_kill(processID) }

  /// Whether this machine lets a process trace another.
  public static let isAllowed: Bool = {
    guard let run = try? TracedRun(ProgramRun("version")) else { return false }
    defer { run.kill() }
    return run.step()
  }()
}
