// Written by ExampleTests from examples/student.toml.

extension Example {
  static let student = Example(
    name: "student",
    text: #"""
      # A student: lectures in the morning, evenings for study, free on holidays.
      timezone = "Europe/Berlin"

      [calendar.holidays]
      dates = [2026-12-25, 2026-12-26, 2027-01-01]
      ranges = [{ from = 2027-02-15, to = 2027-03-31 }]

      [profile.lectures]
      name = "Lectures"
      icon = "🎓"
      window = [
        { name = "morning", days = "mon-thu", start = "08:15", end = "11:45", skip = ["holidays"], warn = ["5m"] },
        { name = "seminar", days = "fri", start = "10:15", end = "13:45", skip = ["holidays"], warn = ["5m"] },
      ]

      [profile.lectures.block]
      sets = ["social", "games", "entertainment"]

      [profile.study]
      name = "Evening study"
      window = ["mon-thu 18:00-21:00", "sun 16:00-20:00"]

      [profile.study.block]
      sets = ["social", "entertainment"]
      domains = ["reddit.com"]

      [profile.study.allow]
      domains = ["music.youtube.com"]

      """#)
}
