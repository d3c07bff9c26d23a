"""What schedctl and the peers answer."""

import json
import os
import re
import subprocess
from datetime import datetime, timezone

from comparison.reference import Interval

# Every peer with the zone data that schedctl reads.
ENVIRONMENT = dict(os.environ, PYTHONTZPATH="/usr/share/zoneinfo", TZ="UTC", LC_ALL="C")
SYSTEMD_DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
SYSTEMD_LINE = re.compile(r"(?:Next elapse|Iter\. #\d+): \w+ (\S+ \S+) UTC")


def configuration(profiles):
    """The TOML of profiles, given as (key, zone, windows)."""
    return "".join(
        f'[profile.{key}]\ntimezone = "{zone}"\nwindow = [\n'
        + "".join(f"  {window.toml},\n" for window in windows) + "]\n"
        for key, zone, windows in profiles)


def from_schedctl(schedctl, path, first, until):
    """The intervals of each profile of a configuration, by profile key."""
    command = [schedctl, "next", "--json", "--config", path, "--from", first, "--until", until]
    found = {}
    for line in subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout.splitlines():
        interval = json.loads(line)
        windows = frozenset(int(name.removeprefix("window-")) - 1 for name in interval["windows"])
        found.setdefault(interval["profile"], []).append(
            Interval(interval["startEpoch"], interval["endEpoch"], windows))
    return found


def from_peer(peers, name, jobs):
    """The instants that a peer gives for each job, a (zone, days, clock, from, until)."""
    if name == "systemd":
        return [from_systemd(*job) for job in jobs]
    lines = "".join(
        f"{zone} {''.join(map(str, days))} {clock} {first} {until}\n" for zone, days, clock, first, until in jobs)
    answer = subprocess.run(
        peers.commands[name], input=lines, stdout=subprocess.PIPE, check=True, text=True, env=ENVIRONMENT)
    return [[int(number) for number in line.split()] for line in answer.stdout.splitlines()]


def from_systemd(zone, days, clock, first, until):
    before = datetime.fromtimestamp(first - 1, timezone.utc).strftime("%Y-%m-%d %H:%M:%S UTC")
    count = (until - first) // 86_400 + 2
    rule = f"{','.join(SYSTEMD_DAYS[day] for day in days)} *-*-* {clock}:00 {zone}"
    command = ["systemd-analyze", "calendar", f"--base-time={before}", f"--iterations={count}", rule]
    answer = subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True, env=ENVIRONMENT)
    civil = (datetime.fromisoformat(found + "+00:00") for found in SYSTEMD_LINE.findall(answer.stdout))
    return [instant for instant in (int(time.timestamp()) for time in civil) if instant < until]
