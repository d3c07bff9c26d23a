import SchedulerDiagnostics

extension DiagnosticExplanation {
  /// Explanations about durations, times of day, weekdays and dates.
  static let times = all([
    .invalidDuration: """
    a duration that cannot be read
    A duration is whole numbers with the units w, d, h, m and s, the largest first and each once: "90s", "25m", \
    "1h30m", "2d". A number alone is not taken, because nobody could tell seconds from minutes. A day is 24 hours. \
    The longest duration is \(ConfigurationLimits.durationWeeks) weeks, and a warning comes at least a second ahead.
    ---
    [profile.work]
    window = [{ start = "09:00", end = "17:00", warn = ["10"] }]
    ---
    [profile.work]
    window = [{ start = "09:00", end = "17:00", warn = ["10m"] }]
    """,
    .invalidTime: """
    a time of day that cannot be read
    Times are on the 24-hour clock with two digits for the hour and two for the minute, "09:00", and seconds where \
    they matter. "24:00" is the midnight at the end of a day and only an end; a window that starts there starts at \
    "00:00" of the next day. Fractions of seconds are not taken.
    ---
    [profile.work]
    window = [{ start = "9:00", end = "17:00" }]
    ---
    [profile.work]
    window = [{ start = "09:00", end = "17:00" }]
    """,
    .unknownWeekday: """
    a day of the week that cannot be read
    Days are 'mon' to 'sun' or their whole English names, in any case; a range such as 'fri-mon' may go over the end \
    of the week. 'daily', 'weekdays' and 'weekends' stand for groups. A list of days has at least one: without \
    'days' a window starts every day.
    ---
    [profile.work]
    window = ["mon-fry 09:00-17:00"]
    ---
    [profile.work]
    window = ["mon-fri 09:00-17:00"]
    """,
    .dateOutOfRange: """
    a date before the year 1
    Dates go from 0001-01-01 to 9999-12-31, the range of the calendar that windows are computed in. TOML itself also \
    has the year 0; what was meant was probably another date.
    ---
    [calendar.holidays]
    dates = [0000-12-25]
    ---
    [calendar.holidays]
    dates = [2026-12-25]
    """,
    .reversedRange: """
    a last date before the first
    'until' is the last date on which a window may start and 'from' the first; 'to' and 'from' are the ends of a range \
    of a calendar, both included. Exchange the two dates, or correct the year.
    ---
    [calendar.holidays]
    ranges = [{ from = 2026-12-24, to = 2026-01-02 }]
    ---
    [calendar.holidays]
    ranges = [{ from = 2026-12-24, to = 2027-01-02 }]
    """,
  ])
}
