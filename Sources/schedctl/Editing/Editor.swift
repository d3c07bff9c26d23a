import SchedulerPlatform

/// The text editor of the user.
struct Editor {
  /// The command line, which may have options: `code --wait`.
  let command: String

  /// Chooses `$VISUAL`, else `$EDITOR`, else `vi`, as in POSIX. A blank value counts as unset.
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

/// Questions to the user at the terminal, asked on standard error and answered on standard input.
extension Console {
  /// Whether standard input and standard error are terminals.
  var canAsk: Bool { Terminal.isTerminal(0) && Terminal.isTerminal(2) }

  /// Returns the answer to a question, without surrounding blanks. Nil at the end of input and after a termination
  /// signal.
  mutating func ask(_ question: String) throws(CommandFailure) -> String? {
    messages.write(question + " ")
    messages.flush()
    do throws(SystemError) {
      guard let line = try LineReader(until: heldSignals).next() else {
        messages.write("\n")
        return nil
      }
      return line.trimmingBlanks()
    } catch {
      throw CommandFailure(code: .inputOutput, message: "cannot read the answer: \(error)")
    }
  }

  /// Returns the chosen letter, or the first of `letters` for an empty line. Nil as with `ask`. The first letter of a
  /// word counts.
  mutating func choose(_ question: String, from letters: [Character]) throws(CommandFailure) -> Character? {
    while let answer = try ask(question) {
      guard let letter = answer.lowercased().first else { return letters[0] }
      if letters.contains(letter) { return letter }
      messages.write("answer with one of \(letters.map(String.init).joined(separator: ", "))\n")
    }
    return nil
  }
}

extension String {
  /// Returns the text without blanks and control characters at its ends.
  func trimmingBlanks() -> String {
    let isBlank = { (scalar: Unicode.Scalar) in scalar.value <= 0x20 }
    let start = unicodeScalars.drop(while: isBlank)
    let end = start.lastIndex { !isBlank($0) }
    return end.map { String(start[...$0]) } ?? ""
  }
}
