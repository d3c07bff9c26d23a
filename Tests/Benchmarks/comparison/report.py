"""What is printed in the end."""

from collections import namedtuple

from comparison.agreement import FIRST, UNTIL, ZONES, rules
from comparison.reference import local
from comparison.tables import duration, table, times

Measurements = namedtuple(
    "Measurements", ["true", "sample", "next", "version", "many", "many_long", "size", "intervals", "occurrences"])

NAMES = {"systemd": "systemd-analyze"}


def versions(peers):
    return ", ".join(f"{NAMES.get(name, name)} {peers.versions[name]}" for name in peers.names)


def timings(measured):
    """The one table of figures."""
    true, sample, start, version, many, long = (getattr(measured, name) for name in Measurements._fields[:6])
    interval = next(iter(measured.intervals.values()))
    rows = [
        time_row("`/bin/true`", true[0]),
        time_row("`schedctl version`", version[0], beside=("/bin/true", true[0])),
        time_row("`schedctl next`, three windows, machine's zone", sample[0], "≤ 2×", beside=("/bin/true", true[0])),
        time_row("`schedctl next`, four windows, Berlin, holidays", start[0], beside=("/bin/true", true[0])),
        ["its peak memory", megabytes(start[1] * 1024), "", "", f"{times(start[1] / true[1])} /bin/true", ""],
        ["size of the program (`.ci/build-release`)", f"{measured.size / 2**20:.1f} MiB", "", "", "", "< 16 MiB"],
        time_row("`schedctl next`, 30,000 windows, ten intervals", many[0], "< 60 ms"),
        time_row("`schedctl next`, 30,000 windows, 100,000 intervals", long[0]),
        time_row(f"an interval, {next(iter(measured.intervals))}", interval, "≤ 100 ns"),
        *(time_row(f"an interval, {name}", each, beside=("the first", interval))
            for name, each in list(measured.intervals.items())[1:]),
        *(time_row(f"a start of Mon-Fri 09:00, {NAMES.get(name, name)}", each, beside=("our interval", interval))
            for name, each in measured.occurrences.items()),
    ]
    return table(["what", "median", "fastest", "of the processor", "median beside another", "target"], rows)


def time_row(what, figure, target="", beside=None):
    """A row of a time, and how many times that of another it is."""
    ratio = f"{times(figure.median / beside[1].median)} {beside[0]}" if beside else ""
    processor = duration(figure.processor) if figure.processor else ""
    return [what, duration(figure.median), duration(figure.fastest), processor, ratio, target]


def megabytes(count):
    return f"{count / 1e6:.1f} MB"


def agreement(count, differences, peers, answers):
    """Whether schedctl is right, how often the peers are, and where not."""
    compared, agreed, differing = answers
    lines = [f"Of {count:,} intervals schedctl and the reference agree on all."]
    if differences:
        lines = [f"Of {count:,} intervals schedctl and the reference differ on {len(differences):,}:", "", *differences]
    kinds = ["plain", "repeated", "gap"]
    rows = [
        [NAMES.get(name, name), *(f"{agreed[name, kind]:,} of {compared[name, kind]:,}" for kind in kinds)]
        for name in peers.names]
    lines += [
        "", f"Instants of {len(rules())} weekly times in {len(ZONES)} zones from {FIRST} until {UNTIL} that agree:", "",
        table(["peer", "ordinary times", "repeated times", "times in a gap"], rows), "", "Where a peer differs:", "",
        table(["zone", "time", "dates", "schedctl, RFC 5545", *(NAMES.get(name, name) for name in peers.names)],
            rows_of_differences(differing, peers.names)),
    ]
    return "\n".join(lines)


def rows_of_differences(differing, names):
    """A row for each time of a zone and what is answered to it, with all dates on which that is so."""
    dates = {}
    for planned in sorted(differing, key=lambda each: (each.zone, each.clock, each.instant)):
        answers = differing[planned]
        cells = [shown(planned, answers[name]) if name in answers else "the same" for name in names]
        time = planned.clock + {"gap": " in a gap", "repeated": " repeated", "plain": ""}[planned.kind]
        dates.setdefault((planned.zone, time, shown(planned, [planned.instant]), *cells), []).append(planned.day)
    return [[zone, time, ", ".join(map(str, days)), *cells] for (zone, time, *cells), days in dates.items()]


def shown(planned, instants):
    """Instants as the clocks of the zone show them."""
    texts = []
    for instant in instants:
        time = local(planned.zone, instant)
        days = (time.date() - planned.day).days
        texts.append(time.strftime("%H:%M%z") + {0: "", 1: " next day", -1: " day before"}[days])
    return " and ".join(texts) or "none"
