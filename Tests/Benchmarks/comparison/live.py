"""A daemon that is measured while it runs."""

import contextlib
import ctypes
import json
import os
import select
import socket
import subprocess
import tempfile
import time
from pathlib import Path

IN_MODIFY = 0x2


def wait(seconds):
    time.sleep(seconds)


def profiles(count, name="profile"):
    """A configuration of profiles with two windows each, at minutes of their own, that are not about now."""
    lines = ['timezone = "UTC"\n']
    hour = (time.gmtime().tm_hour + 4) % 24
    for number in range(count):
        start = f"{(hour + number % 12) % 24:02}:{number % 60:02}"
        end = f"{(hour + number % 12 + 1) % 24:02}:{number % 60:02}"
        lines.append(
            f'[profile.p{number:05}]\nname = "{name} {number}"\nwindow = ["mon-fri {start}-{end}", "sat,sun {start}-{end}"]\n'
            'block.domains = ["example.com"]\n')
    return "\n".join(lines)


def identity(user):
    """The options that start a process as another user; none for this one."""
    return {} if user == os.geteuid() else {"user": user, "group": user, "extra_groups": []}


class Daemon:
    """`schedctl run` over a temporary directory, from its readiness to its end.

    `prepare` writes files into the state directory before it is used. `user` is the number of the user whose daemon it is, if
    that is not this one.
    """

    def __init__(self, program, configuration, prepare=None, user=None):
        self.program, self.configuration, self.prepare = program, configuration, prepare
        self.user = os.geteuid() if user is None else user

    def __enter__(self):
        self.cleanup = contextlib.ExitStack()
        self.folder = Path(self.cleanup.enter_context(tempfile.TemporaryDirectory()))
        self.socket = str(self.folder / "socket")
        self.state = self.folder / "state"
        self.file = self.folder / "week.toml"
        self.file.write_text(self.configuration)
        self.options = ["--config", str(self.file), "--state", str(self.state)]
        if self.prepare:
            self.prepare(self.state)
        os.chown(self.folder, self.user, -1)
        subprocess.run([self.program, "authorize", "--yes", "--offline", "-q", *self.options], check=True,
                       stderr=subprocess.DEVNULL if self.prepare else None, **identity(self.user))
        readiness = self.cleanup.enter_context(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM))
        readiness.bind(str(self.folder / "ready"))
        os.chown(self.folder / "ready", self.user, -1)
        readiness.settimeout(60)
        # What runs as root here must not enforce anything on this machine.
        environment = {"NOTIFY_SOCKET": str(self.folder / "ready"), "RUNTIME_DIRECTORY": str(self.folder), "TZ": "UTC",
                       "SCHEDCTL_ROOT": str(self.folder)}
        self.process = subprocess.Popen(
            [self.program, "run", "--socket", self.socket, *self.options], env=environment, stderr=subprocess.DEVNULL,
            **identity(self.user))
        while b"READY=1" not in readiness.recv(4096):
            pass
        wait(0.5)
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        self.cleanup.close()

    def memory(self):
        """Kinds of resident memory, in MiB."""
        lines = Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        fields = dict(line.split(":", 1) for line in lines)
        return {kind: int(fields[kind].split()[0]) / 1024 for kind in ("VmRSS", "RssAnon")}

    def wake_ups(self):
        lines = Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        return int(next(line.split()[1] for line in lines if line.startswith("voluntary")))

    def connect(self):
        client = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        client.connect(self.socket)
        return client

    def call(self, method, parameters):
        """The reply to a call, over a connection of its own."""
        with self.connect() as client:
            call = {"method": f"io.schedctl.Control.{method}", "parameters": parameters}
            client.sendall(json.dumps(call).encode() + b"\0")
            reply = b""
            while not reply.endswith(b"\0"):
                reply += client.recv(65536)
        answer = json.loads(reply[:-1])
        if "error" in answer:
            raise RuntimeError(str(answer))
        return answer["parameters"]

    def ask(self, count):
        """How many seconds so many clients take, one after the other."""
        start = time.perf_counter()
        for _ in range(count):
            self.call("IsActive", {})
        return time.perf_counter() - start

    @contextlib.contextmanager
    def idle_clients(self, count):
        with contextlib.ExitStack() as clients:
            for _ in range(count):
                clients.enter_context(self.connect())
            wait(0.5)
            yield

    def reload(self, configuration):
        """How many seconds a reload takes from its call to its answer."""
        # Behind the daemon's back: it would read by itself what is put in the place of a file.
        self.process.send_signal(19)
        self.file.write_text(configuration)
        with self.connect() as client:
            client.sendall(b'{"method":"io.schedctl.Control.Reload"}\0')
            start = time.perf_counter()
            self.process.send_signal(18)
            reply = client.recv(65536)
            if b"error" in reply:
                raise RuntimeError(reply.decode())
            return time.perf_counter() - start


class FileWatch:
    """Is ready to be read when a file has been written to; see inotify(7)."""

    def __init__(self, file):
        library = ctypes.CDLL(None, use_errno=True)
        self.descriptor = library.inotify_init1(0)
        if library.inotify_add_watch(self.descriptor, os.fsencode(file), IN_MODIFY) < 0:
            raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()), str(file))

    def clear(self):
        os.read(self.descriptor, 65536)

    def is_ready(self, timeout):
        return bool(select.select([self.descriptor], [], [], timeout)[0])


def lateness(program, wake, edges, folder):
    """How many nanoseconds late shields were durable, in turn: those of the daemon, and bare ones."""
    with Daemon(program, profiles(edges)) as daemon:
        first = int(time.time()) + 5
        for number in range(edges):
            at = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(first + number))
            daemon.call("Start", {"profile": f"p{number:05}", "at": at, "seconds": 5})
        # History is written when the shield is durable.
        watch = FileWatch(daemon.state / "history.jsonl")
        wait(first - 1 - time.time())
        offsets = {"write": 250, "overwrite": 500, "replace": 750}
        bare = [
            subprocess.Popen(
                [wake, str(folder / kind), str(edges), str(offset), kind], stdout=subprocess.PIPE)
            for kind, offset in offsets.items()]
        # Of several writes of one second the first counts.
        ours, theirs = {}, [{} for _ in offsets]
        poll = select.poll()
        for file in [watch.descriptor, *(peer.stdout.fileno() for peer in bare)]:
            poll.register(file, select.POLLIN)
        while time.time() < first + edges + 1 and any(len(figures) < edges for figures in theirs):
            for file, _ in poll.poll(1000):
                second, late = divmod(time.time_ns(), 10**9)
                index = next((index for index, peer in enumerate(bare) if peer.stdout.fileno() == file), None)
                if index is not None:
                    os.read(file, 1)
                    theirs[index].setdefault(second, late - list(offsets.values())[index] * 10**6)
                else:
                    watch.clear()
                    if first <= second < first + edges:
                        ours.setdefault(second, late)
        for peer in bare:
            peer.wait()
    if len(ours) < edges:
        raise RuntimeError(f"{len(ours)} of {edges} starts were seen")
    return [list(figures.values()) for figures in (ours, *theirs)]
