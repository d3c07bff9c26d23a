import Foundation
import ProgramTesting
import Scheduler
import Testing

/// The programs that `schedctl` and its units run themselves. The guard knows no exception for a child of ours, so they are
/// on the list of what is never shielded.
@Suite struct OwnProgramTests {
  /// The files that run programs, and what they run besides programs of the user's choice.
  private static let programs: [(file: String, names: [String])] = [
    ("SchedulerDaemon/Machine/HookProcesses.swift", []),
    ("SchedulerEnforcement/Firewall/NftProgram.swift", ["nft"]),
    ("SchedulerEnforcement/Hosts/NameResolver.swift", ["getent"]),
    ("SchedulerEnforcement/NameServers/Unbound/UnboundControl.swift", ["unbound-control"]),
    ("SchedulerEnforcement/ProgramAdapter.swift", []),
    ("SchedulerPlatform/AccountDatabase+Identifiers.swift", ["getent"]),
    ("SchedulerPlatform/AccountDatabase.swift", ["getent"]),
    ("schedctl/Agent/NoticeSubscription.swift", ["notify-send"]),
    ("schedctl/Commands/Why/IdentityProgram.swift", ["id"]),
    ("schedctl/Editing/Editor.swift", ["sh"]),
    ("schedctl/Installation/ExtensionKey.swift", ["openssl"]),
    ("schedctl/Installation/SystemControl.swift", ["systemctl", "systemd-run", "update-desktop-database"]),
    ("schedctl/Installation/Texts/ShellExtension.swift", ["gsettings"]),
  ]

  @Test func `every program that schedctl runs itself is never shielded`() {
    for (file, names) in Self.programs {
      let shielded = names.filter { !ApplicationName("/usr/bin/\($0)").isNeverShielded }
      #expect(shielded == [], "\(file)")
    }
  }

  @Test func `every file that runs programs is in the table`() throws {
    let root = Checkout.path("Sources")
    let entries = try #require(FileManager.default.enumerator(atPath: root))
    let found = try entries.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }.filter { path in
      let text = try String(contentsOfFile: "\(root)/\(path)", encoding: .utf8)
      return text.split(separator: "\n").contains { line in
        !line.contains("///") && line.contains(/(ChildProcess|BackgroundProcess)\(|ForegroundProcess\.run\(/)
      }
    }
    #expect(found.sorted() == Self.programs.map(\.file))
  }

  @Test func `every program that an installed unit runs is never shielded`() throws {
    let text = try String(
      contentsOfFile: Checkout.path("Tests/CommandTests/Goldens/install-root.txt"), encoding: .utf8)
    let words = text.matches(of: /\nExec[A-Z]\w+=-?(?<program>\S+)/).map { String($0.output.program) }
    let names = Set(words.compactMap { $0.split(separator: "/").last.map(String.init) } + ["grep"])
    #expect(names == ["schedctl", "kill", "sh", "sleep", "systemctl", "grep"])
    #expect(names.filter { !ApplicationName("/usr/bin/\($0)").isNeverShielded } == [])
  }
}
