// Written by ExampleTests from examples/simplylock-3-usage.toml.

extension Example {
  static let simplylock3Usage = Example(
    name: "simplylock-3-usage",
    text: #"""
      # Use case 3: knowing one's use: limits by day, half a year of history, and every session in the system's log.
      [daemon]
      history = "26w"
      private = true

      [[hook]]
      on = ["sessionDidStart", "sessionDidEnd", "eventDidReachThreshold"]
      run = ["/usr/bin/logger", "-t", "schedctl", "{event} {profile}"]

      [profile.evenings]
      name = "Evenings"
      window = ["daily 19:00-23:00"]

      [profile.evenings.block]
      sets = ["news"]

      [profile.evenings.limit]
      apps = ["steam", "discord"]
      domains = ["youtube.com", "twitch.tv"]
      use = "45m"
      per = "day"

      """#)
}
