import SchedulerDiagnostics

extension Configuration {
  /// The explanation of each code that reading and checking a configuration can report in addition to those of TOML.
  ///
  /// If an example consists of several files, each begins with a comment that names it: `# evening.toml`.
  ///
  /// ```swift
  /// let explanation = Configuration.explanations.first { $0.code.name == "unknown-key" }
  /// ```
  public static let explanations =
    DiagnosticExplanation.keys + DiagnosticExplanation.identities + DiagnosticExplanation.times
    + DiagnosticExplanation.windows + DiagnosticExplanation.zones + DiagnosticExplanation.targets
    + DiagnosticExplanation.lists + DiagnosticExplanation.accounts + DiagnosticExplanation.sessions
    + DiagnosticExplanation.locks
    + DiagnosticExplanation.targetFindings + DiagnosticExplanation.windowFindings
}

extension DiagnosticExplanation {
  /// Explanations about the names of users and groups.
  static let accounts: [DiagnosticExplanation] = [
    DiagnosticExplanation(
      code: .unknownUser, title: "a user whom this machine does not have",
      meaning: """
        'users' names log-in names of this machine. A profile for somebody who is not here would shield nobody, without a \
        word. Correct the name, or add the account first.
        """,
      wrong: """
        [profile.homework]
        users = ["nobody-of-that-name"]

        [profile.homework.block]
        sets = ["games"]
        """,
      right: """
        [profile.homework]
        users = ["root"]

        [profile.homework.block]
        sets = ["games"]
        """),
    DiagnosticExplanation(
      code: .unknownGroup, title: "a group that this machine does not have",
      meaning: """
        'groups' of a profile, and 'group' of the daemon, name groups of this machine. Correct the name, or add the group \
        first.
        """,
      wrong: """
        [daemon]
        group = "no-group-of-that-name"
        """,
      right: """
        [daemon]
        group = "root"
        """),
  ]
}
