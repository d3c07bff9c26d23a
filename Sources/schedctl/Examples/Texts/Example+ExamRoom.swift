// Written by ExampleTests from examples/exam-room.toml.

extension Example {
  static let examRoom = Example(
    name: "exam-room",
    text: #"""
      # An exam room: on the dates of exams only the exam's own site and the editor, and nobody gets out early.
      timezone = "Europe/Paris"

      [emergency]
      uses = 0

      [calendar.exams]
      dates = [2026-12-07, 2026-12-09, 2026-12-14]

      [profile.exam]
      name = "Exam"
      description = "Only what the exam needs."
      lock = "strict"
      cooldown = "1d"
      window = [
        { on = ["exams"], start = "08:45", end = "12:15", warn = ["15m"] },
      ]
      strategy = { type = "timer", length = "3h30m", early-stop = false }

      [profile.exam.block]
      apps = "all"
      domains = "all"
      app-installation = false

      [profile.exam.allow]
      apps = ["org.gnome.TextEditor", "org.mozilla.firefox"]
      domains = ["exam.example.edu", "sso.example.edu"]

      [profile.exam.shield]
      title = "Exam in progress"
      subtitle = "Raise your hand if you need something."
      button = "Back to the exam"

      # The invigilator's tag ends it: its SHA-256, as 'sha256sum' prints it.
      [[profile.exam.unlock]]
      name = "invigilator's tag"
      sha256 = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"

      """#)
}
