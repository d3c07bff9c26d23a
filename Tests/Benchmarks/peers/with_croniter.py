"""Occurrences by croniter, with the standard library's zones. The same command line and input as with_dateutil.py."""

import sys
import time
from datetime import datetime, timezone
from importlib.metadata import version
from itertools import islice
from zoneinfo import ZoneInfo

from croniter import croniter


def occurrences(zone, days, hour, minute, after):
    """The instants of a cron expression after an instant. Cron counts days from 0 for Sunday."""
    weekdays = ",".join(str((int(day) + 1) % 7) for day in days)
    start = datetime.fromtimestamp(after, timezone.utc).astimezone(ZoneInfo(zone))
    return croniter(f"{minute} {hour} * * {weekdays}", start).all_next(float)


def nanoseconds(count):
    start = time.monotonic_ns()
    total = sum(islice(occurrences("Europe/Berlin", "01234", 9, 0, 1767225600), count))
    assert total > 0
    return (time.monotonic_ns() - start) / count


def answer(job):
    zone, days, clock, first, until = job.split()
    hour, minute = map(int, clock.split(":"))
    found = []
    for instant in occurrences(zone, days, hour, minute, int(first) - 1):
        if instant >= int(until):
            return found
        found.append(int(instant))


if sys.argv[1:] == ["--version"]:
    print(version("croniter"))
elif sys.argv[1:2] == ["--time"]:
    print(nanoseconds(int(sys.argv[2])))
else:
    for line in sys.stdin:
        print(*answer(line))
