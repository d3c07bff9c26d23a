import Foundation
import ProgramTesting
import SchedulerPlatform
import Testing

/// Other programs that start a blocked one, each in its own way, under the built daemon.
@Suite(.enabled(if: geteuid() == 0, "only root may deny the start of programs"))
struct LauncherTests {
  /// A way to start a program. `@` stands for the program, which writes its arguments, and `~` for its folder.
  private struct Launcher {
    let name: String
    let command: String
    /// A file in the folder, and whether it is a wrapper, which the configuration blocks in place of the program.
    var file: (name: String, text: String, isWrapper: Bool)?

    init(_ name: String, _ command: String) { (self.name, self.command) = (name, command) }

    init(_ name: String, _ command: String, wrapper: String) {
      self.init(name, command)
      file = ("wrapper-\(name)", wrapper, true)
    }

    init(_ name: String, _ command: String, file: String, _ text: String) {
      self.init(name, command)
      self.file = (file, text, false)
    }

    var game: String { "hb-\(name)" }
  }

  /// dash and Python try each directory of `$PATH`, and Bash reads a file that it cannot run as a script.
  private static let all = [
    Launcher("bash", "bash -c '@ played; exit 3'"),
    Launcher("bash-path", "PATH=~:~:$PATH; bash -c 'hb-bash-path played'"),
    Launcher("dash", "dash -c '@ played; exit 3'"),
    Launcher("dash-path", "PATH=~:~:$PATH; dash -c 'hb-dash-path played'"),
    Launcher("env", "env A=b @ played"), Launcher("env-path", "env PATH=~:~ hb-env-path played"),
    Launcher("xargs", "echo played | xargs @"), Launcher("find", "find / -maxdepth 0 -exec @ played ';'"),
    Launcher("timeout", "timeout 9 @ played"), Launcher("setsid", "setsid --wait @ played"),
    Launcher("perl", "perl -e 'exec q(@), q(played)'"),
    Launcher("python", "/usr/bin/python3 -c 'import subprocess; subprocess.run([\"@\", \"played\"])'"),
    Launcher(
      "python-path",
      "PATH=~:~:$PATH; /usr/bin/python3 -c 'import subprocess; subprocess.run([\"hb-python-path\", \"played\"])'"),
    Launcher("python-shell", "/usr/bin/python3 -c 'import os; os.system(\"@ played\")'"),
    Launcher("cron", "cd /; exec /bin/sh -c '@ played'"),
    Launcher("wrapper", "~/wrapper-wrapper", wrapper: "exec @ played"),
    Launcher("shell-wrapper", "sh ~/wrapper-shell-wrapper", wrapper: "exec @ played"),
    Launcher("child-wrapper", "sh ~/wrapper-child-wrapper", wrapper: "@ played \"$@\"; true"),
    Launcher("gio", "gio launch ~/a.desktop", file: "a.desktop", "Exec=@ played"),
    Launcher("gio-path", "PATH=~:~:$PATH; gio launch ~/b.desktop", file: "b.desktop", "Exec=hb-gio-path played"),
  ]

  /// Those whose programs this machine has.
  private static let launchers = all.filter { launcher in
    ["gio", "perl", "python3"].allSatisfy { name in
      !launcher.command.contains(name) || !ProgramSearch(directories: ["/usr/bin", "/bin"]).paths(of: name).isEmpty
    }
  }

  /// The applications to block, by launcher. Writes their files.
  private func applications(in folder: WorkFolder) throws -> [String: String] {
    var applications: [String: String] = [:]
    for launcher in Self.launchers {
      let game = "\(folder.path)/\(launcher.game)"
      #expect(try ChildProcess(["/bin/cp", "/bin/echo", game]).run().end == .exit(0))
      applications[launcher.name] = game
      guard let file = launcher.file else { continue }
      let text = file.text.replacingOccurrences(of: "@ ", with: game + " ")
      if file.isWrapper {
        try folder.writeScript(text, to: file.name)
        applications[launcher.name] = "\(folder.path)/\(file.name)"
      } else {
        try folder.write("[Desktop Entry]\nType=Application\nName=HB\n\(text)\n", to: file.name)
      }
    }
    return applications
  }

  /// Runs a launcher as another user, and returns what it writes.
  private func launch(_ launcher: Launcher, in folder: WorkFolder) throws -> String {
    let command = launcher.command.replacingOccurrences(of: "@", with: "\(folder.path)/\(launcher.game)")
      .replacingOccurrences(of: "~", with: folder.path)
    let words = EnforcedTrial.words(["/bin/sh", "-c", "exec 2>&1; cd /; \(command)"])
    return String(decoding: try ChildProcess(words).run().output, as: UTF8.self)
  }

  /// The numbers of attempts in history, by application.
  private func counts(_ trial: EnforcedTrial) throws -> [String: Int] {
    let lines = try trial.run("log", "--json", "-n", "1000").output.split(separator: "\n")
    var counts: [String: Int] = [:]
    for line in lines {
      let entry = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      guard entry["event"] as? String == "shieldDidBlock", let name = entry["message"] as? String else { continue }
      counts[name, default: 0] += try #require(entry["count"] as? Int)
      #expect(entry["program"] as? String != "" && entry["user"] as? String == "4711", "\(line)")
    }
    return counts
  }

  @Test func `each launcher is denied the program, and its attempt is counted once`() throws {
    let trial = try EnforcedTrial()
    let folder = trial.daemon.folder
    let applications = try applications(in: folder)
    try trial.write(applications: applications.values.sorted())
    let daemon = try trial.start()
    for launcher in Self.launchers where launcher.file?.isWrapper != true {
      // GLib does not wait for what it starts.
      if launcher.name.hasPrefix("gio") { continue }
      #expect(try launch(launcher, in: folder).contains("played\n"), "\(launcher.name) works without a shield")
    }
    #expect(try trial.run("start", "focus").end == .exit(0))
    let game = try #require(Self.launchers.first)
    #expect(try Waiting.until { try !launch(game, in: folder).contains("played\n") })
    let early = try #require(applications[game.name])
    #expect(try Waiting.until { try counts(trial)[early] != nil })
    for launcher in Self.launchers.dropFirst() {
      let output = try launch(launcher, in: folder)
      #expect(!output.contains("played\n"), "\(launcher.name): \(output)")
    }
    #expect(try Waiting.until { try counts(trial).count == applications.count })
    daemon.send(SIGTERM)
    #expect(daemon.end().end == .exit(0))
    let found = try counts(trial)
    // The first one may have started before the guard knew it, and been ended.
    #expect((1...2).contains(found[early] ?? 0))
    for (name, application) in applications where application != early { #expect(found[application] == 1, "\(name)") }
  }
}
