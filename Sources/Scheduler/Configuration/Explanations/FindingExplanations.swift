import SchedulerDiagnostics

extension DiagnosticExplanation {
  /// Explanations of findings about targets that are valid but probably not intended.
  static let targetFindings = all([
    .blocksNothing: """
    a profile without anything to block
    The windows of the profile come and go, and nothing is shielded while they hold. Add what it is for; or keep it, \
    if only its events are of use to you.
    ---
    [profile.work]
    window = ["mon-fri 09:00-17:00"]
    ---
    [profile.work]
    window = ["mon-fri 09:00-17:00"]

    [profile.work.block]
    sets = ["social"]
    """,
    .allowsNothing: """
    an exception from nothing
    'allow' leaves something out of what the same profile blocks; it never lifts the shield of another profile. What \
    it names is not blocked here. Block what contains it, or remove the entry.
    ---
    [profile.work.block]
    domains = ["youtube.com"]

    [profile.work.allow]
    domains = ["music.youtube.com", "wikipedia.org"]
    ---
    [profile.work.block]
    domains = ["youtube.com"]

    [profile.work.allow]
    domains = ["music.youtube.com"]
    """,
    .neverBlocked: """
    a domain that is the machine itself
    'localhost', what is below it and the names and addresses of the loopback interface (127.0.0.1) lead to the machine \
    itself. Programs talk to each other under them, so nothing blocks them: they are left out of 'block', and 'all' \
    does not mean them. Remove the entry.
    ---
    [profile.work.block]
    domains = ["reddit.com", "localhost"]
    ---
    [profile.work.block]
    domains = ["reddit.com"]
    """,
    .publishedOnly: """
    a denial that is left to other programs
    'app-installation' and 'app-removal' are published for package tools and software centres that ask for them. \
    schedctl itself stops no installation and no removal. Nothing has to change if such a program is in use.
    ---
    [profile.work.block]
    sets = ["games"]
    app-installation = false
    ---
    [profile.work.block]
    sets = ["games"]
    """,
    .replacesBuiltIn: """
    a set or profile with the name of a built-in one
    Your own set or profile takes the place of the built-in one of that name, wherever it is used; nothing of the \
    built-in one is kept. Nothing has to change if that is meant. Choose another name to have both.
    ---
    [set.news]
    domains = ["example.org"]

    [profile.work.block]
    sets = ["news"]
    ---
    [set.my-news]
    domains = ["example.org"]

    [profile.work.block]
    sets = ["news", "my-news"]
    """,
  ])

  /// Explanations of findings about windows that are valid but probably not intended. They depend on the present.
  static let windowFindings = all([
    .windowNeverMatches: """
    a window without any date
    'days', 'on', 'from', 'until' and 'skip' together leave no date on which the window could start, so it never \
    holds. Here 2026-12-05 and 2026-12-06 are a weekend.
    ---
    [[profile.work.window]]
    days = "mon-fri"
    from = 2026-12-05
    until = 2026-12-06
    start = "09:00"
    end = "17:00"

    [profile.work.block]
    sets = ["social"]
    ---
    [[profile.work.window]]
    days = "weekends"
    from = 2026-12-05
    until = 2026-12-06
    start = "09:00"
    end = "17:00"

    [profile.work.block]
    sets = ["social"]
    """,
    .windowPast: """
    a window that is over
    The last date on which the window could start has gone by, so it never holds again. Remove it, or give it later \
    dates.
    ---
    [[profile.exams.window]]
    on = [2025-01-11]
    start = "07:00"
    end = "18:00"

    [profile.exams.block]
    sets = ["social"]
    ---
    [[profile.exams.window]]
    on = [2199-01-11]
    start = "07:00"
    end = "18:00"

    [profile.exams.block]
    sets = ["social"]
    """,
    .clockChange: """
    a start or end that the clocks jump over
    When the clocks go forward an hour of the night does not exist. A start or an end inside it is read with the \
    offset in force before, which moves it behind the jump: 02:30 becomes 03:30. Where nothing is left between start \
    and end the window does not start on that date. Keep the window if that is fine once a year, or move it out of \
    that hour.
    ---
    timezone = "Europe/Berlin"

    [profile.night]
    window = ["02:30-05:00"]
    block.sets = ["social"]
    ---
    timezone = "Europe/Berlin"

    [profile.night]
    window = ["03:00-05:00"]
    block.sets = ["social"]
    """,
    .warningNeverFires: """
    a warning that is longer than its window
    'warn' holds before the start and before the end. A warning of the end that would come before the window has \
    begun is left out; the one of the start comes. Shorten it, or take it as a warning of the start alone and keep it.
    ---
    [profile.work]
    window = [{ start = "09:00", end = "09:30", warn = ["1h"] }]
    block.sets = ["social"]
    ---
    [profile.work]
    window = [{ start = "09:00", end = "09:30", warn = ["10m"] }]
    block.sets = ["social"]
    """,
    .overlappingWindows: """
    windows of a profile that become one
    Windows of one profile that overlap are one interval: it starts with the first and ends with the last. Nothing \
    has to change if that is meant. For two intervals let one end where the next starts; for two things that are \
    switched on and off apart, make two profiles.
    ---
    [profile.work]
    window = ["09:00-12:30", "12:00-17:00"]
    block.sets = ["social"]
    ---
    [profile.work]
    window = ["09:00-12:00", "12:00-17:00"]
    block.sets = ["social"]
    """,
  ])
}
