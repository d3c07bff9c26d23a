import Foundation
import ProgramTesting
import SchedulerPlatform
import Testing

@testable import schedctl

/// `install --user`, with a systemctl that only notes what it is asked for.
@Suite struct HomeInstallationTests {
  private static let configuration = """
    [profile.exam]
    window = ["mon 09:00-12:00"]
    lock   = "strict"
    block  = { domains = ["a.org"] }

    """

  private static let starting = ["enable schedctl-agent.service", "enable --now schedctl.service schedctl.socket"]
  private static let stopping = [
    "disable --now schedctl.service schedctl.socket schedctl-agent.service", "daemon-reload",
  ]

  private func trial(_ configuration: String? = configuration) throws -> InstallationTrial {
    let trial = try InstallationTrial()
    if let configuration { try trial.machine.folder.write(configuration, to: ".config/schedctl/config.toml") }
    return trial
  }

  @Test func `install starts the daemon and restarts it only if it changed, and uninstall stops it`() throws {
    let trial = try trial()
    try trial.startSystemd()
    let installed = try trial.runAtHome("install")
    #expect(installed.end == .exit(0))
    #expect(installed.messages == "schedctl: the daemon runs; 'systemctl --user status schedctl' shows it\n")
    #expect(installed.output.hasPrefix("written .local/bin/schedctl\nwritten .config/systemd/user/schedctl.service\n"))
    #expect(try trial.takeCalls() == ["daemon-reload", "try-restart schedctl.service"] + Self.starting)

    #expect(try trial.runAtHome("install").output.isEmpty)
    #expect(try trial.takeCalls() == ["daemon-reload"] + Self.starting, "what is the same is not started again")

    let removed = try trial.runAtHome("uninstall")
    #expect(removed.output == installed.output.replacing("written", with: "removed"))
    let rest = "schedctl: the configuration in '.config/schedctl' and the state in '.local/state/schedctl' stay\n"
    #expect(removed.messages == rest && removed.end == .exit(0))
    #expect(try trial.takeCalls() == Self.stopping)
  }

  @Test func `without a configuration install starts nothing`() throws {
    let trial = try trial(nil)
    try trial.startSystemd()
    let messages = try trial.runAtHome("install").messages
    #expect(
      messages.hasPrefix("schedctl: there is no configuration yet: 'schedctl init' writes one, and 'systemctl --user"))
    let calls = ["daemon-reload", "try-restart schedctl.service", "enable schedctl-agent.service"]
    #expect(try trial.takeCalls() == calls + ["enable schedctl.service schedctl.socket"])
  }

  /// A gsettings that keeps a list in a file.
  private static let settings = """
    list=${0%/*}/list
    [ "$2 $3" = "org.gnome.shell enabled-extensions" ] || exit 1
    if [ "$1" = get ]; then read -r text < "$list"; echo "$text"; else echo "$4" > "$list"; fi
    """

  /// A machine with a gsettings.
  private func trial(settings: String) throws -> InstallationTrial {
    let trial = try trial()
    let folder = trial.machine.folder
    let writing = """
      mkdir bin
      printf '#!/bin/sh\\n%s\\n' "$1" > bin/gsettings
      chmod +x bin/gsettings
      echo "$2" > bin/list
      """
    _ = try InstalledProgram("sh").run(["-c", writing, "sh", settings, "['dock@example.org']"], in: folder)
    trial.machine.variables["PATH"] = folder.path + "/bin"
    return trial
  }

  @Test(arguments: [
    ("exit 1", false), ("[ \"$1\" = get ] && echo \"['a', 'focus@schedctl.io']\"", true), ("kill -9 $$", true),
  ])
  func `install and uninstall say that gsettings fails, unless GNOME Shell is not there`(
    settings: String, isUninstallConcerned: Bool
  ) throws {
    let trial = try trial(settings: settings)
    trial.machine.variables["XDG_CURRENT_DESKTOP"] = "GNOME"
    let installed = try trial.runAtHome("install")
    let message = "schedctl: gsettings cannot turn on the extension of GNOME Shell; after the next login, "
    #expect(installed.end == .exit(0) && installed.messages.hasPrefix(message), "\(installed.messages)")
    let removed = try trial.runAtHome("uninstall")
    #expect(removed.end == .exit(0))
    #expect(removed.messages.contains("gsettings cannot turn off") == isUninstallConcerned, "\(removed.messages)")
  }

  @Test func `root leaves the list of extensions that the environment leads to`() throws {
    let trial = try trial(settings: Self.settings)
    let variables = ["PATH": trial.machine.folder.path + "/bin", "XDG_CURRENT_DESKTOP": "GNOME"]
    let change = { (user: UInt32) in
      ShellExtension.set(isEnabled: true, in: ProcessEnvironment(variables: variables, effectiveUserID: user))
    }
    #expect(change(0) == .unchanged && change(1000) == .changed && change(1000) == .unchanged)
  }

  @Test func `on GNOME, install turns the extension on for the next login, and uninstall turns it off everywhere`()
    throws
  {
    let trial = try trial(settings: Self.settings)
    let folder = trial.machine.folder
    let list = { try String(contentsOfFile: "\(folder.path)/bin/list", encoding: .utf8) }
    _ = try trial.runAtHome("install")
    #expect(try list() == "['dock@example.org']\n", "the desktop is another")
    trial.machine.variables["XDG_CURRENT_DESKTOP"] = "ubuntu:GNOME"
    let message = "schedctl: after the next login, GNOME Shell tells the agent which application has the focus\n"
    #expect(try trial.runAtHome("install").messages.hasPrefix(message))
    #expect(try list() == "['dock@example.org', 'focus@schedctl.io', 'focus-43@schedctl.io']\n")
    #expect(try !trial.runAtHome("install").messages.hasPrefix(message))
    let extensions = "\(folder.path)/.local/share/gnome-shell"
    #expect(FileManager.default.fileExists(atPath: "\(extensions)/extensions/focus@schedctl.io/extension.js"))
    // A login over the network does not name the desktop.
    trial.machine.variables["XDG_CURRENT_DESKTOP"] = nil
    #expect(try trial.runAtHome("uninstall").end == .exit(0))
    #expect(try list() == "['dock@example.org']\n")
    #expect(!FileManager.default.fileExists(atPath: extensions))
  }

  @Test func `without systemd install says which command is the daemon`() throws {
    let trial = try trial()
    let outcome = try trial.runAtHome("install")
    #expect(outcome.end == .exit(0))
    #expect(outcome.messages == "schedctl: systemd does not run here; 'schedctl run --user' is the daemon\n")
  }

  @Test func `install reports a failure of systemd and keeps the files`() throws {
    let trial = try trial()
    try trial.startSystemd("exit 1")
    let outcome = try trial.runAtHome("install")
    #expect(outcome.end == .exit(69))
    #expect(outcome.messages.hasPrefix("schedctl: 'systemctl --user --quiet daemon-reload' failed\n"))
    #expect(outcome.output.split(separator: "\n").count == 15)
  }

  @Test func `uninstall removes nothing if systemd cannot stop the daemon`() throws {
    let trial = try trial()
    _ = try trial.runAtHome("install")
    try trial.startSystemd("exit 1")
    let outcome = try trial.runAtHome("uninstall")
    #expect(outcome.end == .exit(69) && outcome.output.isEmpty)
    #expect(FileManager.default.fileExists(atPath: trial.machine.folder.path + "/.local/bin/schedctl"))
  }

  @Test func `uninstall removes nothing beside a daemon that systemd has not started`() throws {
    let trial = try trial("[enforce]\nadapters = []\n\n[profile.exam]\nblock = { domains = [\"a.org\"] }\n")
    _ = try trial.runAtHome("install")
    let (home, state) = (trial.machine.folder.path, trial.machine.folder.path + "/.local/state/schedctl")
    let run = ProgramRun(arguments: ["run", "--config", home + "/.config/schedctl/config.toml", "--state", state])
    let daemon = try RunningProgram(run)
    #expect(Waiting.until { FileManager.default.fileExists(atPath: state + "/journal") })
    let outcome = try trial.runAtHome("uninstall")
    let number = daemon.processID
    let messages = """
      schedctl: a daemon that systemd has not started runs as process \(number)
      help: 'kill \(number)' stops it, and then run 'schedctl uninstall' again
      help: no file was removed

      """
    #expect(outcome == Outcome(.exit(69), messages: messages), "\(outcome)")
    #expect(FileManager.default.fileExists(atPath: home + "/.local/bin/schedctl"))
    daemon.send(SIGTERM)
    #expect(daemon.end().end == .exit(0))
    #expect(try trial.runAtHome("uninstall").end == .exit(0))
  }

  @Test func `uninstall removes nothing while a strict session runs`() throws {
    let trial = try trial()
    try trial.startSystemd()
    _ = try trial.runAtHome("install")
    try trial.machine.wait(until: "2026-11-23 09:30")
    #expect(try trial.runAtHome("run", "--once").end == .exit(0))
    _ = try trial.takeCalls()
    let messages = """
      schedctl: the session of profile 'exam' may not be stopped: its lock is strict
      help: it is allowed from 12:00 on, in 2 h 30 min
      help: nothing was removed; 'schedctl emergency' ends it before its time

      """
    let refused = try trial.runAtHome("uninstall")
    #expect(refused == Outcome(.exit(77), messages: messages), "\(refused.messages)")
    #expect(try trial.takeCalls().isEmpty)
    #expect(try trial.runAtHome("emergency", "--reason", "move", "--offline").end == .exit(0))
    #expect(try trial.runAtHome("uninstall").end == .exit(0))
  }

  @Test func `uninstall is refused during a strict session that no evaluation has started yet`() throws {
    let trial = try trial()
    _ = try trial.runAtHome("install")
    #expect(try trial.runAtHome("run", "--once").end == .exit(0))
    try trial.machine.wait(until: "2026-11-23 09:30")
    #expect(try trial.runAtHome("uninstall").end == .exit(77))
    try trial.machine.wait(until: "2026-11-23 12:00")
    #expect(try trial.runAtHome("uninstall").end == .exit(0))
  }
}
