/// The configuration that previews use when there is none.
enum Sample {
  /// What it is called where a file would be named.
  static let title = "built-in sample"

  /// Said on standard error whenever it is used.
  ///
  /// - Parameter path: where a configuration would have been found.
  static func notice(path: String) -> String {
    """
    schedctl: no configuration found; this is the built-in sample
    help: write your own to \(path), or name one with '--config FILE'
    """
  }

  /// Also the contents of `examples/sample.toml`.
  static let text = """
    # Two profiles to look at: mornings of quiet work, and evenings without feeds.

    [profile.deep-work]
    name = "Deep work"
    description = "Mornings are for writing."
    icon = "🍅"
    window = ["mon-fri 09:00-12:30"]

    [profile.deep-work.block]
    sets = ["social", "news"]

    [profile.evening]
    name = "Evening"
    description = "Nothing that keeps me up."
    window = ["sun-thu 22:00-06:30", "fri-sat 23:30-08:00"]

    [profile.evening.block]
    sets = ["entertainment", "games"]
    domains = ["reddit.com"]

    """
}
