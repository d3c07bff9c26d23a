import SchedulerDiagnostics

extension DiagnosticExplanation {
  /// Explanations of findings about targets that are valid but probably not intended.
  static let targetFindings = all([
    .blocksNothing: """
    a profile without anything to block
    The windows of the profile start and end, but nothing is shielded during them. Add what the profile blocks, or \
    keep it as it is if you only use its events.
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
    an exception that changes nothing
    'allow' leaves something out of what the same profile blocks; it never lifts the shield of another profile. The \
    profile does not block what this entry names. Block something that contains it, or remove the entry.
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
    'localhost', its subdomains and the names and addresses of the loopback interface (127.0.0.1) refer to the machine \
    itself. Programs use them to talk to each other, so schedctl never blocks them: they are left out of 'block', and \
    'all' does not include them. Remove the entry.
    ---
    [profile.work.block]
    domains = ["reddit.com", "localhost"]
    ---
    [profile.work.block]
    domains = ["reddit.com"]
    """,
    .limitNeverActs: """
    a limit that can never act
    The limit is never used up. Either it counts by window and the profile has no windows, or none that lasts longer \
    than the use, or 'except' leaves out everything that it lists, or it lists only names of the machine for itself, \
    which are never blocked. Change what it counts, or remove it.
    ---
    [profile.games.limit]
    apps = ["steam"]
    except = { apps = ["steam"] }
    use = "30m"
    ---
    [profile.games.limit]
    apps = ["steam"]
    use = "30m"
    """,
    .unmeasured: """
    a limit that may not be measured
    A limit counts what the sources of use report. Few of them name the domain of the tab in front: the browser \
    extension does, which 'schedctl browser-extension install' adds, and so does ActivityWatch with its web watcher. \
    Without one, a limit on domains alone counts nothing, and 'schedctl status' calls it \
    unmeasured. For the configuration in use, the check also looks at the daemon's state and reports limits that \
    nothing measures at present. 'schedctl doctor', run in the desktop session, shows which sources work. Nothing has \
    to change if one of them names domains.
    ---
    [profile.video.limit]
    domains = ["youtube.com"]
    use = "30m"
    ---
    [profile.video.limit]
    apps = ["mpv"]
    domains = ["youtube.com"]
    use = "30m"
    """,
    .publishedOnly: """
    a denial that other programs enforce
    'app-installation' and 'app-removal' are published for package tools and software centres that read them. schedctl \
    itself does not stop an installation or a removal. Nothing has to change if you use such a program.
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
    Your own set or profile replaces the built-in one of the same name, wherever the name is used, and keeps nothing \
    of it. Nothing has to change if you intend that. Choose another name to have both.
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
    'days', 'on', 'from', 'until' and 'skip' together leave no date on which the window could start, so it never does. \
    Here 2026-12-05 and 2026-12-06 are a weekend.
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
    The last date on which the window could start has passed, so it never starts again. Remove it, or give it later \
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
    a start or end that the clocks skip
    When the clocks go forward, an hour of the night does not exist. A start or an end in that hour is read with the \
    offset in force before the change, so it moves to the time after it: 02:30 becomes 03:30. If nothing is left \
    between start and end, the window does not start on that date. Keep the window if once a year is acceptable, or \
    move it out of that hour.
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
    'warn' applies before the start and before the end. A warning before the end is left out if it would come before \
    the window has begun; the warning before the start still comes. Shorten the warning, or keep it as a warning \
    before the start only.
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
    Overlapping windows of one profile are one interval, which starts with the first and ends with the last. Nothing \
    has to change if you intend that. For two intervals, let one window end where the next starts. For two things that \
    start and end separately, make two profiles.
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
