import SchedulerDiagnostics

extension DiagnosticExplanation {
  /// Explanations about durations, times of day, weekdays and dates.
  static let times = all([
    .invalidDuration: """
    a duration that cannot be read
    A duration is whole numbers with the units w, d, h, m and s, the largest first and each once: "90s", "25m", \
    "1h30m", "2d". A number without a unit is an error, because it could mean seconds or minutes. A day is 24 hours. \
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
    Times use the 24-hour clock with one or two digits for the hour and two for the minute, "09:00", and two for the \
    seconds where needed. "24:00" is midnight at the end of a day and is allowed only as an end; a window that starts then \
    starts at "00:00" of the next day. Fractions of a second are not allowed.
    ---
    [profile.work]
    window = [{ start = "9am", end = "17:00" }]
    ---
    [profile.work]
    window = [{ start = "09:00", end = "17:00" }]
    """,
    .unknownWeekday: """
    a day of the week that cannot be read
    Days are 'mon' to 'sun' or their full English names, in upper or lower case. A range such as 'fri-mon' may cross \
    the end of the week. 'daily', 'weekdays' and 'weekends' name groups. A list of days has at least one: without \
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
    Dates go from 0001-01-01 to 9999-12-31, the range of the calendar that windows are computed in. TOML also allows \
    the year 0, but it is probably a typing error.
    ---
    [calendar.holidays]
    dates = [0000-12-25]
    ---
    [calendar.holidays]
    dates = [2026-12-25]
    """,
    .reversedRange: """
    a range of dates that ends before it begins
    A window may start from the date 'from' to the date 'until', and a range of a calendar goes from 'from' to 'to'. \
    Both dates are included. Exchange the two dates, or correct the year.
    ---
    [calendar.holidays]
    ranges = [{ from = 2026-12-24, to = 2026-01-02 }]
    ---
    [calendar.holidays]
    ranges = [{ from = 2026-12-24, to = 2027-01-02 }]
    """,
  ])
}
