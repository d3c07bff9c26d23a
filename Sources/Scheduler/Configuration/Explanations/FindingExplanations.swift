import SchedulerDiagnostics

extension DiagnosticExplanation {
  /// Explanations of findings about targets that are valid but probably not intended.
  static let targetFindings: [DiagnosticExplanation] = [
    DiagnosticExplanation(
      code: .blocksNothing, title: "a profile without anything to block",
      meaning: """
        The windows of the profile come and go, and nothing is shielded while they hold. Add what it is for; or keep it, \
        if only its events are of use to you.
        """,
      wrong: """
        [profile.work]
        window = ["mon-fri 09:00-17:00"]
        """,
      right: """
        [profile.work]
        window = ["mon-fri 09:00-17:00"]

        [profile.work.block]
        sets = ["social"]
        """),
    DiagnosticExplanation(
      code: .allowsNothing, title: "an exception from nothing",
      meaning: """
        'allow' leaves something out of what the same profile blocks; it never lifts the shield of another profile. What \
        it names is not blocked here. Block what contains it, or remove the entry.
        """,
      wrong: """
        [profile.work.block]
        domains = ["youtube.com"]

        [profile.work.allow]
        domains = ["music.youtube.com", "wikipedia.org"]
        """,
      right: """
        [profile.work.block]
        domains = ["youtube.com"]

        [profile.work.allow]
        domains = ["music.youtube.com"]
        """),
    DiagnosticExplanation(
      code: .neverBlocked, title: "a domain that is the machine itself",
      meaning: """
        'localhost', what is below it and the names and addresses of the loopback interface (127.0.0.1) lead to the machine \
        itself. Programs talk to each other under them, so nothing blocks them: they are left out of 'block', and 'all' \
        does not mean them. Remove the entry.
        """,
      wrong: """
        [profile.work.block]
        domains = ["reddit.com", "localhost"]
        """,
      right: """
        [profile.work.block]
        domains = ["reddit.com"]
        """),
    DiagnosticExplanation(
      code: .publishedOnly, title: "a denial that is left to other programs",
      meaning: """
        'app-installation' and 'app-removal' are published for package tools and software centres that ask for them. \
        schedctl itself stops no installation and no removal. Nothing has to change if such a program is in use.
        """,
      wrong: """
        [profile.work.block]
        sets = ["games"]
        app-installation = false
        """,
      right: """
        [profile.work.block]
        sets = ["games"]
        """),
    DiagnosticExplanation(
      code: .replacesBuiltIn, title: "a set or profile with the name of a built-in one",
      meaning: """
        Your own set or profile takes the place of the built-in one of that name, wherever it is used; nothing of the \
        built-in one is kept. Nothing has to change if that is meant. Choose another name to have both.
        """,
      wrong: """
        [set.news]
        domains = ["example.org"]

        [profile.work.block]
        sets = ["news"]
        """,
      right: """
        [set.my-news]
        domains = ["example.org"]

        [profile.work.block]
        sets = ["news", "my-news"]
        """),
  ]

  /// Explanations of findings about windows that are valid but probably not intended. They depend on the present.
  static let windowFindings: [DiagnosticExplanation] = [
    DiagnosticExplanation(
      code: .windowNeverMatches, title: "a window without any date",
      meaning: """
        'days', 'on', 'from', 'until' and 'skip' together leave no date on which the window could start, so it never \
        holds. Here 2026-12-05 and 2026-12-06 are a weekend.
        """,
      wrong: """
        [[profile.work.window]]
        days = "mon-fri"
        from = 2026-12-05
        until = 2026-12-06
        start = "09:00"
        end = "17:00"

        [profile.work.block]
        sets = ["social"]
        """,
      right: """
        [[profile.work.window]]
        days = "weekends"
        from = 2026-12-05
        until = 2026-12-06
        start = "09:00"
        end = "17:00"

        [profile.work.block]
        sets = ["social"]
        """),
    DiagnosticExplanation(
      code: .windowPast, title: "a window that is over",
      meaning: """
        The last date on which the window could start has gone by, so it never holds again. Remove it, or give it later \
        dates.
        """,
      wrong: """
        [[profile.exams.window]]
        on = [2025-01-11]
        start = "07:00"
        end = "18:00"

        [profile.exams.block]
        sets = ["social"]
        """,
      right: """
        [[profile.exams.window]]
        on = [2199-01-11]
        start = "07:00"
        end = "18:00"

        [profile.exams.block]
        sets = ["social"]
        """),
    DiagnosticExplanation(
      code: .clockChange, title: "a start or end that the clocks jump over",
      meaning: """
        When the clocks go forward an hour of the night does not exist. A start or an end inside it is read with the \
        offset in force before, which moves it behind the jump: 02:30 becomes 03:30. Where nothing is left between start \
        and end the window does not start on that date. Keep the window if that is fine once a year, or move it out of \
        that hour.
        """,
      wrong: """
        timezone = "Europe/Berlin"

        [profile.night]
        window = ["02:30-05:00"]
        block.sets = ["social"]
        """,
      right: """
        timezone = "Europe/Berlin"

        [profile.night]
        window = ["03:00-05:00"]
        block.sets = ["social"]
        """),
    DiagnosticExplanation(
      code: .warningNeverFires, title: "a warning that is longer than its window",
      meaning: """
        'warn' holds before the start and before the end. A warning of the end that would come before the window has \
        begun is left out; the one of the start comes. Shorten it, or take it as a warning of the start alone and keep it.
        """,
      wrong: """
        [profile.work]
        window = [{ start = "09:00", end = "09:30", warn = ["1h"] }]
        block.sets = ["social"]
        """,
      right: """
        [profile.work]
        window = [{ start = "09:00", end = "09:30", warn = ["10m"] }]
        block.sets = ["social"]
        """),
    DiagnosticExplanation(
      code: .overlappingWindows, title: "windows of a profile that become one",
      meaning: """
        Windows of one profile that overlap are one interval: it starts with the first and ends with the last. Nothing \
        has to change if that is meant. For two intervals let one end where the next starts; for two things that are \
        switched on and off apart, make two profiles.
        """,
      wrong: """
        [profile.work]
        window = ["09:00-12:30", "12:00-17:00"]
        block.sets = ["social"]
        """,
      right: """
        [profile.work]
        window = ["09:00-12:00", "12:00-17:00"]
        block.sets = ["social"]
        """),
  ]
}
