// Written by ExampleTests from examples/pomodoro-developer.toml.

extension Example {
  static let pomodoroDeveloper = Example(
    name: "pomodoro-developer",
    text: #"""
      # A developer: rounds of 50 minutes on demand, and quiet mornings; the build may notify, feeds may not.
      timezone = "system"

      [set.feeds]
      domains = ["reddit.com", "news.ycombinator.com", "lobste.rs"]

      [profile.rounds]
      name = "Pomodoro"
      icon = "🍅"
      color = "#e5484d"

      [profile.rounds.strategy]
      type = "pomodoro"
      focus = "50m"
      short-break = "10m"
      long-break = "30m"
      rounds = 3
      auto-start = "breaks"

      [profile.rounds.block]
      sets = ["feeds", "social", "entertainment"]

      [profile.rounds.allow]
      domains = ["music.youtube.com"]

      [profile.rounds.shield]
      title = "Stay in the problem"
      subtitle = "The break comes by itself."

      [profile.quiet-morning]
      name = "Quiet morning"
      color = "#3e63dd"
      window = [
        { days = "mon-fri", start = "09:00", end = "11:30", warn = ["5m"] },
      ]

      [profile.quiet-morning.block]
      sets = ["feeds", "social", "news"]
      categories = ["Chat", "Email"]

      [profile.quiet-morning.access]
      length = "5m"
      count = 2

      """#)
}
