/// A command of `schedctl`: what help says of it, what it takes, and what it does. What only its own help and its own
/// parsing need is made anew whenever it is asked for: every run looks through all commands.
struct Command: Sendable {
  /// The name that is typed.
  let name: String
  /// What it takes besides options, as help shows it; empty for nothing.
  let arguments: String
  /// How many arguments it takes.
  let argumentCount: ClosedRange<Int>
  /// A line for the overview.
  let summary: String
  /// What it does.
  let run: @Sendable (Invocation, inout Console) throws(CommandFailure) -> ExitCode
  private let makeArgumentKinds: @Sendable () -> [ValueKind]
  private let makeDiscussion: @Sendable () -> String
  private let makeOptions: @Sendable () -> [Option]
  private let makeExamples: @Sendable () -> [(line: String, does: String)]

  init(
    name: String, arguments: String, argumentCount: ClosedRange<Int>,
    argumentKinds: @autoclosure @escaping @Sendable () -> [ValueKind] = [], summary: String,
    discussion: @autoclosure @escaping @Sendable () -> String,
    options: @autoclosure @escaping @Sendable () -> [Option],
    examples: @autoclosure @escaping @Sendable () -> [(line: String, does: String)],
    run: @escaping @Sendable (Invocation, inout Console) throws(CommandFailure) -> ExitCode
  ) {
    self.name = name
    self.arguments = arguments
    self.argumentCount = argumentCount
    self.summary = summary
    self.run = run
    makeArgumentKinds = argumentKinds
    makeDiscussion = discussion
    makeOptions = options
    makeExamples = examples
  }

  /// What its arguments are, in order; one alone is what all of them are.
  var argumentKinds: [ValueKind] { makeArgumentKinds() }
  /// Paragraphs for its own help.
  var discussion: String { makeDiscussion() }
  /// The options that it takes besides the common ones.
  var options: [Option] { makeOptions() }
  /// Whole command lines that work, with what they do.
  var examples: [(line: String, does: String)] { makeExamples() }
}

extension Command {
  /// The options of every command, without those in whose place it has one of its own: `--user U` of `why`.
  var commonOptions: [Option] {
    let own = options
    return Option.common.filter { common in !own.contains { $0.name == common.name } }
  }
}

/// What the command line asks for.
struct Invocation {
  let command: Command
  /// The arguments that are no options, in order.
  var arguments: [String] = []
  /// The options that were given, in order; those without a value have an empty one.
  private var given: [(option: Option, value: String)] = []

  init(_ command: Command) { self.command = command }

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
