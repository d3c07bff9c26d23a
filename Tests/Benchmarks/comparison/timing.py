"""Times whole processes from outside, and the peers' own loops, always in turn: A B A B …"""

import statistics
import subprocess

ITERATIONS = 2000


class Figure:
    """What several runs took, in nanoseconds: on the clock, and of the processor where that was measured."""

    def __init__(self, runs, processor=None):
        self.median = statistics.median(runs)
        self.fastest = min(runs)
        self.processor = processor and statistics.median(processor)


def launch(launcher, rounds, commands):
    """For each command the time of `rounds` processes, run in turn, and their median peak memory in KiB."""
    arguments = [launcher, str(rounds)]
    for index, command in enumerate(commands):
        arguments += (["--"] if index else []) + command
    lines = subprocess.check_output(arguments, text=True).splitlines()
    columns = list(zip(*([int(number) for number in line.split()] for line in lines)))
    return [
        (Figure(times, processor), statistics.median(sizes))
        for times, processor, sizes in zip(columns[0::3], columns[1::3], columns[2::3])]


def systemd_command(count):
    rule = "Mon..Fri *-*-* 09:00:00 Europe/Berlin"
    return ["systemd-analyze", "calendar", f"--iterations={count}", rule]


def systemd_nanoseconds(launcher):
    """An occurrence by `systemd-analyze`: what many of them take longer than one, printing included."""
    (one, _), (many, _) = launch(launcher, 1, [systemd_command(1), systemd_command(ITERATIONS)])
    return (many.median - one.median) / (ITERATIONS - 1)


def timeline_nanoseconds(benchmark):
    """The benchmark's subjects with their nanoseconds an interval."""
    lines = subprocess.check_output([benchmark], text=True).splitlines()
    return {name: float(number) for name, number in (line.split("\t") for line in lines)}


def per_occurrence(benchmark, launcher, peers, rounds):
    """The time of an interval for each of our subjects, and of an occurrence for each peer."""
    ours, theirs = {}, {}
    for _ in range(rounds):
        for name, number in timeline_nanoseconds(benchmark).items():
            ours.setdefault(name, []).append(number)
        for name, command in peers.commands.items():
            answer = subprocess.check_output([*command, "--time", str(ITERATIONS)], text=True)
            theirs.setdefault(name, []).append(float(answer))
        if peers.has_systemd:
            theirs.setdefault("systemd", []).append(systemd_nanoseconds(launcher))
    return ({name: Figure(runs) for name, runs in each.items()} for each in (ours, theirs))
