import Scheduler

/// The options of a shell or an interpreter, as far as it takes to find the script that it runs.
struct InterpreterOptions: Sendable {
  /// The letters of options after which no script is run: its text, the name of a module or standard input follows.
  private var text = ""
  /// The letters of options with a value: the rest of the word, or else the next word.
  private var value = ""
  /// The letters of options whose value can only be the rest of the word.
  private var joined = ""
  /// The long options whose value is the next word.
  private var longValue: Set<String> = []
  private let isShell: Bool

  private static let longText: Set<String> = ["--eval", "--print", "--command"]
  /// The long options that Bash also takes with one dash.
  private static let shellWords: Set<String> = ["-login", "-posix", "-norc", "-noprofile", "-noediting", "-restricted"]

  /// Selects the options of a program.
  init(of program: String) {
    isShell = ShellScript.isShell(program)
    let name = ApplicationName(program).fileName
    if isShell {
      (text, value, longValue) = ("csn", "oO", ["--rcfile", "--init-file"])
    } else if name.hasPrefix("python") {
      (text, value, longValue) = ("cm", "WX", ["--check-hash-based-pycs"])
    } else if name.hasPrefix("perl") {
      (text, value, joined) = ("eE", "I", "MmidDFxC")
    } else if name.hasPrefix("ruby") {
      (text, value, joined) = ("e", "rIC", "EKWTFi")
    } else if name.hasPrefix("node") {
      (text, value, longValue) = ("ep", "r", ["--require", "--import"])
    } else if name.hasPrefix("php") {
      (text, value) = ("rBRE", "dcz")
    } else if name.hasPrefix("lua") {
      (text, value) = ("e", "l")
    }
  }

  /// Returns the argument that names the script: the first one that is no option. Nil if no script is run.
  ///
  /// - Parameter arguments: the arguments, the name first.
  func script(in arguments: [String]) -> String? {
    var rest = arguments.dropFirst()
    while let word = rest.popFirst() {
      guard word.hasPrefix("-") || isShell && word.hasPrefix("+") else { return word }
      if word == "--" || isShell && word == "-" { return rest.first }
      if word == "-" || Self.longText.contains(word) { return nil }
      if word.hasPrefix("--") || isShell && Self.shellWords.contains(word) {
        if longValue.contains(word) { rest = rest.dropFirst() }
        continue
      }
      guard let count = valueCount(in: word.dropFirst()) else { return nil }
      rest = rest.dropFirst(count)
    }
    return nil
  }

  /// Returns how many words after a group of short options are values; nil if no script is run.
  private func valueCount(in letters: Substring) -> Int? {
    var count = 0
    for (index, letter) in zip(letters.indices, letters) {
      if text.contains(letter) { return nil }
      if joined.contains(letter) { return count }
      guard value.contains(letter) else { continue }
      if isShell {
        count += 1
      } else {
        return letters.index(after: index) == letters.endIndex ? 1 : 0
      }
    }
    return count
  }
}
