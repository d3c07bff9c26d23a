import ProgramTesting
import Testing

/// Command lines that cannot be run: 64, one message with a way to go on, nothing on standard output.
@Suite struct UsageTests {
  /// A command line and what is said of it.
  struct Mistake: CustomTestStringConvertible {
    let words: [String]
    let message: String
    let help: String?
    var testDescription: String { words.joined(separator: " ") }

    init(_ words: String..., says message: String, help: String? = nil) {
      self.words = words
      self.message = message
      self.help = help
    }
  }

  @Test(arguments: commands + options + values)
  func `a wrong command line prints its error and help, and exits with 64`(mistake: Mistake) throws {
    let help = mistake.help.map { "help: \($0)\n" } ?? ""
    let expected = Outcome(.exit(64), messages: "schedctl: \(mistake.message)\n\(help)")
    #expect(try ProgramRun(arguments: mistake.words).outcome() == expected)
  }

  @Test func `start without a profile lists the profiles`() throws {
    let outcome = try ProgramRun("start", "--config", "Tests/CommandTests/Goldens/deep-work.toml").outcome()
    #expect(outcome.end == .exit(64) && outcome.output.isEmpty)
    #expect(
      outcome.messages == """
        schedctl: 'start' needs a profile
        help: usage: schedctl start PROFILE
        help: the profiles are deep-work, focus, social

        """)
  }

  @Test func `a length with a fraction is an error that names the length in whole numbers`() throws {
    let outcome = try ProgramRun("start", "focus", "--for", "1.5h").outcome()
    #expect(outcome.end == .exit(64))
    #expect(outcome.messages.contains("a duration has whole numbers only, found '1.5h'; write it as \"1h30m\""))
  }

  static let commands = [
    Mistake(says: "no command", help: "'schedctl help' lists the commands"),
    Mistake("-q", says: "no command", help: "'schedctl help' lists the commands"),
    Mistake("--", says: "no command", help: "'schedctl help' lists the commands"),
    Mistake("nxt", says: "unknown command 'nxt'", help: "did you mean 'next'?"),
    Mistake("Next", says: "unknown command 'Next'", help: "did you mean 'next'?"),
    Mistake("chekc", "config.toml", says: "unknown command 'chekc'", help: "did you mean 'check'?"),
    Mistake("launch", says: "unknown command 'launch'", help: "'schedctl help' lists the commands"),
    Mistake("", says: "unknown command ''", help: "'schedctl help' lists the commands"),
    Mistake("help", "profile", says: "unknown command 'profile'", help: "did you mean 'profiles'?"),
    Mistake("next", "now", says: "unexpected argument 'now'", help: "usage: schedctl next [OPTION]…"),
    Mistake("next", "--", "--json", says: "unexpected argument '--json'", help: "usage: schedctl next [OPTION]…"),
    Mistake("next", "-", says: "unexpected argument '-'", help: "usage: schedctl next [OPTION]…"),
    Mistake("next", "-3", says: "unexpected argument '-3'", help: "usage: schedctl next [OPTION]…"),
    Mistake("toml", says: "'toml' needs FILE", help: "usage: schedctl toml FILE"),
    Mistake("toml", "a", "b", says: "unexpected argument 'b'", help: "usage: schedctl toml FILE [OPTION]…"),
  ]

  static let options = [
    Mistake("next", "--conf", "a.toml", says: "'next' has no option '--conf'", help: "did you mean '--config'?"),
    Mistake(
      "--conf", "a.toml", "next", says: "'--conf' before the command is not an option of every command",
      help: "did you mean '--config'?"),
    Mistake("next", "--form", "now", says: "'next' has no option '--form'", help: "did you mean '--from'?"),
    Mistake("next", "--jsno", says: "'next' has no option '--jsno'", help: "did you mean '--json'?"),
    Mistake(
      "check", "--from=now", says: "'check' has no option '--from'", help: "'schedctl check --help' lists its options"),
    Mistake("next", "-x", says: "'next' has no option '-x'", help: "'schedctl next --help' lists its options"),
    Mistake("next", "-qx", says: "'next' has no option '-x'", help: "'schedctl next --help' lists its options"),
    Mistake("next", "--quiet=1", says: "'--quiet' takes no value"),
    Mistake("next", "--from", says: "'--from' needs a value: --from T"),
    Mistake("next", "-n", says: "'-n' needs a value: -n N"),
    Mistake(
      "-n", "3", "next", says: "'-n' before the command is not an option of every command",
      help: "options of one command stand behind it"),
    Mistake(
      "--cofnig", "a", "next", says: "'--cofnig' before the command is not an option of every command",
      help: "did you mean '--config'?"),
    Mistake("next", "--color", "red", says: "'--color' is auto, always or never, found 'red'"),
    Mistake("next", "--color=", says: "'--color' is auto, always or never, found ''"),
  ]

  static let values = [
    Mistake("next", "--from", "now", "--from=now", says: "'--from' is given 2 times"),
    Mistake("next", "-n1", "--count", "1", "-n", "2", says: "'--count' is given 3 times"),
    Mistake("next", "-n", "-1", says: "'-n' is a number of lines from 0 up, found '-1'"),
    Mistake("next", "-nq", says: "'-n' is a number of lines from 0 up, found 'q'"),
    Mistake("next", "-n=3", says: "'-n' is a number of lines from 0 up, found '=3'"),
    Mistake("next", "--count", "", says: "'-n' is a number of lines from 0 up, found ''"),
    Mistake(
      "next", "-n", "99999999999999999999",
      says: "'-n' is a number of lines up to 9223372036854775807, found '99999999999999999999'"),
    Mistake("next", "-n", "٣", says: "'-n' is a number of lines from 0 up, found '٣'"),
    Mistake(
      "next", "--config", "examples/student.toml", "--profile", "stdy", says: "there is no profile 'stdy'",
      help: "did you mean 'study'?"),
    Mistake(
      "events", "--config", "examples/student.toml", "--profile", "work", says: "there is no profile 'work'",
      help: "'schedctl profiles' lists them"),
    Mistake(
      "check", "--explain", "unknown-keys", says: "there is no diagnostic code 'unknown-keys'",
      help: "did you mean 'unknown-key'?"),
    Mistake(
      "check", "--explain", "what", says: "there is no diagnostic code 'what'",
      help: "codes stand in brackets behind 'error', 'warning' and 'note'"),
    Mistake("completions", "zhs", says: "there is no completion script for 'zhs'", help: "did you mean 'zsh'?"),
    Mistake(
      "completions", "powershell", says: "there is no completion script for 'powershell'",
      help: "SHELL is bash, zsh or fish"),
    Mistake(
      "man", "schedctl.tom", says: "there is no manual page 'schedctl.tom'", help: "did you mean 'schedctl.toml'?"),
    Mistake(
      "man", "ls", says: "there is no manual page 'ls'",
      help: "there are 'schedctl', 'schedctl.toml', 'schedctl.time'"),
    Mistake(
      "profiles", "--names", "--json", says: "'--names' and '--json' exclude each other",
      help: "'--json' has the keys as \"profile\""),
    Mistake(
      "status", "--format", "jsn", says: "'--format' is text, json, waybar or a template, found 'jsn'",
      help: "did you mean 'json'?"),
    Mistake(
      "status", "--format", "{tiem}", says: "unknown field '{tiem}'", help: "did you mean '{time}'?"),
    Mistake("status", "--idle", "x", says: "'--idle' goes with a template, found '--format text'"),
    Mistake("next", "--config", "-", "--config=-", says: "standard input is named twice", help: "it can be read once"),
  ].map { $0.quiet }
}

extension UsageTests.Mistake {
  /// The same, without the remark that there is no configuration.
  fileprivate var quiet: Self { Self(words: words + ["-q"], message: message, help: help) }

  private init(words: [String], message: String, help: String?) {
    self.words = words
    self.message = message
    self.help = help
  }
}
