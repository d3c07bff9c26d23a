// Written by ExampleTests from examples/sample.toml.

extension Example {
  static let sample = Example(
    name: "sample",
    text: #"""
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

      """#)
}
