"""Occurrences by python-dateutil: its recurrence rules with its own zones.

    with_dateutil.py --version
    with_dateutil.py --time N      nanoseconds an occurrence of Mon-Fri 09:00 in Europe/Berlin, over N of them
    with_dateutil.py < jobs        a line of instants for each line "ZONE DAYS HH:MM FROM UNTIL"

DAYS are digits from 0 for Monday, ascending; FROM (included) and UNTIL (not) are instants; instants are seconds since
1970.
"""

import sys
import time
from datetime import datetime, timedelta
from importlib.metadata import version
from itertools import islice

from dateutil import tz
from dateutil.rrule import WEEKLY, rrule


def occurrences(zone, days, hour, minute):
    """The instants of a weekly rule, from its first day in the week of 2025-12-29 on."""
    first = datetime(2025, 12, 29, hour, minute, tzinfo=tz.gettz(zone)) + timedelta(days=min(days))
    return (date.timestamp() for date in rrule(WEEKLY, byweekday=days, dtstart=first))


def nanoseconds(count):
    start = time.monotonic_ns()
    total = sum(islice(occurrences("Europe/Berlin", [0, 1, 2, 3, 4], 9, 0), count))
    assert total > 0
    return (time.monotonic_ns() - start) / count


def answer(job):
    zone, days, clock, first, until = job.split()
    hour, minute = map(int, clock.split(":"))
    found = []
    for instant in occurrences(zone, [int(day) for day in days], hour, minute):
        if instant >= int(until):
            return found
        if instant >= int(first):
            found.append(int(instant))


if sys.argv[1:] == ["--version"]:
    print(version("python-dateutil"))
elif sys.argv[1:2] == ["--time"]:
    print(nanoseconds(int(sys.argv[2])))
else:
    for line in sys.stdin:
        print(*answer(line))
