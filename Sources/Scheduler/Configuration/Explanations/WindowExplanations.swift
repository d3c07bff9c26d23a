import SchedulerDiagnostics

extension DiagnosticExplanation {
  /// Explanations about windows and combinations of their keys.
  static let windows = all([
    .invalidWindow: """
    a window in the short form that cannot be read
    The short form is days, a space, and two times joined by a plain hyphen: "mon-fri 09:00-12:30". Days may be left \
    out for every day. Over several days both ends name theirs: "mon 09:00 - fri 17:00". Everything else has its own \
    key in the long form, a table.
    ---
    [profile.work]
    window = ["mon-fri 09:00–17:00"]
    ---
    [profile.work]
    window = ["mon-fri 09:00-17:00"]
    """,
    .conflictingKeys: """
    two keys that exclude each other
    Each key says on which dates a window starts, and the two together would say it twice. 'on' lists the dates \
    itself, so 'days', 'every', 'from' and 'until' do not go with it. Ends with weekdays, as in "mon 09:00", already \
    name their days, so 'days' does not go with them, and both ends name one.
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
    a number of weeks that cannot be counted
    'every = 2' is every second week, counted from the week of 'from', Monday first: without 'from' nobody could tell \
    which of the two weeks is meant. The number goes from 1 to \(Window.everyWeeksLimit), which is 28 years.
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
    a calendar that is not there
    'skip' and 'on' take dates and the names of calendars, which the configuration defines as [calendar.name]. \
    Correct the name, or define the calendar. Dates are written without quotes; with them they are taken for a name.
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
    a zone that the machine does not know
    Zones are named as in the IANA database, a region and a city: "Europe/Berlin". "UTC" and "system", the machine's \
    own zone, are taken too. Abbreviations such as "CEST" and fixed offsets are not: they do not say when the clocks \
    change. If the name is right, the machine's package 'tzdata' is older than the zone.
    ---
    timezone = "Europe/Berlni"
    ---
    timezone = "Europe/Berlin"
    """,
    .unusableZone: """
    a zone whose rules cannot be read
    The rules of zones come from the files of the package 'tzdata', and the machine's own zone from $TZ or \
    /etc/localtime. The file is missing, damaged or unreadable, or $TZ is no rule; nothing is guessed, because windows \
    would then hold at wrong times. Install the package anew, correct $TZ, or write timezone = "UTC", which needs no \
    file.
    """,
  ])
}
