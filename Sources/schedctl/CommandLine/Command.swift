/// A command of `schedctl`: what help says of it, what it takes, and what it does.
struct Command: Sendable {
  /// The name that is typed.
  let name: String
  /// What it takes besides options, as help shows it; empty for nothing.
  let arguments: String
  /// How many arguments it takes.
  let argumentCount: ClosedRange<Int>
  /// A line for the overview.
  let summary: String
  /// Paragraphs for its own help.
  let discussion: String
  /// The options that it takes besides the common ones.
  let options: [Option]
  /// Whole command lines that work, with what they do.
  let examples: [(line: String, does: String)]
  /// What it does.
  let run: @Sendable (Invocation, inout Session) throws(CommandFailure) -> ExitCode
}

/// What the command line asks for.
struct Invocation {
  let command: Command
  /// The arguments that are no options, in order.
  var arguments: [String] = []
  /// The values of each option that was given, in order; options without a value have an empty one.
  private var values: [Option: [String]] = [:]

  init(_ command: Command) { self.command = command }

  mutating func add(_ value: String, to option: Option) { values[option, default: []].append(value) }

  func has(_ option: Option) -> Bool { values[option] != nil }

  /// The values of an option that may be repeated.
  func values(of option: Option) -> [String] { values[option] ?? [] }

  /// The value of an option that may be given once.
  func value(of option: Option) throws(CommandFailure) -> String? {
    let values = values(of: option)
    guard values.count < 2 else { throw .usage("'--\(option.name)' is given \(values.count) times") }
    return values.first
  }
}
