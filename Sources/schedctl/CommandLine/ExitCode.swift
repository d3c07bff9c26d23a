import SchedulerDiagnostics

/// The exit codes of all commands. Those from 64 on are the codes of sysexits.h.
enum ExitCode: Int32, CaseIterable {
  /// Yes; done.
  case success = 0
  /// No; different; invalid (`toml`).
  case no = 1
  /// The command line is wrong.
  case usage = 64
  /// A given text is wrong, or this program cannot use the stored data.
  case data = 65
  /// There is no daemon, or another process uses the state.
  case unavailable = 69
  /// A program error.
  case software = 70
  /// A file could not be read or written.
  case inputOutput = 74
  /// The request is not allowed, or not at this time.
  case refused = 77
  /// The configuration is wrong.
  case configuration = 78

  /// The meaning in a few words.
  var meaning: String {
    switch self {
    case .success: "yes or done"
    case .no: "no, different, or invalid TOML"
    case .usage: "usage"
    case .data: "bad data"
    case .unavailable: "no daemon, or the state is in use"
    case .software: "program error"
    case .inputOutput: "input or output"
    case .refused: "refused"
    case .configuration: "configuration"
    }
  }
}

/// The reason why a command stopped: an exit code, a message on standard error, and help.
struct CommandFailure: Error {
  let code: ExitCode
  /// One line; empty if the diagnostics or the earlier output explain the failure.
  let message: String
  var help: [String] = []
  /// Defects of files, printed before the message.
  var diagnostics = DiagnosticList()
  /// The texts that the diagnostics refer to.
  var sources = SourceMap()
  /// Lines printed between the diagnostics and the message.
  var remarks: [String] = []

  static func usage(_ message: String, help: String...) -> CommandFailure {
    CommandFailure(code: .usage, message: message, help: help)
  }

  /// Creates the failure of a name that is not among the `known` ones. The help is the nearest of them, else `help`.
  static func unknown(_ name: String, among known: [String], message: String, help: String) -> CommandFailure {
    .usage(message, help: NearestName.nearest(to: name, among: known).map { "did you mean '\($0)'?" } ?? help)
  }
}
