import Foundation
import ProgramTesting
import TestSupport
import Testing

/// `try` and `revert` with the firewall of the kernel, in a network namespace, and with another /etc.
@Suite(
  .enabled(if: geteuid() == 0, "only root changes the firewall"),
  .enabled(if: InstalledProgram("nft").isInstalled, "nft is not installed"))
struct FirewallTrialTests {
  private let folder: WorkFolder

  init() throws {
    folder = try WorkFolder()
    for (file, text) in [("hosts", ""), ("passwd", "root:x:0:0::/:/bin/sh\n"), ("group", "root:x:0:\n")] {
      try folder.write(text, to: "etc/" + file)
    }
    try folder.write(
      "[enforce]\nadapters = [\"nftables\"]\n[profile.focus]\nblock.domains = [\"203.0.113.7\"]\n", to: "week.toml")
    // Another user runs the program in it.
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
  }

  /// Runs a script without the daemons and the network of this machine, after functions that run the program.
  private func run(_ script: String) throws -> [String] {
    let places = """
      for place in /run/schedctl /var/lib/schedctl; do
        if test -d $place; then mount -t tmpfs none $place; fi
      done
      mount --bind "$PWD/etc" /etc
      begin() { exec schedctl try focus --config week.toml --state "$PWD/state" --for "$1"; }
      revert() { schedctl revert --state "$PWD/state" "$@"; }
      tables() { nft list tables | grep -c 'inet schedctl'; }
      """
    let words = ["-m", "-n", "sh", "-c", places + "\n" + script]
    let outcome = try InstalledProgram("unshare").run(words, in: folder, ["SCHEDCTL_ROOT": "/"])
    return (outcome.output + outcome.messages).split(separator: "\n").map(String.init)
  }

  @Test func `a trial verifies with the kernel that its table is there, and removes it`() throws {
    let lines = try run("(begin 1s); echo \"exit $?\"; tables")
    #expect(lines.contains { $0.hasPrefix("nftables  applied  –         the kernel was asked ") }, "\(lines)")
    #expect(lines.contains("exit 0") && lines.contains("0"), "\(lines)")
  }

  @Test func `the table of a killed trial stays until root reverts it, and others learn that they cannot see it`()
    throws
  {
    let lines = try run(
      """
      begin 10m > seen 2>&1 &
      while test "$(tables)" = 0 && kill -0 $!; do sleep 0.05; done
      kill -KILL $!
      wait
      nft list table inet schedctl | grep -c 203.0.113.7
      setpriv --reuid=4711 --clear-groups schedctl revert --all --state "$PWD/state"
      echo "exit $?"
      tables
      revert --all
      echo "exit $?"
      tables
      revert --all
      """)
    #expect(
      lines.filter { !$0.hasPrefix("schedctl: ") && !$0.contains("Killed") } == [
        "1", "exit 0", "1", "reverted nftables: table inet schedctl", "exit 0", "0",
      ], "\(lines)")
    #expect(lines.count { $0 == "schedctl: the firewall was not looked at, which takes the rights of root" } == 1)
  }
}
