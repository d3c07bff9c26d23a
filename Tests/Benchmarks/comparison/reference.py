"""The rule of windows written a second time, in Python on the standard library's zones, to hold schedctl to.

A window belongs to the date on which it starts. Its ends are resolved each on its own: a repeated time is its first
occurrence, a time in a gap is read with the offset before the gap (RFC 5545, section 3.3.5), which is what `fold=0`
means (PEP 495). What ends at or before its start is left out; what overlaps is one interval; what only touches is not;
what is longer than seven dates is cut at Mondays.
"""

from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta, timezone
from zoneinfo import ZoneInfo

DAY_NAMES = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]


@dataclass(frozen=True)
class Window:
    """Weekdays from 0 for Monday, times as HH:MM, and how many dates after its start's the window ends."""

    days: tuple
    start: str
    end: str
    days_on: int = 0
    skip: frozenset = frozenset()

    @property
    def toml(self):
        """The window in a configuration."""
        skip = ", ".join(day.isoformat() for day in sorted(self.skip))
        if self.days_on > 1:
            (first,) = self.days
            last = DAY_NAMES[(first + self.days_on) % 7]
            return f'{{ start = "{DAY_NAMES[first]} {self.start}", end = "{last} {self.end}", skip = [{skip}] }}'
        names = ", ".join(f'"{DAY_NAMES[day]}"' for day in self.days)
        return f'{{ days = [{names}], start = "{self.start}", end = "{self.end}", skip = [{skip}] }}'


@dataclass(frozen=True)
class Interval:
    """Seconds since 1970, and the positions of the windows in it."""

    start: int
    end: int
    windows: frozenset = field(compare=True)


def resolve(zone, day, clock, days_on=0):
    """The instant of a time of day, up to 24:00."""
    hour, minute = map(int, clock.split(":"))
    civil = datetime.combine(day, time()) + timedelta(days=days_on, hours=hour, minutes=minute)
    return int(civil.replace(tzinfo=ZoneInfo(zone), fold=0).timestamp())


def local(zone, instant):
    """What the clocks show."""
    return datetime.fromtimestamp(instant, timezone.utc).astimezone(ZoneInfo(zone))


def exists(zone, day):
    """Whether the clocks ever show the date: its noon is not moved to another."""
    return local(zone, resolve(zone, day, "12:00")).date() == day


def dates(first, last):
    return (first + timedelta(days=count) for count in range((last - first).days + 1))


def occurrences(zone, windows, first, last):
    """(start, end, window) of every occurrence that starts on a date from `first` to `last`, by start."""
    found = []
    for day in dates(first, last):
        for index, window in enumerate(windows):
            if day.weekday() not in window.days or day in window.skip or not exists(zone, day):
                continue
            start = resolve(zone, day, window.start)
            end = resolve(zone, day, window.end, window.days_on)
            if start < end:
                found.append((start, end, index))
    return sorted(found)


def mondays(zone, start, end):
    """The Monday midnights inside of a stretch, when it is longer than seven dates; else none."""
    begin = local(zone, start)
    week_later = begin.replace(tzinfo=None, fold=0) + timedelta(days=7)
    if end <= int(week_later.replace(tzinfo=ZoneInfo(zone)).timestamp()):
        return []
    days = dates(begin.date(), local(zone, end).date())
    midnights = (resolve(zone, day, "00:00") for day in days if day.weekday() == 0)
    return [instant for instant in midnights if start < instant < end]


def intervals(zone, windows, first, last):
    """The intervals of windows, of the occurrences that start on a date from `first` to `last`."""
    unions = []
    for occurrence in occurrences(zone, windows, first, last):
        if unions and occurrence[0] < max(end for _, end, _ in unions[-1]):
            unions[-1].append(occurrence)
        else:
            unions.append([occurrence])
    found = []
    for union in unions:
        start, end = union[0][0], max(end for _, end, _ in union)
        cuts = [start, *mondays(zone, start, end), end]
        for begin, stop in zip(cuts, cuts[1:]):
            inside = frozenset(index for first, last, index in union if first < stop and begin < last)
            found.append(Interval(begin, stop, inside))
    return found
