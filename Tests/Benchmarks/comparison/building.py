"""Builds the product, its benchmarks and the programs of the peers."""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
PEERS = ROOT / "Tests/Benchmarks/peers"
STATIC = ROOT / ".build-static"
DYNAMIC = ROOT / ".build-benchmarks"
STATIC_FLAGS = ["--static-swift-stdlib", "-Xswiftc", "-static-executable", "-Xlinker", "-s"]


def say(message):
    print(message, file=sys.stderr, flush=True)


def succeeds(command):
    """Whether a command exists and ends well; what it says is thrown away."""
    try:
        return subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0
    except OSError:
        return False


def build(product, scratch, flags):
    """The path of a product of the package, built for release."""
    say(f"building {product}")
    command = ["swift", "build", "-c", "release", *flags, "--product", product, "--scratch-path", str(scratch)]
    environment = dict(os.environ)
    if product == "schedctl":
        environment["SCHEDCTL_RELEASE"] = "1"
    done = subprocess.run(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        sys.exit(done.stdout)
    return str(scratch / "release" / product)


def compile_c(source, folder, libraries=()):
    """The path of a peer's program in C, or nothing when it does not compile here."""
    program = folder / source.removesuffix(".c")
    for compiler in ("cc", "clang"):
        if succeeds([compiler, "-O2", "-o", str(program), str(PEERS / source), *libraries]):
            return str(program)
    return None


def install_debian(packages):
    """Installs Debian packages where that is possible."""
    if shutil.which("apt-get") is None:
        return False
    as_root = [] if os.geteuid() == 0 else ["sudo", "-n"]
    install = [*as_root, "apt-get", "install", "-y", "--no-install-recommends", *packages]
    return succeeds(install) or (succeeds([*as_root, "apt-get", "update"]) and succeeds(install))


@dataclass
class Peers:
    """The peers that could be installed: their names with versions, and the commands that start them."""

    commands: dict = field(default_factory=dict)
    versions: dict = field(default_factory=dict)
    has_systemd: bool = False

    def add(self, name, command):
        self.commands[name] = command
        self.versions[name] = subprocess.check_output([*command, "--version"], text=True).strip()

    @property
    def names(self):
        return [*self.commands, *(["systemd"] if self.has_systemd else [])]


def install_peers(folder):
    """Installs every peer that can be, and says which cannot. Python packages go to a throw-away environment."""
    peers = Peers()
    python = folder / "python"
    make = [sys.executable, "-m", "venv", str(python)]
    made = succeeds(make) or (install_debian(["python3-venv"]) and succeeds(make))
    for package, script in (("python-dateutil", "with_dateutil.py"), ("croniter", "with_croniter.py")):
        say(f"installing {package}")
        if made and succeeds([str(python / "bin/pip"), "install", "--quiet", package]):
            peers.add(package, [str(python / "bin/python"), str(PEERS / script)])
        else:
            say(f"skipped: {package} cannot be installed from PyPI here")
    add_libical(peers, folder)
    add_systemd(peers)
    return peers


def add_libical(peers, folder):
    program = compile_c("with_libical.c", folder, ["-lical"])
    if program is None and install_debian(["libical-dev", "gcc", "libc6-dev"]):
        program = compile_c("with_libical.c", folder, ["-lical"])
    if program is None:
        return say("skipped: libical needs the Debian packages libical-dev and gcc")
    peers.add("libical", [program])


def add_systemd(peers):
    command = ["systemd-analyze", "calendar", "--iterations=2", "daily"]
    if not succeeds(command) and not (install_debian(["systemd"]) and succeeds(command)):
        return say("skipped: systemd-analyze needs the Debian package systemd")
    peers.has_systemd = True
    answer = subprocess.check_output(["systemd-analyze", "--version"], text=True)
    peers.versions["systemd"] = answer.split()[1]
