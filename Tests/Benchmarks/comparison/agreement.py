"""Holds schedctl to the reference, and the peers to both."""

from collections import Counter
from dataclasses import dataclass
from datetime import date, datetime, timedelta, timezone

from comparison import answers, reference
from comparison.reference import Window, dates, local, resolve

ZONES = [
    "Africa/Cairo", "Africa/Casablanca", "America/New_York", "America/Nuuk", "America/Santiago", "Antarctica/Troll",
    "Asia/Beirut", "Asia/Kolkata", "Australia/Lord_Howe", "Europe/Berlin", "Europe/Dublin", "Europe/London",
]
WEEKDAYS, DAILY = (0, 1, 2, 3, 4), (0, 1, 2, 3, 4, 5, 6)
FIRST, UNTIL = date(2026, 1, 1), date(2031, 1, 1)

# Windows of which no two of a profile meet, whose ends a peer can be asked for one by one.
SIMPLE = [
    Window(WEEKDAYS, "09:00", "17:00"),
    Window(DAILY, "00:00", "05:30"),
    Window(DAILY, "01:30", "06:00"),
    Window(DAILY, "02:15", "07:00"),
    Window(DAILY, "23:30", "08:00", days_on=1),
]

# Every second week, and three weeks around the spring's changes.
MONDAY = date(2011, 1, 3)
EVEN_WEEKS = frozenset(day for day in dates(MONDAY, date(2031, 3, 1)) if (day - MONDAY).days // 7 % 2)
SPRING = frozenset(dates(date(2026, 3, 20), date(2026, 4, 10)))

# What only the reference can say: windows that a gap leaves nothing of, that overlap, touch, are skipped, last for
# seven dates and for more than that, never end.
COMPOUND = {
    "short": [Window(DAILY, "02:15", "02:45"), Window(DAILY, "23:15", "24:00"), Window(DAILY, "00:00", "00:45")],
    "merged": [Window(WEEKDAYS, "09:00", "12:30"), Window(DAILY, "11:45", "14:00"), Window(DAILY, "14:00", "18:00")],
    "skipped": [Window(DAILY, "22:00", "06:00", 1, SPRING)],
    "whole-days": [Window(DAILY, "02:15", "02:15", 1)],
    "week": [Window((0,), "09:00", "17:00", 4)],
    "seven-dates": [Window((0,), "02:15", "17:00", 4, EVEN_WEEKS), Window((4,), "12:00", "02:15", 3, EVEN_WEEKS)],
    "eight-dates": [Window((0,), "09:00", "17:00", 4, EVEN_WEEKS), Window((4,), "12:00", "09:30", 4, EVEN_WEEKS)],
    "always": [Window((0,), "09:00", "17:00", 4), Window((4,), "12:00", "10:00", 4)],
}


def epoch(day):
    return int(datetime(day.year, day.month, day.day, tzinfo=timezone.utc).timestamp())


def check_schedctl(schedctl, folder):
    """How many intervals of schedctl were compared with the reference, and a line for each that differs."""
    profiles = [
        (f"{name}-{index}", zone, windows) for index, zone in enumerate(ZONES)
        for name, windows in [*COMPOUND.items(), *((f"simple{at}", [window]) for at, window in enumerate(SIMPLE))]]
    count, differences = compare(schedctl, folder, profiles, FIRST, UNTIL)
    # A date that never was: Apia crossed the date line.
    samoa = [(name, "Pacific/Apia", windows) for name, windows in COMPOUND.items()]
    more, others = compare(schedctl, folder, samoa, date(2011, 12, 1), date(2012, 2, 1))
    return count + more, differences + others


def compare(schedctl, folder, profiles, first, until):
    path = folder / "agreement.toml"
    path.write_text(answers.configuration(profiles))
    found = answers.from_schedctl(schedctl, str(path), f"{first}T00:00:00Z", f"{until}T00:00:00Z")
    count, differences = 0, []
    for key, zone, windows in profiles:
        margin = timedelta(days=21)
        expected = {
            interval for interval in reference.intervals(zone, windows, first - margin, until + margin)
            if interval.end > epoch(first) and interval.start < epoch(until)}
        given = found.get(key, [])
        count += len(expected)
        if len(given) != len(set(given)):
            differences.append(f"{key} {zone}: an interval twice")
        for interval in sorted(expected ^ set(given), key=lambda each: each.start):
            who = "only schedctl" if interval in given else "only the reference"
            start, end = local(zone, interval.start), local(zone, interval.end)
            differences.append(f"{key} {zone}: {who} has {start.isoformat()} to {end.isoformat()}")
    return count, differences


@dataclass(frozen=True)
class Planned:
    """A civil time on a date in a zone, and the instant that RFC 5545 gives it."""

    zone: str
    day: date
    clock: str
    instant: int

    @property
    def kind(self):
        """`gap`, `repeated` or `plain`."""
        shown = local(self.zone, self.instant)
        if shown.strftime("%H:%M") != self.clock:
            return "gap"
        return "repeated" if shown.replace(fold=1).utcoffset() != shown.utcoffset() else "plain"


def rules():
    """Every (days, clock) at which a simple window starts or ends."""
    ends = {(window.days, window.end) for window in SIMPLE}
    return sorted({(window.days, window.start) for window in SIMPLE} | ends)


def planned_instants(zone, days, clock):
    return [
        Planned(zone, day, clock, resolve(zone, day, clock))
        for day in dates(FIRST, UNTIL) if day.weekday() in days
        and epoch(FIRST) <= resolve(zone, day, clock) < epoch(UNTIL)]


def check_peers(peers):
    """For each peer how many instants of each kind were compared and agree, and for each planned instant that some
    peer puts elsewhere its answer: the instant, or nothing."""
    jobs = [(zone, days, clock, epoch(FIRST), epoch(UNTIL)) for zone in ZONES for days, clock in rules()]
    compared, agreed, differing = Counter(), Counter(), {}
    for name in peers.names:
        for (zone, days, clock, _, _), given in zip(jobs, answers.from_peer(peers, name, jobs)):
            planned = planned_instants(zone, days, clock)
            differences = pair(planned, given)
            for each in planned:
                compared[name, each.kind] += 1
                agreed[name, each.kind] += each not in differences
            for each, answer in differences.items():
                differing.setdefault(each, {})[name] = answer
    return compared, agreed, differing


def pair(planned, given):
    """The planned instants that are not given exactly once, each with what is given within half a day of it."""
    right = {each.instant for each in planned}
    counts = Counter(given)
    others = [instant for instant in given if instant not in right]
    differences = {}
    for each in planned:
        near = [instant for instant in others if abs(instant - each.instant) < 43_200]
        if near or counts[each.instant] != 1:
            differences[each] = sorted(near + [each.instant] * counts[each.instant])
    return differences
