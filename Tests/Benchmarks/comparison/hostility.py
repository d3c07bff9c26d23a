"""Clients that delay a daemon as much as they can, and what others notice of them."""

import contextlib
import json
import multiprocessing
import os
import selectors
import socket
import time

from . import live

# The limits of the history: files of 16 MiB, and four older ones.
FILE_SIZE, OLDER_FILES = 16 << 20, 4
GROUP, USERS = 100, (60_001, 60_002, 60_003, 60_004)
LONG_AGO = "2000-01-01T00:00:00Z"
QUESTIONS = [
    ("Sessions", {"since": LONG_AGO}), ("Log", {"since": LONG_AGO, "limit": 1000}), ("Next", {"limit": 1000}),
    ("Why", {"target": "example.com"}), ("Profiles", {}), ("Status", {}), ("Log", {"before": 5}), ("Pending", {}),
    ("Start", {"profile": "nobody"}), ("IsActive", {"profile": "p00001"}),
]


def write_history(state):
    """Writes the longest history that a daemon keeps, of finished sessions of the last half year."""
    state.mkdir(parents=True, exist_ok=True)
    number, now = 0, time.time()
    for file in range(OLDER_FILES + 1):
        lines, size = [], 0
        # The newest file has room for what is measured.
        while size < FILE_SIZE - (2 << 20 if file == OLDER_FILES else 0):
            number += 1
            day = time.strftime("%Y-%m-%d", time.gmtime(now - (300_000 - number) * 20))
            session = f"00000000-0000-4000-8000-{number:012}"
            line = json.dumps({
                "sequence": number, "event": "sessionDidFinish", "profile": f"p{number % 10_000:05}", "id": session,
                "session": session, "origins": ["schedule"], "start": f"{day}T09:00:00Z", "end": f"{day}T10:00:00Z",
                "realStart": f"{day}T09:00:00Z", "realEnd": f"{day}T10:00:00Z", "seconds": 3600, "breakSeconds": 0,
            }, separators=(",", ":"))
            lines.append(line)
            size += len(line) + 1
        name = "history.jsonl" if file == OLDER_FILES else f"history-{number}.jsonl"
        (state / name).write_text("\n".join(lines) + "\n")


def history_size(daemon):
    return sum(file.stat().st_size for file in daemon.state.glob("history*"))


def message(method, parameters, more=False):
    call = {"method": f"io.schedctl.Control.{method}", "parameters": parameters}
    return json.dumps(call | ({"more": True} if more else {})).encode() + b"\0"


class Client:
    """A connection that asks the next question as soon as the last one is answered, or never reads, or says nothing."""

    def __init__(self, address, number):
        self.number, self.asked, self.answers = number, number, 0
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        # The daemon reads who the peer is when it connects.
        os.setegid(GROUP)
        os.seteuid(USERS[number % len(USERS)])
        try:
            self.socket.connect(address)
        finally:
            os.seteuid(0)
            os.setegid(0)
        self.socket.setblocking(False)
        self.kind = ("asks", "asks", "asks", "floods", "monitors", "is silent", "sends a half")[number % 7]
        if self.kind == "floods":
            self.send(b"".join(message(*question) for question in QUESTIONS * 20))
        elif self.kind == "monitors":
            self.send(message("Monitor", {"since": 1}, more=True))
        elif self.kind == "sends a half":
            self.send(message("Start", {"profile": "x" * 60_000})[:-1])
        elif self.kind == "asks":
            self.ask()

    def send(self, data):
        with contextlib.suppress(BlockingIOError, BrokenPipeError, ConnectionResetError):
            self.socket.send(data)

    def ask(self):
        self.asked += 1
        self.send(message(*QUESTIONS[self.asked % len(QUESTIONS)]))

    def read(self):
        """Reads what there is. Returns whether the connection is over."""
        if self.kind == "floods":
            return False
        try:
            data = self.socket.recv(1 << 20)
        except ConnectionResetError:
            data = b""
        if self.kind == "asks" and data.endswith(b"\0"):
            self.answers += 1
            self.ask()
        return not data


def attack(address, count, stop, answers):
    """Keeps so many clients connected until it is told to stop. A client that the daemon drops comes back."""
    selector = selectors.DefaultSelector()

    def connect(number):
        with contextlib.suppress(OSError):
            client = Client(address, number)
            if client.kind != "floods":
                selector.register(client.socket, selectors.EVENT_READ, client)
            everyone[number] = client

    everyone = {}
    for number in range(count):
        connect(number)
    came_back = 0
    while not stop.is_set():
        for key, _ in selector.select(0.1):
            client = key.data
            if client.read():
                selector.unregister(client.socket)
                client.socket.close()
                answers.value += client.answers
                came_back += 1
                time.sleep(0.002)
                connect(client.number)
    answers.value += sum(client.answers for client in everyone.values())


@contextlib.contextmanager
def clients(address, count):
    """Clients that attack. Gives a function that says how many questions they had answered."""
    stop, answers = multiprocessing.Event(), multiprocessing.Value("q", 0)
    process = multiprocessing.Process(target=attack, args=(address, count, stop, answers))
    if count:
        process.start()
        live.wait(2)
    yield lambda: f"{answers.value:,} questions of {count} clients were answered meanwhile"
    if count:
        stop.set()
        process.join()


def plan(daemon, edges, after):
    """Plans a start for each second, so many seconds from now. Returns the first second."""
    first = int(time.time()) + after
    for number in range(edges):
        at = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(first + number))
        daemon.call("Start", {"profile": f"p{number:05}", "at": at, "seconds": 5})
    daemon.call("Start", {"profile": "p09999"})
    return first


def measure(daemon, first, edges):
    """How many nanoseconds late planned edges were, and how long `Stop` calls of root took."""
    # History is written when the shield is durable.
    watch = live.FileWatch(daemon.state / "history.jsonl")
    live.wait(max(0, first - 0.3 - time.time()))
    if watch.is_ready(timeout=0):
        watch.clear()
    late, stops = {}, []
    while time.time() < first + edges:
        if watch.is_ready(timeout=0.02):
            second, rest = divmod(time.time_ns(), 10**9)
            watch.clear()
            if first <= second < first + edges:
                late.setdefault(second, rest)
        # In the middle of a second no edge is due, so that only the clients are in the way.
        elif 0.4 < time.time() % 1 < 0.5:
            start = time.perf_counter_ns()
            daemon.call("Stop", {"session": "p09999"})
            stops.append(time.perf_counter_ns() - start)
            daemon.call("Start", {"profile": "p09999"})
            live.wait(0.1)
    daemon.call("Stop", {"session": "p09999"})
    return list(late.values()), stops
