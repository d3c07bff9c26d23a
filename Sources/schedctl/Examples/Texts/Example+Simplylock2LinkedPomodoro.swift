// Written by ExampleTests from examples/simplylock-2-linked-pomodoro.toml.

extension Example {
  static let simplylock2LinkedPomodoro = Example(
    name: "simplylock-2-linked-pomodoro",
    text: #"""
      # Use case 2: a pomodoro with a linked profile: blocked in focus, free in breaks.
      [profile.study]
      name = "Study rounds"
      icon = "🍅"

      [profile.study.strategy]
      type = "pomodoro"
      focus = "25m"
      short-break = "5m"
      long-break = "15m"
      rounds = 4
      auto-start = "both"

      [profile.study.block]
      sets = ["social", "games", "entertainment"]

      [profile.study.reminder]
      after-end = "15m"
      message = "Another round?"

      """#)
}
