import Scheduler

/// The programs that a shell script hands over to, as far as its text tells.
///
/// This is a heuristic for the wrappers of packages. A command counts if it is run by `exec`, or passes on the arguments
/// of the script (`"$@"`). Variables that the script sets to known text are replaced, also by several values;
/// `$(dirname "$0")` and the like are the directory of the script, and `$(command -v NAME)` is the path of the program. If
/// a path begins with something else that is not known, the directory of the script is tried. Conditions, functions and
/// loops are read as if every line ran.
struct ShellScript: Sendable {
  /// A command that the script hands over to.
  struct Command: Hashable, Sendable {
    /// The possible programs.
    let programs: [String]
    /// The arguments before those that are not known.
    let arguments: [String]
  }

  /// The commands, in the order of the text.
  private(set) var commands: [Command] = []

  private var expansion: ShellExpansion

  /// Maximum number of commands to return.
  private static let commandLimit = 16

  /// Whether a program reads scripts as this type does.
  static func isShell(_ name: String) -> Bool {
    ["sh", "bash", "dash", "ksh", "zsh", "mksh", "ash"].contains(ApplicationName(name).fileName)
  }

  /// Reads the script at a path. `find` returns the path of a program.
  init(_ text: String, at path: String, find: @escaping @Sendable (String) -> String?) {
    expansion = ShellExpansion(script: path, find: find)
    for words in ShellWords.commands(in: text) where commands.count < Self.commandLimit { read(words[...]) }
  }

  /// Reads a simple command.
  ///
  ///     command     = *keyword *assignment [ "exec" *option ] [ "env" *( option / assignment ) ] [ program *word ]
  private mutating func read(_ all: ArraySlice<Substring>) {
    var words = all.drop { Self.keywords.contains($0) }
    if words.first == "export" || words.first == "local" || words.first == "readonly" { words = words.dropFirst() }
    var assigned: [(name: Substring, value: Substring)] = []
    while let assignment = words.first.flatMap(Self.assignment) {
      assigned.append(assignment)
      words = words.dropFirst()
    }
    guard !words.isEmpty else {
      for (name, value) in assigned { expansion.assign(value, to: String(name)) }
      return
    }
    let isExec = words.first == "exec"
    if isExec { words = Self.withoutExecOptions(words.dropFirst()) }
    guard isExec || words.dropFirst().contains(where: Self.passesArguments) else { return }
    if words.first == "env" || words.first == "/usr/bin/env" {
      words = words.dropFirst().drop { $0.hasPrefix("-") || Self.assignment($0) != nil }
    }
    guard let program = words.first else { return }
    let programs = expansion.values(of: program).filter { !$0.isEmpty }
    let arguments = words.dropFirst().map { word in
      Self.passesArguments(word) ? nil : expansion.values(of: word).first
    }.prefix { $0 != nil }.compactMap { $0 }
    if !programs.isEmpty { commands.append(Command(programs: programs, arguments: arguments)) }
  }

  private static let keywords: Set<Substring> = [
    "if", "then", "else", "elif", "do", "while", "until", "!", "{", "time",
  ]

  private static func withoutExecOptions(_ words: ArraySlice<Substring>) -> ArraySlice<Substring> {
    var rest = words
    while let word = rest.first, word.hasPrefix("-") {
      rest = rest.dropFirst(word == "-a" ? 2 : 1)
      if word == "--" { break }
    }
    return rest
  }

  private static func passesArguments(_ word: Substring) -> Bool {
    word.contains("$@") || word.contains("$*") || word.contains("${@") || word.contains("${1+")
  }

  /// Returns the parts of `NAME=value`.
  private static func assignment(_ word: Substring) -> (name: Substring, value: Substring)? {
    guard let equals = word.firstIndex(of: "="), let first = word.first, first.isLetter || first == "_" else {
      return nil
    }
    let name = word[..<equals]
    guard name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }) else { return nil }
    return (name, word[word.index(after: equals)...])
  }
}
