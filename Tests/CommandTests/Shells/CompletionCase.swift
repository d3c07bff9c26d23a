import Testing

@testable import schedctl

/// A line as it is typed up to the cursor, and the words that any shell offers for the last one, in their order.
struct CompletionCase: CustomTestStringConvertible {
  let line: String
  let offered: [String]
  var testDescription: String { line + "⇥" }

  init(_ line: String, _ offered: [String]) {
    self.line = line
    self.offered = offered.sorted()
  }

  /// The folder in which the shell runs has `study.toml` and `my week/exam.toml`, with profiles named alike, and no other
  /// configuration.
  static let all = commands + options + values + profiles

  private static let commandNames = CommandTable.commands.map(\.name)
  private static func forms(_ options: [Option]) -> [String] { (options + Option.common).flatMap(\.forms) }

  private static let commands = [
    CompletionCase("schedctl ", commandNames),
    CompletionCase("schedctl ne", ["next"]),
    CompletionCase("schedctl zzz", []),
    CompletionCase("schedctl help ", commandNames),
    CompletionCase("schedctl help ver", ["version"]),
    CompletionCase("schedctl --color never -q prof", ["profiles"]),
    CompletionCase("schedctl --config study.toml ev", ["events"]),
    CompletionCase("schedctl --user ev", ["events"]),
  ]

  private static let options = [
    CompletionCase("schedctl next --f", ["--from"]),
    CompletionCase("schedctl next --c", ["--color", "--config", "--count"]),
    CompletionCase("schedctl profiles --", ["--names"] + Option.common.map { "--\($0.name)" }),
    CompletionCase("schedctl profiles --config=study.toml -q --nam", ["--names"]),
    CompletionCase("schedctl version --names", []),
    CompletionCase("schedctl --user profiles --nam", ["--names"]),
    CompletionCase("schedctl next --user --fr", ["--from"]),
    CompletionCase("schedctl help -- --color ", []),
    CompletionCase("schedctl check -- --color stu", ["study.toml"]),
  ]

  private static let values = [
    CompletionCase("schedctl next --color ", ["auto", "always", "never"]),
    CompletionCase("schedctl next --color=a", ["auto", "always"]),
    CompletionCase("schedctl --color n", ["never"]),
    CompletionCase("schedctl next --from to", ["today", "tomorrow"]),
    CompletionCase("schedctl events --until +", ["+1d", "+1h", "+1w"]),
    CompletionCase("schedctl next -n ", []),
    CompletionCase("schedctl why --as=roo", ["root"]),
    CompletionCase("schedctl why --at tomo", ["tomorrow"]),
    CompletionCase("schedctl why ", []),
    CompletionCase("schedctl diff study.toml stu", ["study.toml"]),
    CompletionCase("schedctl check --explain window-p", ["window-past"]),
    CompletionCase("schedctl completions ", ["bash", "zsh", "fish"]),
    CompletionCase("schedctl man schedctl.t", ["schedctl.time", "schedctl.toml"]),
    CompletionCase("schedctl check stu", ["study.toml"]),
    CompletionCase("schedctl check study.toml stu", ["study.toml"]),
    CompletionCase("schedctl toml stu", ["study.toml"]),
    CompletionCase("schedctl --config stu", ["study.toml"]),
    CompletionCase("schedctl next --config=stu", ["study.toml"]),
  ]

  private static let profiles = [
    CompletionCase("schedctl next --profile ", ["deep-work", "evening", "focus", "social"]),
    CompletionCase("schedctl next --profile deep-work --profile=ev", ["evening"]),
    CompletionCase("schedctl next --config study.toml --profile ", ["focus", "lectures", "social", "study"]),
    CompletionCase("schedctl --config=study.toml events --profile=", ["focus", "lectures", "social", "study"]),
    CompletionCase(
      "schedctl --config study.toml next --config my\\ week/exam.toml --profile ",
      ["exam", "focus", "lectures", "social", "study"]),
    CompletionCase("schedctl --config ~/study.toml next --profile s", ["social", "study"]),
    CompletionCase("schedctl --config missing.toml next --profile ", []),
    CompletionCase("schedctl --config - next --profile ", ["focus", "social"]),
    CompletionCase(
      "schedctl diff study.toml my\\ week/exam.toml --profile ", ["exam", "focus", "lectures", "social", "study"]),
    CompletionCase("schedctl diff study.toml ~/study.toml --profile=l", ["lectures"]),
    CompletionCase(
      "schedctl diff -q study.toml --from now missing.toml --profile ", ["focus", "lectures", "social", "study"]),
    CompletionCase("schedctl diff missing.toml missing.toml --profile ", []),
    CompletionCase("schedctl diff study.toml --profile study --profile s", ["social", "study"]),
    CompletionCase("schedctl diff --profile ", ["deep-work", "evening", "focus", "social"]),
  ]

  /// What only shells that show words about words say.
  static let summaries: [(line: String, summary: String)] = [
    ("schedctl ne", "Show the coming intervals of all profiles"),
    ("schedctl next --fro", "start of the period; default now"),
    ("schedctl check --explain invalid-sha", "a 'sha256' that is not a digest"),
  ]
}
