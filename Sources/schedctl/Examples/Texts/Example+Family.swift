// Written by ExampleTests from examples/family.toml.

extension Example {
  static let family = Example(
    name: "family",
    text: #"""
      # A family's machine, kept in /etc/schedctl/config.toml: who is shielded goes by groups and log-in names.
      # The groups here exist on every machine; put your children in them, or name them: users = ["kim", "sam"].
      timezone = "Europe/London"

      [emergency]
      uses = 1
      refill = "1w"

      [calendar.school-holidays]
      ranges = [{ from = 2026-12-19, to = 2027-01-03 }, { from = 2027-04-03, to = 2027-04-18 }]

      [profile.homework]
      name = "Homework"
      description = "Nothing that moves until the homework is done."
      icon = "📚"
      groups = ["users"]
      may = ["break", "emergency"]
      window = [
        { days = "mon-thu", start = "16:00", end = "18:00", skip = ["school-holidays"], warn = ["10m"] },
      ]

      [profile.homework.block]
      sets = ["games", "social", "entertainment"]

      [profile.homework.break]
      length = "10m"
      budget = "20m"

      [profile.bedtime]
      name = "Bedtime"
      description = "The machine sleeps when you do."
      icon = "🌙"
      groups = ["users"]
      lock = "strict"
      cooldown = "1d"
      may = ["emergency"]
      window = [
        { days = "sun-thu", start = "20:30", end = "07:00", warn = ["30m", "5m"] },
        { days = "fri-sat", start = "22:00", end = "08:00", warn = ["30m", "5m"] },
      ]
      strategy = { type = "timer", length = "8h" }

      [profile.bedtime.block]
      apps = "all"
      domains = "all"

      [profile.weekend-games]
      name = "Games, an hour a day"
      groups = ["games"]
      window = ["sat-sun 10:00-20:00"]

      [profile.weekend-games.block]
      app-installation = false

      [profile.weekend-games.limit]
      categories = ["Game"]
      use = "1h"
      per = "day"

      """#)
}
