import Foundation
import ProgramTesting
import TestSupport
import Testing

/// `try` and `revert` with the firewall of the kernel, in a network namespace, and with a copy of /etc.
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
    let setting = "[enforce]\nadapters = [\"nftables\"]\n[profile.focus]\nblock.domains = [\"203.0.113.7\"]\n"
    try folder.write(setting, to: "week.toml")
  }

  /// Runs a script with the program as `$schedctl`, without the daemons and the network of this machine. The state is in
  /// the folder.
  private func run(_ script: String) throws -> ProgramOutput {
    let places = """
      for place in /run/schedctl /var/lib/schedctl; do
        if test -d $place; then mount -t tmpfs none $place; fi
      done
      mount --bind '\(folder.path)/etc' /etc
      schedctl='\(ProgramRun.programPath)'
      state='\(folder.path)/state'
      export SCHEDCTL_ROOT=/ TZ=UTC HOME=/nonexistent
      """
    return try InstalledProgram("unshare").run(["-m", "-n", "sh", "-c", places + "\n" + script], in: folder)
  }
}
