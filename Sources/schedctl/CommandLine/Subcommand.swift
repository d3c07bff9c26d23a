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
  /// The arguments, in order.
  var arguments: [String] = []
  /// The options that were given, in order; those without a value have an empty one.
  private var given: [(option: Option, value: String)] = []

  init(_ command: Subcommand) { self.command = command }

  mutating func add(_ value: String, to option: Option) { given.append((option, value)) }

  func has(_ option: Option) -> Bool { given.contains { $0.option == option } }

  /// The values of an option that may be repeated.
  func values(of option: Option) -> [String] { given.filter { $0.option == option }.map(\.value) }

  /// The value of an option that may be given once.
  func value(of option: Option) throws(CommandFailure) -> String? {
    let values = values(of: option)
    guard values.count < 2 else { throw .usage("'--\(option.name)' is given \(values.count) times") }
    return values.first
  }
}
