"""A daemon that shields this machine from one profile: a program, names of a private hosts file, and what runs."""

import contextlib
import ctypes
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

LIBC = ctypes.CDLL(None, use_errno=True)
NEW_NAMESPACE, NEW_NETWORK, PRIVATE, BIND, RECURSIVE, DETACH = 0x20000, 0x40000000, 1 << 18, 1 << 12, 1 << 14, 2
POLL = 7 if os.uname().machine == "x86_64" else 73
# A user without an account, whom the shield covers because it is not root.
USER = 4711
# The strangest hosts file that works: another line end, a zero byte, and no line end after the last line.
FOREIGN = b"127.0.0.1 localhost\r\n# \0\n10.0.0.1 nas"


def is_attempt(entry):
    """Whether an entry of history is about attempts. A program that a new shield closes is none."""
    return entry.get("event") == "shieldDidBlock" and entry["outcome"] != "closing"


def mount(source, target, kind=None, flags=0):
    names = [None if name is None else os.fsencode(name) for name in (source, target, kind)]
    if LIBC.mount(*names, flags, None) != 0:
        raise OSError(ctypes.get_errno(), f"mount on {target}: {os.strerror(ctypes.get_errno())}")


def require_rights():
    """Ends this program if it cannot shield anything here: without root with a failure, in a container without one."""
    if os.geteuid() != 0:
        sys.exit("must run as root: nobody else can deny the start of programs")
    group = LIBC.fanotify_init(0x4, 0)
    mounts = subprocess.run(["unshare", "--mount", "mount", "-t", "tmpfs", "none", "/mnt"], capture_output=True)
    if group < 0 or mounts.returncode != 0:
        print("nothing can be mounted or denied here: not tried")
        sys.exit(0)
    os.close(group)


@contextlib.contextmanager
def private_machine():
    """Gives this process and its children an /etc and a /run of their own, and a folder. No other process sees what changes
    there."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        subprocess.run(["cp", "-a", "/etc", folder / "etc"], check=True)
        if LIBC.unshare(NEW_NAMESPACE) != 0:
            raise OSError(ctypes.get_errno(), "a mount namespace of its own needs root")
        mount("none", "/", flags=PRIVATE | RECURSIVE)
        mount(folder / "etc", "/etc", flags=BIND)
        mount("none", "/run", "tmpfs")
        Path("/etc/hosts").write_bytes(FOREIGN)
        try:
            yield folder
        finally:
            LIBC.umount2(b"/etc/hosts", DETACH)
            LIBC.umount2(b"/etc", DETACH)


def read(path):
    """The text of a file; None if it is gone meanwhile."""
    try:
        return path.read_text()
    except FileNotFoundError:
        return None


def replace_by_mount(folder):
    """Makes the hosts file a mount point, as in a container, where it can only be written in place."""
    (folder / "mounted").write_bytes(Path("/etc/hosts").read_bytes())
    mount(folder / "mounted", "/etc/hosts", flags=BIND)


# Policies of an administrator, which differ from what schedctl would write.
POLICIES = {
    "/etc/opt/chrome/policies/managed/admin.json": b'{ "URLBlocklist": ["admin.example"],\n "HomepageLocation": "http://a" }',
    "/etc/firefox/policies/policies.json": b'{"policies": {"WebsiteFilter": {"Block": ["*://admin.example/*"]}}}\n',
}


@contextlib.contextmanager
def network_and_browsers(folder):
    """Gives a private machine a network of its own, with a name server that has an address for every name, and browsers with
    policies of an administrator."""
    if LIBC.unshare(NEW_NETWORK) != 0:
        raise OSError(ctypes.get_errno(), "a network of its own needs root")
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
    for path in ("google/chrome/chrome", "firefox/firefox"):
        file = folder / "opt" / path
        file.parent.mkdir(parents=True)
        file.write_bytes(b"")
    mount(folder / "opt", "/opt", flags=BIND)
    for path, content in POLICIES.items():
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).write_bytes(content)
    for path, text in (("resolv.conf", "nameserver 127.0.0.1\n"), ("nsswitch.conf", "hosts: files dns\n")):
        Path("/etc", path).unlink(missing_ok=True)
        Path("/etc", path).write_text(text)
    options = ["--keep-in-foreground", "--conf-file=/dev/null", "--listen-address=127.0.0.1", "--bind-interfaces", "--no-resolv",
               "--no-hosts", "--user=root", "--pid-file="]
    servers = [subprocess.Popen(["dnsmasq", *options, *more], stderr=subprocess.DEVNULL) for more in (
        ["--port=5353", "--address=/#/10.1.2.3"],
        ["--servers-file=/etc/schedctl.servers", "--server=127.0.0.1#5353", "--cache-size=0"])]
    try:
        while not resolves("ready.example"):
            if any(server.poll() is not None for server in servers):
                raise RuntimeError("dnsmasq does not run")
        yield
    finally:
        for server in servers:
            server.kill()
            server.wait()
        LIBC.umount2(b"/opt", DETACH)


def resolves(name):
    """Whether a name has an address at the name server of this machine."""
    question = b"".join(bytes([len(label)]) + label for label in name.encode().split(b".")) + b"\0\0\1\0\1"
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as client:
        client.settimeout(0.5)
        client.connect(("127.0.0.1", 53))
        for _ in range(20):
            try:
                client.send(b"\x12\x34\1\0\0\1\0\0\0\0\0\0" + question)
                return client.recv(512)[6:8] != b"\0\0"
            except OSError:
                time.sleep(0.01)
    return False


def has_table():
    """Whether the firewall has the table of schedctl."""
    tables = subprocess.run(["nft", "list", "tables"], check=True, capture_output=True, text=True).stdout
    return "inet schedctl" in tables


class ShieldedMachine:
    """Create it in a `private_machine`. `games` programs and `names` names are blocked while the session runs."""

    def __init__(self, program, folder, games=1, names=100, copied="/bin/sleep", adapters="exec-guard sweeper hosts", grace="0s",
                 has_script=False):
        self.program, self.folder, self.process = program, folder, None
        folder.chmod(0o755)
        self.state, self.file = folder / "state", folder / "week.toml"
        self.games = [str(folder / f"game{number}") for number in range(games)]
        self.game = self.games[0]
        for path in self.games:
            # Another process copies: no child of this one may inherit the file while it is open for writing.
            subprocess.run(["cp", copied, path], check=True)
        if has_script:
            script = folder / "gamescript"
            script.write_text("#!/bin/sh\nsleep 1\n")
            script.chmod(0o755)
            self.games.append(str(script))
        domains = [f"name{number}.example" for number in range(names)]
        self.file.write_text(
            f'timezone = "UTC"\n[enforce]\nadapters = {json.dumps(adapters.split())}\ngrace = "{grace}"\n'
            f"[profile.focus]\nblock.apps = {json.dumps(self.games)}\nblock.domains = {json.dumps(domains)}\n")
        self.options = ["--config", str(self.file), "--state", str(self.state)]
        self.environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "SCHEDCTL_ROOT": "/", "TZ": "UTC",
                            "RUNTIME_DIRECTORY": "/run/schedctl", "NOTIFY_SOCKET": "/run/ready", "SWIFT_BACKTRACE": "enable=no"}
        os.makedirs("/run/schedctl", exist_ok=True)
        Path("/run/ready").unlink(missing_ok=True)
        self.readiness = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.readiness.bind("/run/ready")
        self.readiness.settimeout(60)
        self.run("authorize", "--yes", "--offline", "-q")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process is not None and self.process.poll() is None:
            self.end(signal.SIGKILL)

    def run(self, *words):
        words = [self.program, *words, *self.options]
        return subprocess.run(words, env=self.environment, check=True, capture_output=True, text=True).stdout

    def launch(self):
        """Starts the daemon, and does not wait for it."""
        log = open(self.folder / "log", "ab")
        self.process = subprocess.Popen([self.program, "run", *self.options], env=self.environment, stdout=log, stderr=log)
        log.close()

    def start(self):
        """Starts the daemon, and waits until it says that the machine matches the shield."""
        self.discard_readiness()
        self.launch()
        while b"READY=1" not in self.readiness.recv(4096):
            pass

    def discard_readiness(self):
        self.readiness.setblocking(False)
        try:
            while self.readiness.recv(4096):
                pass
        except BlockingIOError:
            self.readiness.settimeout(60)

    def end(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        return self.process.wait()

    def connect(self):
        client = socket.socket(socket.AF_UNIX)
        client.connect("/run/schedctl/control.sock")
        return client

    @staticmethod
    def request(is_on):
        """The message that starts or stops the session."""
        parameters = {"profile": "focus"} if is_on else {"session": "focus"}
        call = {"method": f"io.schedctl.Control.{'Start' if is_on else 'Stop'}", "parameters": parameters}
        return json.dumps(call).encode() + b"\0"

    @staticmethod
    def ask(client, request):
        """Sends a call and returns its answer; an error is an exception."""
        client.sendall(request)
        reply = b""
        while not reply.endswith(b"\0"):
            part = client.recv(65536)
            if not part:
                raise ConnectionError("the daemon has closed the connection")
            reply += part
        answer = json.loads(reply[:-1])
        if "error" in answer:
            raise RuntimeError(str(answer))
        return answer["parameters"]

    @property
    def is_shielded(self):
        """Whether the durable shield has the session."""
        return bool(json.loads((self.state / "shield.json").read_text())["layers"])

    def is_settled(self, is_on):
        """Whether the daemon says that each adapter has applied, or has removed, the shield."""
        live = json.loads(Path("/run/schedctl/live.json").read_text())
        wanted = json.loads((self.state / "shield.json").read_text())
        if bool(wanted["layers"]) != is_on or not live["adapters"]:
            return False
        told = {(adapter["state"], adapter["generation"]) for adapter in live["adapters"]}
        return told == ({("applied", wanted["generation"])} if is_on else {("ready", None)})

    def settle(self, is_on, seconds=20):
        """Waits until the daemon says so."""
        end = time.monotonic() + seconds
        while not self.is_settled(is_on):
            if time.monotonic() > end:
                raise TimeoutError(f"not settled: {Path('/run/schedctl/live.json').read_text()}")
            time.sleep(0.0005)

    def play(self, path=None, seconds=0):
        """Starts a blocked program as a user. Returns its process, or None if the start is denied."""
        try:
            return subprocess.Popen(
                [path or self.game, str(seconds)], user=USER, group=USER, extra_groups=[], stdin=subprocess.DEVNULL)
        except PermissionError:
            return None

    def may_play(self, path=None):
        process = self.play(path)
        return process is not None and process.wait() == 0

    def kinds(self):
        """What a daemon must not lose: its descriptors, threads, watches and marks, and its memory in KiB."""
        base = Path(f"/proc/{self.process.pid}")
        status = base.joinpath("status").read_text()
        infos = [text for path in base.joinpath("fdinfo").iterdir() if (text := read(path)) is not None]
        number = {key: int(re.search(rf"^{key}:\s+(\d+)", status, re.M)[1]) for key in ("Threads", "RssAnon", "VmRSS")}
        return {"descriptors": len(infos), "threads": number["Threads"],
                "watches": sum(info.count("inotify wd:") for info in infos),
                "marks": sum(info.count("fanotify ino:") for info in infos),
                "memory": number["RssAnon"], "resident": number["VmRSS"]}

    def switches(self):
        """How often each thread of the daemon has waited, which is how often it was woken, by the number of the thread."""
        texts = {path.parent.name: path.read_text() for path in Path(f"/proc/{self.process.pid}/task").glob("*/status")}
        return {thread: int(re.search(r"^voluntary_ctxt_switches:\s+(\d+)", text, re.M)[1]) for thread, text in texts.items()}

    def guard(self):
        """The number of the thread that answers for starts: the one that waits in poll(2)."""
        for path in Path(f"/proc/{self.process.pid}/task").glob("*/syscall"):
            if path.read_text().startswith(f"{POLL} "):
                return path.parent.name
        raise RuntimeError("no thread waits in poll(2)")
