import SchedulerDiagnostics

/// The exit codes of every command (those of sysexits.h from 64 on).
enum ExitCode: Int32, CaseIterable {
  /// Yes; done.
  case success = 0
  /// No; different; invalid (`toml`).
  case no = 1
  /// The command line is wrong.
  case usage = 64
  /// A text that was handed in is wrong, or what is stored cannot be used by this program.
  case data = 65
  /// There is no daemon, or another process has the state.
  case unavailable = 69
  /// A program error.
  case software = 70
  /// A file could not be read or written.
  case inputOutput = 74
  /// It is not allowed, or not now.
  case refused = 77
  /// The configuration is wrong.
  case configuration = 78

  /// What it means, in a few words.
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

/// Why a command stopped: an exit code, what to say on standard error, and how to go on.
struct CommandFailure: Error {
  let code: ExitCode
  /// One line; empty when the diagnostics, or what was printed before, say everything.
  let message: String
  var help: [String] = []
  /// What is wrong with files, printed before the message.
  var diagnostics = DiagnosticList()
  /// The texts into which the diagnostics point.
  var sources = SourceMap()
  /// Lines between the diagnostics and the message.
  var remarks: [String] = []

  static func usage(_ message: String, help: String...) -> CommandFailure {
    CommandFailure(code: .usage, message: message, help: help)
  }
}
