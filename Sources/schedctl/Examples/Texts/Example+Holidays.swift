// Written by ExampleTests from examples/holidays.toml.

extension Example {
  static let holidays = Example(
    name: "holidays",
    text: #"""
      # A year with holidays: work pauses on them, a family evening happens on them, and one week has plans of its own.
      timezone = "Europe/Vienna"

      [calendar.public-holidays]
      dates = [2026-12-08, 2026-12-25, 2026-12-26, 2027-01-01, 2027-01-06, 2027-03-29, 2027-05-01, 2027-05-06, 2027-05-17]

      [calendar.vacation]
      ranges = [{ from = 2026-12-24, to = 2027-01-06 }, { from = 2027-07-12, to = 2027-07-30 }]

      [profile.work]
      name = "Work"
      window = [
        { name = "morning", days = "weekdays", start = "08:30", end = "12:00", skip = ["public-holidays", "vacation"] },
        { name = "afternoon", days = "mon-thu", start = "13:00", end = "17:00", skip = ["public-holidays", "vacation", 2026-12-23] },
      ]

      [profile.work.block]
      sets = ["social", "entertainment"]

      [profile.family-evening]
      name = "Family evening"
      window = [
        { on = ["public-holidays", 2026-12-24, 2026-12-31], start = "18:00", end = "22:00" },
      ]

      [profile.family-evening.block]
      sets = ["news", "social"]
      categories = ["Email", "Office"]

      """#)
}
