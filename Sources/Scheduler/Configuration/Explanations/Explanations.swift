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
  static let accounts = all([
    .unknownUser: """
    an unknown user
    'users' lists login names of this machine. No account has this name, so it matches nobody until there is one. The \
    other names of the profile still count, and a profile whose names are all unknown applies to no one. Correct the \
    name, or add the account.
    ---
    [profile.homework]
    users = ["alcie"]

    [profile.homework.block]
    sets = ["games"]
    ---
    [profile.homework]
    users = ["root"]

    [profile.homework.block]
    sets = ["games"]
    """,
    .unknownGroup: """
    an unknown group
    'groups' of a profile, and 'group' of the daemon, name groups of this machine. An unknown group has no members \
    until there is one of that name. Correct the name, or add the group. In a user's own configuration, 'group' of the \
    daemon must be a group that the user is in, because only root may give files to other groups.
    ---
    [daemon]
    group = "no-group-of-that-name"
    ---
    [daemon]
    group = "root"
    """,
  ])
}
