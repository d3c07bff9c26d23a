"""A sway without a screen that has one window, and agents in it."""

import contextlib
import os
import re
import subprocess
import tempfile
import time
from pathlib import Path

from comparison import live

# Sway refuses to run as root.
USER = 65534 if os.geteuid() == 0 else os.geteuid()


def wait_until(condition, seconds=30):
    end = time.monotonic() + seconds
    while not (value := condition()):
        if time.monotonic() > end:
            raise TimeoutError("the desktop does not come to what is awaited")
        time.sleep(0.05)
    return value


def start(words, folder, log, **variables):
    """A program of the user that writes its output to a file of the folder."""
    environment = {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "HOME": str(folder)}
    with open(folder / log, "wb") as output:
        return subprocess.Popen(
            [str(word) for word in words], env=environment | variables, cwd=folder, stdin=subprocess.DEVNULL, stdout=output,
            stderr=output, **live.identity(USER))


def stop(process):
    process.terminate()
    try:
        process.wait(20)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


@contextlib.contextmanager
def running(*arguments, **variables):
    process = start(*arguments, **variables)
    try:
        yield process
    finally:
        stop(process)


@contextlib.contextmanager
def sway(is_kept_in_use):
    """Variables of a session whose window never changes. The window keeps the session from being idle, as a film does, if so
    wanted."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "config").write_text(
            "xwayland disable\n" + ('for_window [app_id="still"] inhibit_idle visible\n' if is_kept_in_use else ""))
        os.chown(folder, USER, -1)
        headless = {"WLR_BACKENDS": "headless", "WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1",
                    "XDG_RUNTIME_DIR": name}
        with running(["sway", "-c", folder / "config"], folder, "sway.log", **headless):
            control = wait_until(lambda: next(folder.glob("sway-ipc*.sock"), None))
            display = wait_until(lambda: next((path for path in folder.glob("wayland-*") if path.suffix != ".lock"), None))
            variables = {"SWAYSOCK": str(control), "WAYLAND_DISPLAY": str(display), "XDG_RUNTIME_DIR": name}
            with running(["foot", "--app-id=still", "sleep", "100000"], folder, "foot.log", **variables):
                wait_until(lambda: has_window(control))
                yield variables


def has_window(control):
    tree = subprocess.run(["swaymsg", "-s", control, "-t", "get_tree"], capture_output=True, text=True)
    return '"app_id": "still"' in tree.stdout


def change_focus(control, count):
    """Shows an empty workspace and the window again, in turn."""
    for number in range(count):
        workspace = "1" if number % 2 else "2"
        subprocess.run(["swaymsg", "-q", "-s", control, f"workspace {workspace}"], check=True)
        # Long enough for the agent to read each change by itself.
        time.sleep(0.005)


class Agent:
    """`schedctl agent` as the user of the desktop, with a home directory of its own."""

    def __init__(self, program, socket="none", **variables):
        self.program, self.socket, self.variables = program, socket, variables

    def __enter__(self):
        with contextlib.ExitStack() as stack:
            self.home = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            os.chown(self.home, USER, -1)
            words = [self.program, "agent", "-v", "--socket", self.home / self.socket]
            self.process = stack.enter_context(running(words, self.home, "log", **self.variables))
            self.comes("the daemon on")
            self.cleanup = stack.pop_all()
        return self

    def __exit__(self, *_):
        end = None if self.process.poll() is None else self.log
        self.cleanup.close()
        if end is not None:
            raise RuntimeError(f"the agent has ended: {end}")

    @property
    def log(self):
        return (self.home / "log").read_text()

    def comes(self, text, seconds=90):
        """Waits until the agent says something."""
        wait_until(lambda: text in self.log, seconds)


def wake_ups(process):
    """How often the threads of a process have waited, which is how often they were woken."""
    texts = [path.read_text() for path in Path(f"/proc/{process.pid}/task").glob("*/status")]
    return sum(int(re.search(r"^voluntary_ctxt_switches:\s+(\d+)", text, re.M)[1]) for text in texts)


def memory(process):
    """The resident memory of a process, with the pages of its file that it shares with others, and without them, in MiB."""
    text = Path(f"/proc/{process.pid}/smaps_rollup").read_text()
    return tuple(int(re.search(rf"^{key}:\s+(\d+) kB", text, re.M)[1]) / 1024 for key in ("Rss", "Anonymous"))
