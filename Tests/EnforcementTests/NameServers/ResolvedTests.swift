import Foundation
import Glibc
import ProgramTesting
import Testing

@testable import SchedulerEnforcement

/// The program of systemd-resolved. `SCHEDCTL_RESOLVED` names another one than the installed one.
private enum Resolved {
  static let program =
    ([ProcessInfo.processInfo.environment["SCHEDCTL_RESOLVED"]].compactMap { $0 }
    + ["/lib/systemd/systemd-resolved", "/usr/lib/systemd/systemd-resolved"]).first { access($0, X_OK) == 0 }
}

/// The set-up for systemd-resolved of docs/dnsmasq.md, in namespaces of its own.
@Suite(
  .enabled(if: TestNetwork.canWork, "\(TestNetwork.hindrance ?? "")"),
  .enabled(if: NameServerPair.exists, "dnsmasq is not installed"),
  .enabled(if: Resolved.program != nil, "systemd-resolved is not installed"))
struct ResolvedTests {
  /// `$0` is the program that applies shields, `$1` a folder, `$2` systemd-resolved. The upstream server of dnsmasq has an
  /// address for every name.
  private static let script = """
    ip link set lo up
    ip link add left type veth peer name right && ip addr add 192.0.2.1/24 dev left
    ip link set left up && ip link set right up
    mount -t tmpfs none /run && mkdir -p /run/systemd /run/dbus
    cp -r /etc/systemd "$1/systemd" && mkdir -p "$1/systemd/resolved.conf.d"
    printf '[Resolve]\\nDNS=127.0.0.1\\nDomains=~.\\n' > "$1/systemd/resolved.conf.d/schedctl.conf"
    mount --bind "$1/systemd" /etc/systemd
    echo 'nameserver 127.0.0.53' > "$1/resolv.conf" && mount --bind "$1/resolv.conf" /etc/resolv.conf
    for file in passwd group; do
      { grep -v '^systemd-resolve:' /etc/$file; echo systemd-resolve:x:996:996::/:/bin/false; } > "$1/$file"
      mount --bind "$1/$file" /etc/$file
    done
    echo systemd-resolve:x:996: >> "$1/group"; : > "$1/servers"
    common='--conf-file=/dev/null --keep-in-foreground --bind-interfaces --no-resolv --no-hosts --user=root'
    dnsmasq $common --listen-address=192.0.2.1 --address=/#/10.1.2.3 --pid-file="$1/up" & up=$!
    dnsmasq $common --listen-address=127.0.0.1 --server=192.0.2.1 --servers-file="$1/servers" --pid-file="$1/own" & own=$!
    "$2" 2> "$1/log" & resolved=$!
    ask() { echo "$1 $(dig +time=2 +tries=1 +short @127.0.0.53 "$1" 2> /dev/null)"; }
    for turn in $(seq 100); do ask ready.example | grep -q 10.1.2.3 && break; sleep 0.1; done
    "$0" names probe "$1/servers"
    ask open.example; ask before.blocked.example
    "$0" names block "$1/servers"
    ask open.example; ask www.blocked.example; ask blocked.example
    "$0" names revert "$1/servers"
    for turn in $(seq 100); do ask new$turn.blocked.example | grep -q 10.1.2.3 && break; sleep 0.1; done
    ask later.blocked.example
    kill $up $own $resolved
    """

  @Test func `behind systemd-resolved names are blocked as the set-up of the page says`() throws {
    let folder = try WorkFolder()
    chmod(folder.path, 0o755)
    let lines = try HostsProcess(
      [
        "/usr/bin/unshare", "-mn", "/bin/sh", "-c", Self.script, HostsProcess.program, folder.path,
        Resolved.program ?? "",
      ]
    ).linesToEnd()
    #expect(
      lines == [
        "available", "open.example 10.1.2.3", "before.blocked.example 10.1.2.3", "blocked", "open.example 10.1.2.3",
        "www.blocked.example ", "blocked.example ", "reverted", "later.blocked.example 10.1.2.3",
      ])
  }
}
