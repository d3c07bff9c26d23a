import Scheduler

/// Finds the command in a command line. `ArgumentReader` reads all other words.
///
///     command-line = *common command *( option / argument ) [ "--" *argument ]
struct ArgumentParser {
  let commands: [Subcommand]
  private var words: ArraySlice<String>

  init(commands: [Subcommand], words: [String]) {
    self.commands = commands
    self.words = words[...]
  }

  /// Returns the invocation of the words.
  static func parse(_ words: [String], commands: [Subcommand]) throws(CommandFailure) -> Invocation {
    var parser = ArgumentParser(commands: commands, words: words)
    return try parser.invocation()
  }

  private mutating func invocation() throws(CommandFailure) -> Invocation {
    let before = words.prefix { $0.hasPrefix("-") && $0 != "-" }
    if let asked = standaloneCommand(before) { return Invocation(asked) }
    let (position, command) = try findCommand()
    var invocation = Invocation(command)
    let all = command.options + Option.common
    words.remove(at: position)
    while !words.isEmpty {
      // Before the command only common options are allowed, even if the command has its own option of that name.
      try invocation.read(from: &words, options: words.startIndex < position ? Option.common : all)
    }
    if !invocation.has(.help) && !invocation.has(.version) { try checkArguments(invocation) }
    return invocation
  }

  /// Returns the command of `schedctl --help` and `schedctl --version`, which have no command word.
  private func standaloneCommand(_ options: ArraySlice<String>) -> Subcommand? {
    guard options.count == words.count else { return nil }
    if options.contains("--help") || options.contains("-h") { return commands.first { $0.name == "help" } }
    if options.contains("--version") || options.contains("-V") { return commands.first { $0.name == "version" } }
    return nil
  }

  /// Returns the position and the command of the first word that is neither an option nor the value of a common one.
  private func findCommand() throws(CommandFailure) -> (Int, Subcommand) {
    var position = words.startIndex
    while position < words.endIndex, words[position].hasPrefix("-"), words[position] != "-" {
      try checkCommon(words[position])
      let word = words[position].drop { $0 == "-" }
      let takesNext = Option.common.contains { $0.value != nil && $0.name == word }
      position += takesNext ? 2 : 1
    }
    guard position < words.endIndex else {
      throw .usage("no command", help: "'schedctl help' lists the commands")
    }
    let name = words[position]
    if let command = commands.first(where: { $0.name == name }) { return (position, command) }
    throw .unknownCommand(name, among: commands)
  }

  /// Throws if an option before the command is not a common one.
  private func checkCommon(_ word: String) throws(CommandFailure) {
    let name = word.drop { $0 == "-" }.prefix { $0 != "=" }
    func isOption(_ option: Option) -> Bool { word.hasPrefix("--") ? option.name == name : option.letter == name.first }
    guard !name.isEmpty, !Option.common.contains(where: isOption) else { return }
    let isOfCommand = commands.contains { $0.options.contains(where: isOption) }
    let nearest = isOfCommand ? nil : ArgumentReader<String, Option>.nearest(to: String(name), among: Option.common)
    throw .usage(
      "'\(word)' before the command is not an option of every command",
      help: nearest.map { "did you mean '--\($0)'?" } ?? "options of one command stand behind it")
  }

  private func checkArguments(_ invocation: Invocation) throws(CommandFailure) {
    let command = invocation.command
    let count = invocation.arguments.count
    if count < command.argumentCount.lowerBound {
      throw .usage(
        "'\(command.name)' needs \(command.arguments)", help: "usage: schedctl \(command.name) \(command.arguments)")
    }
    if count > command.argumentCount.upperBound {
      let surplus = invocation.arguments[command.argumentCount.upperBound]
      throw .usage("unexpected argument '\(surplus)'", help: "usage: \(Help.usage(of: command))")
    }
  }
}
