import Foundation
import ProgramTesting
import TestSupport
import Testing

/// `try` with a real dnsmasq that programs ask, in a network namespace, and with another /etc.
@Suite(
  .enabled(if: geteuid() == 0, "only root starts a network namespace"),
  .enabled(if: InstalledProgram("dnsmasq").isInstalled, "dnsmasq is not installed"))
struct NameServerTrialTests {
  private let folder: WorkFolder

  init() throws {
    folder = try WorkFolder()
    for (file, text) in [
      ("hosts", ""), ("passwd", "root:x:0:0::/:/bin/sh\n"), ("group", "root:x:0:\n"),
      ("nsswitch.conf", "hosts: files dns\n"), ("resolv.conf", "nameserver 127.0.0.1\noptions timeout:1 attempts:1\n"),
    ] { try folder.write(text, to: "etc/" + file) }
    try folder.write(
      "[enforce]\nadapters = [\"dnsmasq\"]\n[profile.focus]\nblock.domains = [\"blocked.example\"]\n", to: "week.toml")
  }

  /// Runs a trial of a second with a dnsmasq that has an address for every name of `example`.
  private func trial(_ options: String..., meanwhile: String = "true") throws -> [String] {
    let script = """
      for place in /run/schedctl /var/lib/schedctl /run/nscd; do
        if test -d $place; then mount -t tmpfs none $place; fi
      done
      mount --bind "$PWD/etc" /etc && ip link set lo up && : > /etc/schedctl.servers
      server() {
        dnsmasq --keep-in-foreground --no-resolv --no-hosts --conf-file=/dev/null --user=root "$@" &
      }
      server --port=5300 --listen-address=127.0.0.1 --bind-interfaces --pid-file="$PWD/up.pid" --address=/example/10.1.2.3
      upstream=$!
      server --listen-address=127.0.0.1 --bind-interfaces --pid-file="$PWD/pid" --server=127.0.0.1#5300 \
        --servers-file=/etc/schedctl.servers --cache-size=0 --log-queries --log-facility="$PWD/log"
      main=$!
      tries=0
      until getent ahosts blocked.example > /dev/null || test $tries = 100; do sleep 0.05; tries=$((tries + 1)); done
      (sleep 0.7; \(meanwhile)) &
      later=$!
      schedctl try focus --config week.toml --state "$PWD/state" --for 2s \(options.joined(separator: " "))
      echo "exit $?"
      getent ahosts blocked.example | sed -n '1s/ .*//p'
      kill $main $upstream
      wait
      """
    let outcome = try InstalledProgram("unshare").run(
      ["-m", "-n", "sh", "-c", script], in: folder, ["SCHEDCTL_ROOT": "/"])
    return (outcome.output + outcome.messages).split(separator: "\n").map(String.init)
  }

  @Test func `names that resolved before do not during a trial, and do again after it`() throws {
    let lines = try trial()
    let row = "the server was asked, 2 of 2 that resolved no longer do"
    #expect(lines.contains { $0.hasPrefix("dnsmasq") && $0.contains(row) }, "\(lines)")
    #expect(lines.contains("exit 0") && lines.contains("10.1.2.3"), "\(lines)")
    #expect(!lines.contains { $0.contains("has none yet") }, "\(lines)")
    #expect(lines.contains("no attempts"), "its own look-ups are none: \(lines)")
  }

  @Test func `a name that does not resolve after a trial is named, and no fault of the trial`() throws {
    let lines = try trial("--json", meanwhile: "kill $upstream")
    #expect(
      lines.contains { $0.contains(#""verified":true"#) && $0.contains(#""unresolved":["blocked.example""#) },
      "\(lines)")
    #expect(lines.contains("exit 0"), "\(lines)")
  }
}
