import SchedulerPlatform

/// The program with which a person edits text.
struct Editor {
  /// The command line as the person wrote it, which may have options: `code --wait`.
  let command: String

  /// `$VISUAL`, else `$EDITOR`, else `vi`, as POSIX has it; one of nothing but blanks counts as unset.
  init(_ environment: ProcessEnvironment) {
    let named = ["VISUAL", "EDITOR"].compactMap { environment[$0] }
    command = named.first { !$0.trimmingBlanks().isEmpty } ?? "vi"
  }

  /// Lets the person edit a file, and waits until the editor has ended.
  ///
  /// - Throws: code 74 when it cannot be started, ends with another code than 0, or by a signal.
  func edit(_ path: String) throws(CommandFailure) {
    switch try end(path) {
    case .exit(0): return
    case .exit(126), .exit(127):
      throw failure("cannot be started", help: ["$VISUAL or $EDITOR names the editor to use"])
    // How the shell tells of a signal.
    case .exit(let code) where code > 128: throw failure("was ended by signal \(code - 128)")
    case .exit(let code): throw failure("ended with exit code \(code)")
    case .signal(let signal): throw failure("was ended by signal \(signal)")
    }
  }

  private func end(_ path: String) throws(CommandFailure) -> ProcessEnd {
    do throws(SystemError) {
      // The shell splits the command line as the person expects. The path is an argument, at which it does not look.
      return try ForegroundProcess.run(["/bin/sh", "-c", command + " \"$@\"", command, path])
    } catch {
      throw failure("cannot be started: \(error)")
    }
  }

  private func failure(_ what: String, help: [String] = []) -> CommandFailure {
    CommandFailure(code: .inputOutput, message: "the editor '\(command)' \(what): nothing is changed", help: help)
  }
}
