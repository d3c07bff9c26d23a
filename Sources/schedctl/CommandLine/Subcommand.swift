import Scheduler

/// A subcommand of `schedctl`: its name, its arguments and options, its help, and the function that runs it.
struct Subcommand: Sendable {
  /// A whole command line that works, and what it does.
  typealias Example = (line: String, does: String)

  /// The name that is typed.
  let name: String
  /// The arguments as help shows them; empty for none.
  let arguments: String
  /// How many arguments it takes.
  let argumentCount: ClosedRange<Int>
  /// The kinds of its arguments, in order. A single kind is that of all of them.
  let argumentKinds: [ValueKind]
  /// A line for the overview.
  let summary: String
  /// Paragraphs for its own help.
  let discussion: String
  /// The options that it takes besides the common ones.
  let options: [Option]
  /// Examples for its own help.
  let examples: [Example]
  /// Carries out an invocation and returns the exit code.
  let run: @Sendable (Invocation, inout Console) throws(CommandFailure) -> ExitCode

  init(
    name: String, arguments: String, argumentCount: ClosedRange<Int>, argumentKinds: [ValueKind] = [], summary: String,
    discussion: String, options: [Option], examples: [Example],
    run: @escaping @Sendable (Invocation, inout Console) throws(CommandFailure) -> ExitCode
  ) {
    self.name = name
    self.arguments = arguments
    self.argumentCount = argumentCount
    self.argumentKinds = argumentKinds
    self.summary = summary
    self.discussion = discussion
    self.options = options
    self.examples = examples
    self.run = run
  }

  /// The options of every command except those that this command replaces by its own, as `why` does with `--user U`.
  var commonOptions: [Option] {
    Option.common.filter { common in !options.contains { $0.name == common.name } }
  }
}

/// A command line that was parsed: the subcommand with its arguments and options.
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

  /// Reads the first of the words that are left, with the next one if that is its value.
  ///
  /// - Parameter options: the options that may stand here.
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

  func has(_ option: Option) -> Bool { words.given.contains { $0.option == option } }

  /// The values of an option that may be repeated.
  func values(of option: Option) -> [String] {
    words.given.filter { $0.option == option }.map { $0.value ?? "" }
  }

  /// The value of an option that may be given once.
  func value(of option: Option) throws(CommandFailure) -> String? {
    let values = values(of: option)
    guard values.count < 2 else { throw .usage("'--\(option.name)' is given \(values.count) times") }
    return values.first
  }
}

extension String: ArgumentWord {
  /// The word itself.
  public var text: String { self }
  /// False: a shell has removed the quotes.
  public var isQuoted: Bool { false }
  /// The rest of the word after a prefix.
  public func rest(after prefix: String) -> String { String(dropFirst(prefix.count)) }
}
