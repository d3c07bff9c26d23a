// Written by ExampleTests from examples/roster.toml.

extension Example {
  static let roster = Example(
    name: "roster",
    text: #"""
      # Every second Saturday, a whole working week on call, and single dates.
      timezone = "Europe/London"

      [calendar.exams]
      dates = [2026-12-07, 2026-12-09, 2026-12-14]

      [profile.saturday]
      name = "Saturday shift"

      [[profile.saturday.window]]
      days = ["sat"]
      every = 2
      from = 2026-09-05
      until = 2027-06-30
      start = "10:00"
      end = "16:00"

      [profile.saturday.block]
      domains = ["youtube.com", "reddit.com"]

      [profile.on-call]
      name = "On call"
      window = ["mon 09:00 - fri 17:00"]

      [profile.on-call.block]
      sets = ["games"]

      [profile.exams]
      name = "Exam days"

      [[profile.exams.window]]
      on = ["exams", 2027-01-11]
      start = "07:00"
      end = "18:00"
      warn = ["1h", "10m"]

      [profile.exams.block]
      sets = ["social", "games", "entertainment", "news"]

      """#)
}
