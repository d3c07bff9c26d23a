/// The page schedctl.time(7): the rules of time.
extension ManualPage {
  static let time = ManualPage(
    name: "schedctl.time", section: 7, summary: "windows, intervals and times of schedctl",
    parts: [
      Part("Description", blocks: [.text(description)]),
      Part("Windows", blocks: windows),
      Part("Changes of the clocks", blocks: changes),
      Part("Intervals", blocks: [.text(intervals)]),
      Part("Warnings", blocks: [.text(warnings)]),
      Part("Times on the command line", blocks: expressions),
      seeAlso("schedctl(1)", "schedctl.toml(5)"),
    ])

  private static let description = """
    A civil date or time is what a calendar or a wall clock shows; an instant is a point on the line of UTC, in whole
    seconds. A time zone turns one into the other; its rules come from the machine's zone files. Weeks start on Monday.
    """

  private static let windows = blocks(
    """
    A window is a piece of the week. In short form it is a string of days and two times. What a window is on one date is an
    occurrence of it. It belongs to the date on which it starts: the window 'fri 22:00-02:00' covers Saturday 01:00 and
    never Friday 01:00. The keys skip, on, from, until and every look at that date alone.

    *mon-fri 09:00-17:00*
      Ends on the same date, because the end is later than the start.

    *22:00-06:00*
      Ends on the next date, because the end is not later. No days mean every day.

    *09:00-09:00*
      Equal ends are 24 hours.

    *18:00-24:00*
      24:00 is the midnight at the end of the day.

    *fri-mon 10:00-12:00*
      Ranges of days wrap: Friday, Saturday, Sunday, Monday.

    *mon,wed 10:00-12:00*
      Days may be listed. There are also daily, weekdays and weekends; Mon and monday too.

    *mon 09:00 - fri 17:00*
      One occurrence over several dates, at most seven.

    *mon 09:00 - mon 08:00*
      Ends on the next Monday, because 08:00 is not later than 09:00.

    With every = 2 a window starts in every second week, counted from the Monday of the week of its key from.
    """)

  private static let changes = blocks(
    """
    Civil times become instants as RFC 5545, section 3.3.5, wants it; java.time, Temporal and jiff call it compatible. The
    two ends of a window are looked at one by one.

    The clocks jump over a time
      It is read with the offset before the gap: in Berlin 02:30 on 2026-03-29 is 03:30.

    A time comes twice
      The first one is meant: in New York 01:30 on 2026-11-01 is 01:30 EDT.

    A date does not exist
      What starts on it is skipped: Apia has no 2011-12-30.

    Nothing is left of a window
      The occurrence is skipped: in Berlin 02:30-03:00 on 2026-03-29, the start of which becomes 03:30.

    Lengths are real time. In Berlin 22:00-06:00 lasts 7 hours when it starts on 2026-03-28, and 9 hours when it starts on
    2026-10-24.
    """)

  private static let intervals = """
    An interval is what the occurrences of a profile add up to. Its start belongs to it, its end does not.

    Occurrences that overlap are one interval: 09:00-12:00 and 11:00-14:00 hold from 09:00 to 14:00. Those that only touch
    stay two. A union that ends later than the same civil time seven dates after its start is cut at each Monday 00:00
    inside it; a single occurrence never is. Profiles do not affect each other's intervals.

    The next start is looked for up to 28 years ahead, after which weekdays and leap years repeat. Dates go from 0001-01-01
    to 9999-12-31.
    """

  private static let warnings = """
    A warning comes some real time before the start and the end of an interval. Start warnings are those of the windows that
    open the interval, end warnings those of the windows that end with it; equal ones come once. An end warning that would
    not come after the start is dropped, and there are none where two intervals of a profile touch.

    At one instant the order is: end warnings, ends, starts, start warnings, each in the order of the profiles' keys.
    """

  private static let expressions = blocks(
    """
    Where help says T, a time is typed, in the configuration's zone:

    *now*
      The present.

    *2026-11-23 09:00*, *2026-11-23T09:00*
      A date and a time.

    *2026-11-23*
      The midnight with which a date begins.

    *9:00*, *09:00:30*
      A time of today.

    *today*, *tomorrow 9:00*, *yesterday*
      A day by its name; without a time its midnight.

    *mon 9:00*
      The next day of that name, today included.

    *+90m*, *-1d*
      So long from now, or ago, as a duration of real time.

    *2026-11-23T09:00:00+01:00*
      RFC 3339 with an offset and whole seconds.

    Times that a change of the clocks leaves out or repeats are read as windows are.
    """)
}
