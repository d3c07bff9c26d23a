// Written by ExampleTests from examples/simplylock-1-timed-profile.toml.

extension Example {
  static let simplylock1TimedProfile = Example(
    name: "simplylock-1-timed-profile",
    text: #"""
      # Use case 1: a profile of one's own, started for a duration: schedctl start focus-time --for 45m
      [profile.focus-time]
      name = "Focus time"
      description = "Chosen applications and sites, for as long as I say."
      icon = "🎯"
      color = "#30a46c"

      [profile.focus-time.strategy]
      type = "timer"
      length = "45m"

      [profile.focus-time.block]
      sets = ["social"]
      apps = ["discord", "steam"]
      domains = ["youtube.com", "reddit.com"]

      """#)
}
