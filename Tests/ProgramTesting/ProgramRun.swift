/// One run of the built `schedctl` in a process of its own, set up piece by piece.
///
/// ```swift
/// let outcome = try ProgramRun("next", "-n", "3").outcome()
/// ```
/// A run that takes longer than `secondsLimit` is killed, so that nothing hangs.
public struct ProgramRun {
  /// The arguments after the program's name.
  public var arguments: [String]
  /// All of its environment: nothing comes from the test's own, and the places of the machine are empty.
  public var environment = ["TZ": "UTC", "HOME": "/nonexistent", "SCHEDCTL_ROOT": emptyRoot]
  /// Where it starts; nil for the checkout.
  public var folder: String?
  /// What it reads.
  public var input = Input.nothing
  /// Where its data goes.
  public var output = Sink.captured
  /// Where everything else goes.
  public var messages = Sink.captured
  /// What happens before a line is typed, which is counted from 0.
  public var beforeTyping: (Int) -> Void = { _ in }
  /// A program with its arguments that starts it, such as a shell that limits what it may use.
  public var launcher: [String] = []
  /// The user that it runs as, if the tests may choose; nil for their own.
  public var userID: UInt32?

  /// What standard input is.
  public enum Input: Sendable {
    /// `/dev/null`.
    case nothing
    /// A pipe with these bytes.
    case bytes([UInt8])
    /// A terminal on which a line is typed for each question, which ends in `] ` on standard error; behind the last line
    /// its end (^D).
    case typed([String])
    /// A file that is opened for reading.
    case file(String)
    /// Not open.
    case closed
  }

  /// What standard output or standard error is.
  public enum Sink: Hashable, Sendable {
    /// A pipe that is read to its end.
    case captured
    /// A pipe whose reader closes it after a number of bytes.
    case left(afterBytes: Int)
    /// A file that is opened for writing.
    case file(String)
    /// A terminal of that width, read to its end; line ends are LF in what is captured.
    case terminal(columns: UInt16)
    /// Not open.
    case closed
  }

  /// A run with arguments, and everything else as usual.
  public init(_ arguments: String...) { self.arguments = arguments }

  /// A run with arguments, and everything else as usual.
  public init(arguments: [String]) { self.arguments = arguments }

  /// A root without a configuration, a state or a daemon of the machine, in which not even root can make any.
  public static let emptyRoot = "/proc/nonexistent"

  /// How long a run may take.
  static let secondsLimit = 60
}

/// What came of a run.
public struct Outcome: Equatable, Sendable {
  /// How it ended.
  public let end: End
  /// What it wrote to standard output, as far as that was captured.
  public let output: String
  /// What it wrote to standard error, as far as that was captured.
  public let messages: String

  /// An outcome to compare with.
  public init(_ end: End, output: String = "", messages: String = "") {
    self.end = end
    self.output = output
    self.messages = messages
  }

  /// How a process ends.
  public enum End: Hashable, Sendable {
    /// With that exit code.
    case exit(Int32)
    /// By that signal: a crash, or the end of the time that it had.
    case signal(Int32)
  }
}
