import Foundation
import ProgramTesting
import SchedulerDaemon
import SchedulerInstance
import Testing

@testable import schedctl

/// What systemd-analyze(1) says of the units.
@Suite(.enabled(if: InstalledProgram("systemd-analyze").isInstalled, "systemd-analyze is not installed"))
struct UnitTests {
  private static let analyze = InstalledProgram("systemd-analyze")
  private let folder: WorkFolder

  /// The units of both instances for the program that was built, and the manual pages that they name.
  init() throws {
    folder = try WorkFolder()
    for (instance, name) in [(InstanceScope.system, "system"), (.user, "user")] {
      let text = ServiceUnit.text(of: instance, program: ProgramRun.programPath)
      try folder.write(text, to: "\(name)/\(ServiceUnit.name)")
      try folder.write(SocketUnit.text(of: instance), to: "\(name)/\(SocketUnit.name)")
    }
    try folder.write(AgentUnit.text(program: ProgramRun.programPath), to: "user/\(AgentUnit.name)")
    try folder.write(RevertUnit.text(program: ProgramRun.programPath), to: "system/\(RevertUnit.name)")
    try folder.write(
      RevertBootUnit.text(program: ProgramRun.programPath), to: "system/\(RevertBootUnit.name)")
    try folder.write(RevertPathUnit.text, to: "system/\(RevertPathUnit.name)")
    try folder.write(RecoveryUnit.text, to: "system/\(RecoveryUnit.name)")
    try folder.write(ShieldPageUnit.text(program: ProgramRun.programPath), to: "system/\(ShieldPageUnit.name)")
    for socket in ShieldPageSocketUnit.allCases { try folder.write(socket.text, to: "system/\(socket.name)") }
    for page in ManualPage.all {
      try folder.write(page.roff, to: "man/man\(page.section)/\(page.name).\(page.section)")
    }
    try folder.write("", to: "runtime/keep")
  }

  private var surroundings: [String: String] {
    ["MANPATH": folder.path + "/man", "XDG_RUNTIME_DIR": folder.path + "/runtime"]
  }

  private func run(_ words: String...) throws -> (output: String, messages: String) {
    try Self.analyze.run(words, in: folder, surroundings)
  }

  @Test(arguments: ["system", "user"])
  func `systemd-analyze verify accepts the units without a message`(instance: String) throws {
    let names =
      [ServiceUnit.name, SocketUnit.name]
      + (instance == "user"
        ? [AgentUnit.name]
        : [RevertUnit.name, RevertBootUnit.name, RevertPathUnit.name, RecoveryUnit.name, ShieldPageUnit.name]
          + ShieldPageSocketUnit.allCases.map(\.name))
    let outcome = try Self.analyze.run(
      ["--\(instance)", "verify"] + names.map { "\(instance)/\($0)" }, in: folder, surroundings)
    #expect(outcome.messages.isEmpty && outcome.output.isEmpty, "\(outcome.messages)")
  }

  @Test func `systemd-analyze verify reports a wrong unit`() throws {
    try folder.write(ServiceUnit.text(of: .system, program: "/nowhere/x") + "Wrong=1\n", to: "system/schedctl.service")
    let messages = try run("verify", "system/schedctl.service").messages
    #expect(messages.contains("/nowhere/x") && messages.contains("Wrong"))
  }

  @Test(arguments: [ServiceUnit.name, RevertUnit.name, RevertBootUnit.name, RecoveryUnit.name, ShieldPageUnit.name])
  func `systemd rates the exposure of the system units at 5 or less`(name: String) throws {
    let output = try run("security", "--offline=true", "--threshold=50", "system/\(name)").output
    let line = try #require(output.split(separator: "\n").last { $0.contains("Overall exposure level") })
    let exposure = try #require(line.split(separator: " ").compactMap { Double($0) }.first)
    #expect(exposure > 0 && exposure <= 5, "\(line)")
  }

  @Test func `the units that revert may write wherever the daemon leaves files of a shield`() {
    let daemon = Self.values(of: "ReadWritePaths", in: ServiceUnit.text(of: .system, program: "/x"))
    // Firefox from Flathub; its directory of extensions may not exist before the first shield.
    #expect(daemon.contains("/etc") && daemon.contains("-/var/lib/flatpak"))
    for text in [RevertUnit.text(program: "/x"), RevertBootUnit.text(program: "/x")] {
      #expect(Set(daemon).isSubset(of: Self.values(of: "ReadWritePaths", in: text)))
    }
  }

  /// Without these the daemon would never know that a clock is synchronised; `ProtectClock` takes them away.
  @Test func `the system unit lets the daemon read the synchronisation state of the clock`() {
    let lines = ServiceUnit.text(of: .system, program: "/x").split(separator: "\n")
    #expect(lines.contains("SystemCallFilter=@system-service adjtimex clock_adjtime fanotify_init fanotify_mark"))
    #expect(!lines.contains { $0.hasPrefix("ProtectClock=") })
  }

  /// A unit that fails for good loses what systemd stored for it, and the kernel then allows the starts that wait.
  @Test func `in the worst case a start of a program waits for less than half a minute`() throws {
    let text = ServiceUnit.text(of: .system, program: "/x")
    func seconds(_ name: String) throws -> Double { try Self.seconds(name, in: text) }
    let (burst, interval) = (try seconds("StartLimitBurst"), try seconds("StartLimitIntervalSec"))
    let cycle = try seconds("RestartSec") + seconds("TimeoutStartSec")
    // One more start than the burst falls into the interval, so that the unit fails.
    #expect(burst * cycle < interval)
    // An interval that ends in between allows all but one of its starts, and then the burst of the next one.
    let loop = (2 * burst - 1) * cycle + (try seconds("RestartSec"))
    let watchdog = Double(LinuxMachine.guardedWatchdogLimit) / 1e9
    // A unit that is starting holds up the daemon if it is ordered before it.
    let others = [RevertUnit.text(program: "/x"), RevertPathUnit.text, RecoveryUnit.text]
    let predecessors = others.filter { Self.values(of: "Before", in: $0).contains(ServiceUnit.name) }
    let waits = try predecessors.map { try Self.seconds("TimeoutStartSec", in: $0) }.reduce(0, +)
    #expect(watchdog + (try seconds("TimeoutAbortSec")) + loop + waits < 30)
    #expect(Self.values(of: "After", in: text) == [SocketUnit.name, "nss-user-lookup.target"])
    #expect(text.contains("\nTimeoutStartFailureMode=kill\n") && text.contains("\nFileDescriptorStoreMax=1\n"))
    #expect(try seconds("TimeoutStopSec") < 30)
  }

  /// Returns the words of a setting.
  private static func values(of name: String, in text: String) -> [String] {
    text.split(separator: "\n").filter { $0.hasPrefix(name + "=") }
      .flatMap { $0.dropFirst(name.count + 1).split(separator: " ").map(String.init) }
  }

  private static func seconds(_ name: String, in text: String) throws -> Double {
    let value = try #require(values(of: name, in: text).first)
    return value.hasSuffix("ms") ? try #require(Double(value.dropLast(2))) / 1_000 : try #require(Double(value))
  }

  /// The one that runs at boot is ordered before the daemon, and the others, which may run at any time, are not.
  @Test func `a removal of expired shields that hangs ends, and delays the daemon at boot alone`() throws {
    let boot = RevertBootUnit.text(program: "/x")
    #expect(Self.values(of: "Before", in: boot).contains(ServiceUnit.name))
    #expect(Self.values(of: "RemainAfterExit", in: boot) == ["yes"])
    #expect(Self.values(of: "OnFailure", in: boot) == [RevertUnit.name])
    let other = RevertUnit.text(program: "/x")
    #expect(Self.values(of: "Before", in: other).isEmpty)
    #expect(Self.values(of: "Restart", in: other) == ["on-abnormal"])
    for text in [boot, other] {
      #expect(try Self.seconds("TimeoutStartSec", in: text) <= 30)
      #expect(Self.values(of: "TimeoutStartFailureMode", in: text) == ["kill"])
      #expect(Self.values(of: "ExecStart", in: text) == ["/x", "revert", "--expired", "--timer", "--system"])
    }
    // A path unit starts the service of its own name.
    #expect(Self.values(of: "Unit", in: RevertPathUnit.text).isEmpty)
    #expect(RevertPathUnit.name.dropLast(".path".count) == RevertUnit.name.dropLast(".service".count))
    #expect(
      Self.values(of: "PathChanged", in: RevertPathUnit.text)
        == ["/var/lib/schedctl/shield.json", "/var/lib/schedctl/try.json"])
  }
}
