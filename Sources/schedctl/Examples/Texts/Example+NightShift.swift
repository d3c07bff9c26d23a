// Written by ExampleTests from examples/night-shift.toml.

extension Example {
  static let nightShift = Example(
    name: "night-shift",
    text: #"""
      # Windows over midnight belong to the date on which they start: Friday's shift ends on Saturday morning.
      timezone = "America/New_York"

      [profile.shift]
      name = "Night shift"
      window = ["mon-thu 22:00-06:00", "fri 22:00-02:00"]

      [profile.shift.block]
      sets = ["social", "news"]

      [profile.sleep]
      name = "Daytime sleep"
      window = [
        { name = "after a shift", days = "tue-fri", start = "07:30", end = "14:30", warn = ["15m"] },
      ]

      [profile.sleep.block]
      apps = "all"
      domains = "all"

      """#)
}
