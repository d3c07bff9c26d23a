import SchedulerDiagnostics

extension DiagnosticExplanation {
  /// Explanations about windows and combinations of their keys.
  static let windows = all([
    .invalidWindow: """
    a window in the short form that cannot be read
    The short form is days, a space, and two times joined by a plain hyphen: "mon-fri 09:00-12:30". Without days the \
    window starts every day. A window over several days names the day of both ends: "mon 09:00 - fri 17:00". For \
    anything else, use the long form, a table.
    ---
    [profile.work]
    window = ["mon-fri 09:00–17:00"]
    ---
    [profile.work]
    window = ["mon-fri 09:00-17:00"]
    """,
    .conflictingKeys: """
    two keys that exclude each other
    Both keys say on which dates a window starts. 'on' lists the dates, so 'days', 'every', 'from' and 'until' cannot \
    be used with it. Ends with weekdays, as in "mon 09:00", name their days, so 'days' cannot be used with them, and \
    both ends need one.
    ---
    [calendar.exams]
    dates = [2026-12-07, 2026-12-09]

    [[profile.exams.window]]
    days = "mon-fri"
    on = ["exams"]
    start = "07:00"
    end = "18:00"
    ---
    [calendar.exams]
    dates = [2026-12-07, 2026-12-09]

    [[profile.exams.window]]
    on = ["exams"]
    start = "07:00"
    end = "18:00"
    """,
    .invalidEvery: """
    an interval of weeks that is not valid
    'every = 2' means every second week, counted from the week that contains 'from'. Weeks begin on Monday. Without \
    'from' it would be unclear which of the two weeks is meant. The number goes from 1 to \(Window.everyWeeksLimit), \
    which is 28 years.
    ---
    [[profile.saturday.window]]
    days = "sat"
    every = 2
    start = "10:00"
    end = "16:00"
    ---
    [[profile.saturday.window]]
    days = "sat"
    every = 2
    from = 2026-09-05
    start = "10:00"
    end = "16:00"
    """,
    .unknownCalendar: """
    an unknown calendar
    'skip' and 'on' take dates and the names of calendars, which the configuration defines as [calendar.name]. Correct \
    the name, or define the calendar. Dates are written without quotes; text in quotes is a name.
    ---
    [profile.work]
    window = [{ start = "09:00", end = "17:00", skip = ["holidays"] }]
    ---
    [calendar.holidays]
    dates = [2026-12-25, 2026-12-26]

    [profile.work]
    window = [{ start = "09:00", end = "17:00", skip = ["holidays"] }]
    """,
  ])

  /// Explanations about zones.
  static let zones = all([
    .unknownZone: """
    an unknown time zone
    Zones have the names of the IANA database, a region and a city: "Europe/Berlin". "UTC" and "system", the machine's \
    own zone, are also allowed. Abbreviations such as "CEST" and fixed offsets are not, because they do not say when \
    the clocks change. If the name is right, the machine's package 'tzdata' is older than the zone.
    ---
    timezone = "Europe/Berlni"
    ---
    timezone = "Europe/Berlin"
    """,
    .unusableZone: """
    a time zone whose rules cannot be read
    The rules of zones come from the files of the package 'tzdata', and the machine's own zone from $TZ or \
    /etc/localtime. The file is missing, damaged or unreadable, or $TZ is not a valid rule. schedctl does not guess, \
    because windows would then start at wrong times. Install the package again, correct $TZ, or write timezone = \
    "UTC", which needs no file.
    """,
  ])
}
