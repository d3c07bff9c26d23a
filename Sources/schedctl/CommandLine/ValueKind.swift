import Scheduler

/// The kind of the value of an option or of an argument, which determines its placeholder in help and the suggestions
/// of a shell.
///
/// A literal is the kind of any text, with the literal as its placeholder: `value: "NAME"`.
enum ValueKind: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The path of a file.
  case file
  /// The path of a configuration that is read alone. Other words may name its profiles.
  case configuration
  /// The path of a directory.
  case directory
  /// A time expression.
  case time
  /// A length of time.
  case length
  /// The key of a profile.
  case profile
  /// The log-in name of a user of this machine.
  case user
  /// A number of lines.
  case count
  /// The code of a diagnostic.
  case diagnosticCode
  /// The name or the number of a built-in example, or `list`.
  case example
  /// The name of a command.
  case command
  /// The name of a manual page.
  case manualPage
  /// The name of a shell for which there is a completion script.
  case shell
  /// One of the given words. The first text is the placeholder in help.
  case choice(String, of: [String])
  /// Any text, with its placeholder in help.
  case text(String)

  init(stringLiteral placeholder: String) { self = .text(placeholder) }

  /// Creates the kind of a parameter's value; nil for an option without a value.
  init?(_ parameter: CommandParameter) {
    switch parameter.kind {
    case .profile, .session, .sessions: self = .profile
    case .length: self = .length
    case .strategy: self = .choice("S", of: Strategy.Kind.allCases.map(\.rawValue))
    case .time: self = .time
    case .target: self = "APP|DOMAIN"
    case .user: self = .user
    case .reason: self = "R"
    case .undo: return nil
    }
  }

  /// The placeholder in help.
  var placeholder: String {
    switch self {
    case .file, .configuration: "FILE"
    case .directory: "DIR"
    case .time: "T"
    case .length: "D"
    case .profile: "P"
    case .user: "U"
    case .count: "N"
    case .diagnosticCode: "CODE"
    case .example: "N"
    case .command: "COMMAND"
    case .manualPage: "PAGE"
    case .shell: "SHELL"
    case .choice(let placeholder, _), .text(let placeholder): placeholder
    }
  }

  /// A noun in lower case, which also names functions of completion scripts.
  var noun: String {
    switch self {
    case .time: "time"
    case .directory: "directory"
    case .length: "length"
    case .profile: "profile"
    case .user: "user"
    case .count: "number"
    case .example: "example"
    default: placeholder.lowercased()
    }
  }

  /// The suggestions of a shell.
  var suggestions: Suggestions {
    switch self {
    case .file, .configuration, .directory: .files
    case .profile: .profiles
    case .user: .users
    case .time: .words(Self.times)
    case .length: .words(["25m", "45m", "1h", "1h30m", "2h"].map { Suggestion($0, summary: "") })
    case .diagnosticCode: .words(DiagnosticCatalogue.all.map { Suggestion($0.code.name, summary: $0.title) })
    case .example:
      .words(
        Example.all.map { Suggestion($0.name, summary: $0.summary) } + [Suggestion("list", summary: "shows them all")])
    case .command: .words(CommandTable.commands.map { Suggestion($0.name, summary: $0.summary) })
    case .manualPage: .words(ManualPage.all.map { Suggestion($0.name, summary: $0.summary) })
    case .shell: .words(CompletionShell.allCases.map { Suggestion($0.rawValue, summary: "") })
    case .choice(_, let words): .words(words.map { Suggestion($0, summary: "") })
    case .count, .text: .nothing
    }
  }

  /// Frequent times without spaces. Other times are accepted too.
  private static let times =
    [
      Suggestion("now", summary: "the present"), Suggestion("today", summary: "the midnight before"),
      Suggestion("tomorrow", summary: "the next midnight"),
      Suggestion("yesterday", summary: "the midnight before the last"),
      Suggestion("+1h", summary: "in an hour"), Suggestion("+1d", summary: "in 24 hours"),
      Suggestion("+1w", summary: "in a week"),
    ]
    + ["mon", "tue", "wed", "thu", "fri", "sat", "sun"].map { Suggestion($0, summary: "the next one, today included") }
}

/// The suggestions of a shell for a word.
enum Suggestions: Hashable {
  /// Paths.
  case files
  /// The keys of the configuration's profiles. The shell runs `schedctl profiles --names` to list them.
  case profiles
  /// The users of the machine.
  case users
  /// The given words.
  case words([Suggestion])
  /// No suggestions, because the user knows best.
  case nothing
}

/// A suggested word with a short description, which may be empty.
struct Suggestion: Hashable {
  let word: String
  let summary: String

  init(_ word: String, summary: String) {
    self.word = word
    self.summary = summary
  }
}
