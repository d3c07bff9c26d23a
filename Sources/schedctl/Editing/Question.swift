import SchedulerPlatform

/// Questions to the user at the terminal, asked on standard error and answered on standard input.
extension Console {
  /// Whether standard input and standard error are terminals.
  var canAsk: Bool { Terminal.isTerminal(0) && Terminal.isTerminal(2) }

  /// The answer to a question, without surrounding blanks; nil at the end of input and after a termination signal.
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

  /// The chosen letter, or the first of `letters` for an empty line; nil as with `ask`. A word stands for its first
  /// letter.
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
  /// The text without blanks and control characters at its ends.
  func trimmingBlanks() -> String {
    let isBlank = { (scalar: Unicode.Scalar) in scalar.value <= 0x20 }
    let start = unicodeScalars.drop(while: isBlank)
    let end = start.lastIndex { !isBlank($0) }
    return end.map { String(start[...$0]) } ?? ""
  }
}
