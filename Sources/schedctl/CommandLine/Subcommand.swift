import Scheduler

/// A subcommand of `schedctl`: its name, its arguments and options, its help, and the function that runs it.
struct Subcommand: Sendable {
  /// A complete, working command line and its effect.
  typealias Example = (line: String, does: String)

  /// The name on the command line.
  let name: String
  /// The arguments as shown in help; empty if it takes none.
  let arguments: String
  /// The possible numbers of arguments.
  let argumentCount: ClosedRange<Int>
  /// The kinds of its arguments, in order. A single kind applies to all arguments.
  var argumentKinds: [ValueKind] = []
  /// A one-line description for the overview.
  let summary: String
  /// The paragraphs of its help.
  let discussion: String
  /// The options that it takes in addition to the common ones.
  var options: [Option] = []
  /// The examples in its help.
  let examples: [Example]
  /// Runs an invocation and returns the exit code.
  let run: @Sendable (Invocation, inout Console) throws(CommandFailure) -> ExitCode

  /// The common options, except those that the command replaces by its own.
  var commonOptions: [Option] {
    Option.common.filter { common in !options.contains { $0.name == common.name } }
  }
}

extension CommandFailure {
  static func unknownCommand(_ name: String, among commands: [Subcommand]) -> CommandFailure {
    .unknown(
      name, among: commands.map(\.name), message: "unknown command '\(name)'",
      help: "'schedctl help' lists the commands")
  }
}

/// A parsed command line: the subcommand with its arguments and options.
struct Invocation {
  let command: Subcommand
  /// The words after the name of the command.
  private(set) var words: ArgumentReader<String, Option>

  init(_ command: Subcommand) {
    self.command = command
    words = ArgumentReader(of: command.name)
  }

  /// The arguments, in order.
  var arguments: [String] { words.arguments }

  /// Reads the first remaining word, and the next one if it is the value of the first.
  ///
  /// - Parameter options: the options that are allowed at this position.
  mutating func read(from words: inout ArraySlice<String>, options: [Option]) throws(CommandFailure) {
    do throws(ArgumentError<String>) {
      try self.words.read(from: &words, options: options)
    } catch {
      guard error.isUnknown else { throw .usage(error.message) }
      throw .usage(
        error.message,
        help: error.nearest.map { "did you mean '--\($0)'?" } ?? "'schedctl \(command.name) --help' lists its options")
    }
  }

  /// Throws unless at most one of '--csv' and '--json' is given.
  func refuseTwoFormats() throws(CommandFailure) {
    if has(.csv), has(.json) { throw .usage("'--csv' and '--json' exclude each other") }
  }

  func has(_ option: Option) -> Bool { words.given.contains { $0.option == option } }

  /// Returns the values of an option that may be repeated.
  func values(of option: Option) -> [String] {
    words.given.filter { $0.option == option }.map { $0.value ?? "" }
  }

  /// Returns the value of an option that may be given once. Throws if it is given several times.
  func value(of option: Option) throws(CommandFailure) -> String? {
    let values = values(of: option)
    guard values.count < 2 else { throw .usage("'--\(option.name)' is given \(values.count) times") }
    return values.first
  }
}

extension String: ArgumentWord {
  /// The word itself.
  public var text: String { self }
  /// Always false, because the shell has removed the quotes.
  public var isQuoted: Bool { false }
  /// Returns the rest of the word after a prefix.
  public func rest(after prefix: String) -> String { String(dropFirst(prefix.count)) }
}
