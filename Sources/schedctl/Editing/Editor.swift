import SchedulerPlatform

/// The text editor of the user.
struct Editor {
  /// The command line, which may have options: `code --wait`.
  let command: String

  /// `$VISUAL`, else `$EDITOR`, else `vi`, as in POSIX. A blank value counts as unset.
  init(_ environment: ProcessEnvironment) {
    let named = ["VISUAL", "EDITOR"].compactMap { environment[$0] }
    command = named.first { !$0.trimmingBlanks().isEmpty } ?? "vi"
  }

  /// Opens a file in the editor and waits until the editor exits.
  ///
  /// - Throws: code 74 if the editor cannot be started, exits with a code other than 0, or is ended by a signal.
  func edit(_ path: String) throws(CommandFailure) {
    switch try end(path) {
    case .exit(0): return
    case .exit(126), .exit(127):
      throw failure("cannot be started", help: ["$VISUAL or $EDITOR names the editor to use"])
    // The shell reports signals as codes above 128.
    case .exit(let code) where code > 128: throw failure("was ended by signal \(code - 128)")
    case .exit(let code): throw failure("ended with exit code \(code)")
    case .signal(let signal): throw failure("was ended by signal \(signal)")
    }
  }

  private func end(_ path: String) throws(CommandFailure) -> ProcessEnd {
    do throws(SystemError) {
      // The shell splits the command line. The path is an argument, which it does not interpret.
      return try ForegroundProcess.run(["/bin/sh", "-c", command + " \"$@\"", command, path])
    } catch {
      throw failure("cannot be started: \(error)")
    }
  }

  private func failure(_ what: String, help: [String] = []) -> CommandFailure {
    CommandFailure(code: .inputOutput, message: "the editor '\(command)' \(what): nothing is changed", help: help)
  }
}
