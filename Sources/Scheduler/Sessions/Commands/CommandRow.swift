/// A row of the table of session commands: everything about a command except what the engine does.
///
/// The row contains the arguments, options and help for the command line, the parameters of calls for the client and
/// the daemon, the method for the Varlink interface, and the form of lines for `simulate`.
public struct CommandRow: Sendable {
  /// The help of a command on the command line.
  public struct Help: Sendable {
    /// A line for the overview.
    public let summary: String
    /// The effect of the command, in paragraphs.
    public let discussion: String
    /// Lines about its arguments; empty for none.
    public var arguments = ""
    /// Lines about its answer; empty for none.
    public var answer = ""
    /// Command lines that work, each with its effect.
    public let examples: [(line: String, does: String)]
  }

  /// The name on the command line and in scripts.
  public let name: String
  /// The action that locks, keys and permissions may refuse; nil for a command that loosens nothing.
  var lockedAction: LockedAction?
  /// The arguments and options, in the order of help.
  public let parameters: [CommandParameter]
  /// The effect of the method, in lines for the Varlink interface.
  public let methodSummary: String
  /// The help.
  public let help: Help
  /// The function that creates the command. It returns nil if a required parameter has no value.
  let make: @Sendable (CommandValues, ResolvedValues) -> Command?
}

extension CommandRow: Hashable {
  /// Whether two rows belong to the same command.
  public static func == (a: CommandRow, b: CommandRow) -> Bool { a.name == b.name }
  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension CommandRow {
  /// The name of the method in calls.
  public var method: String { name.prefix(1).uppercased() + name.dropFirst() }

  /// Whether the command may end a session, so that a key or a typed text may open what is locked.
  public var takesKeys: Bool { lockedAction?.takesKeys ?? false }

  /// Whether the command concerns all running sessions if none is named.
  public var meansAllSessions: Bool { parameters.contains { $0.kind == .sessions } }

  /// The arguments, in order.
  public var arguments: [CommandParameter] { parameters.filter { $0.option == nil } }

  /// The options, in the order of help.
  public var options: [CommandParameter] { parameters.filter { $0.option != nil } }

  /// The parameters in the order of the Varlink interface, where times come last.
  public var members: [CommandParameter] {
    parameters.filter { $0.kind != .time } + parameters.filter { $0.kind == .time }
  }

  /// The form in scripts: `start P [--for D] [--at T] [--strategy S]`.
  var usage: String { ([name] + (arguments + options).map(\.usage)).joined(separator: " ") }

  /// Returns the argument for a parameter. If there are fewer arguments than the command takes, optional ones are left
  /// out, the first one first: `extend 10m`, `extend P 10m`.
  func argument<Word>(for parameter: CommandParameter, among words: [Word]) -> Word? {
    var omitted = arguments.count - words.count
    var position = 0
    for argument in arguments {
      if omitted > 0, !argument.isRequired {
        omitted -= 1
        if argument == parameter { return nil }
      } else {
        if argument == parameter { return position < words.count ? words[position] : nil }
        position += 1
      }
    }
    return nil
  }

  /// Returns the error of a required parameter without a value.
  func missing(_ parameter: CommandParameter) -> ParameterError {
    let help = parameter.option.map { option in
      "'--\(option) \(parameter.placeholder ?? "")' gives the \(parameter.summary)"
    }
    return ParameterError(
      parameter: parameter, text: nil, message: "'\(name)' needs \(parameter.noun)", help: help.map { [$0] } ?? [])
  }
}
