import Foundation
import Scheduler
import SchedulerPlatform
import Testing

@testable import SchedulerDaemon

/// Which running programs contradict a report.
@Suite struct UseClaimTests {
  struct Process: UseClaim.Subject {
    var isOwn = true
    var program: String?
    var name: String?
    var controlGroup: String?

    /// A process of the person that runs a program.
    static func own(_ path: String) -> Process { Process(program: path, name: String(ApplicationName(path).fileName)) }
  }

  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var ids: Set<String> = []
    var paths: Set<String> = []
    var processes: [Process] = []
    let expected: UseEvidence

    init(
      _ description: String, ids: Set<String> = [], paths: Set<String> = [], _ processes: Process...,
      is expected: UseEvidence
    ) {
      (testDescription, self.ids, self.paths) = (description, ids, paths)
      (self.processes, self.expected) = (processes + [.own("/usr/bin/schedctl")], expected)
    }
  }

  private static let entries: [String: UseClaim.Entry] = [
    "org.gnome.Terminal": .init(program: "gnome-terminal", paths: ["/usr/bin/gnome-terminal"]),
    "org.gnome.Chess": .init(program: "gnome-chess", paths: ["/usr/games/gnome-chess"]),
    "google-chrome": .init(program: "google-chrome-stable", paths: ["/usr/bin/google-chrome-stable"]),
    "libreoffice-writer": .init(
      program: "libreoffice", paths: ["/usr/bin/libreoffice", "/usr/lib/lo/program/soffice"]),
    "org.app.Flat": .init(program: "/usr/bin/flatpak", paths: ["/usr/bin/flatpak"]),
    "wine-notes": .init(program: "wine", paths: []),
    "admin": .init(program: "pkexec", paths: ["/usr/bin/pkexec"]),
    "lost": .init(program: "lost", paths: []),
    "bus-only": .init(program: nil, paths: []),
    "home": .init(program: "/home/kim/app", paths: ["/home/kim/app"]),
  ]

  private static func kind(of path: String) -> UseClaim.ProgramKind {
    if ["/usr/bin/firefox-esr", "/usr/bin/flatpak"].contains(path) { return .launching }
    if path.hasPrefix("/home/") || path.hasPrefix("/tmp/") { return .unexamined }
    return path.hasPrefix("/usr/none/") ? .missing : .named
  }

  private static let cases: [Case] = [
    Case("a path that runs", paths: ["/usr/games/chess"], .own("/usr/games/chess"), is: .confirmed),
    Case("a path that does not run", paths: ["/usr/games/chess"], is: .contradicted),
    Case("a missing file", paths: ["/usr/none/chess"], is: .contradicted),
    Case("a file of a person", paths: ["/home/kim/chess"], is: .contradicted),
    Case(
      "one of the paths", paths: ["/usr/games/chess", "/usr/lib/x/other"], .own("/usr/lib/x/other"), is: .confirmed),
    Case(
      "the same program of another user", paths: ["/usr/games/chess"],
      Process(isOwn: false, program: "/usr/games/other"), is: .contradicted),
    Case(
      "the program as root, after pkexec", paths: ["/usr/sbin/gparted"],
      Process(isOwn: false, program: "/usr/sbin/gpartedbin"), is: .confirmed),
    Case(
      "the program as root, in the daemon of a user", paths: ["/usr/sbin/gparted"],
      Process(isOwn: false, name: "gparted"), is: .confirmed),
    Case("a shell script", ids: ["firefox-esr"], paths: ["/usr/bin/firefox-esr"], is: .unchecked),
    Case("an ID without an entry", ids: ["steam"], is: .unchecked),
    Case("an entry", ids: ["org.gnome.Chess"], is: .contradicted),
    Case(
      "an entry with the paths that an agent adds", ids: ["org.gnome.Chess"], paths: ["/usr/games/gnome-chess"],
      is: .contradicted),
    Case("another GNOME program", ids: ["org.gnome.Chess"], .own("/usr/bin/gnome-shell"), is: .contradicted),
    Case("a server", ids: ["org.gnome.Terminal"], .own("/usr/libexec/gnome-terminal-server"), is: .confirmed),
    Case(
      "a script of Python", ids: ["org.gnome.Chess"], Process(program: "/usr/bin/python3.11", name: "gnome-chess"),
      is: .confirmed),
    Case("an ID that a script may claim", ids: ["org.gnome.Chess"], .own("/usr/bin/python3.11"), is: .unchecked),
    Case(
      "an interpreter of the desktop", ids: ["org.gnome.Chess"],
      Process(
        program: "/usr/bin/gjs-console", name: "gjs",
        controlGroup: "/user.slice/session.slice/dbus-:1.2-org.gnome.Shell.Notifications@0.service"),
      is: .contradicted),
    Case(
      "a script of the desktop", ids: ["org.gnome.Chess"],
      Process(
        program: "/usr/bin/gjs-console", name: "gjs", controlGroup: "/user@1000.service/session.slice/dbus.service"),
      is: .contradicted),
    Case(
      "the screen saver of the desktop", ids: ["org.gnome.Chess"],
      Process(
        program: "/usr/bin/gjs-console", name: "gjs",
        controlGroup: "/session.slice/dbus-:1.2-org.gnome.ScreenSaver@0.service"),
      is: .contradicted),
    Case(
      "the icons on the desktop", ids: ["org.gnome.Chess"],
      Process(
        program: "/usr/bin/gjs", name: "gjs", controlGroup: "/session.slice/org.gnome.Shell@wayland.service"),
      is: .contradicted),
    Case(
      "an application of gjs that the bus started", ids: ["org.gnome.Chess"],
      Process(program: "/usr/bin/gjs-console", name: "gnome-maps", controlGroup: "/session.slice/dbus.service"),
      is: .unchecked),
    Case(
      "a program that the compositor started", ids: ["org.gnome.Chess"],
      Process(program: "/usr/bin/waypipe", controlGroup: "/user.slice/session.slice/wayland-wm@sway.service"),
      is: .unchecked),
    Case("an interpreter of a person", ids: ["org.gnome.Chess"], .own("/home/kim/python3.11"), is: .contradicted),
    Case("a path beside an interpreter", paths: ["/usr/games/chess"], .own("/usr/bin/python3.11"), is: .contradicted),
    Case(
      "a longer name in the entry", ids: ["google-chrome"], .own("/opt/google/chrome/google-chrome"), is: .confirmed),
    Case(
      "a program beside that of the entry", ids: ["libreoffice-writer"], .own("/usr/lib/lo/program/oosplash"),
      is: .confirmed),
    Case(
      "a program that nix wraps", paths: ["/usr/bin/gedit"], .own("/nix/store/1-gedit/bin/.gedit-wrapped"),
      is: .confirmed),
    Case("a path of a person and an ID", ids: ["my-chess"], paths: ["/home/kim/bin/chess.sh"], is: .unchecked),
    Case("an entry of a program of a person", ids: ["home"], is: .unchecked),
    Case("Flatpak", ids: ["org.app.Flat"], is: .unchecked),
    Case("Wine", ids: ["wine-notes"], is: .unchecked),
    Case("an entry that changes the user", ids: ["admin"], paths: ["/usr/bin/pkexec"], is: .unchecked),
    Case("an entry whose program is not found", ids: ["lost"], is: .unchecked),
    Case("an entry without a program", ids: ["bus-only"], is: .unchecked),
    Case(
      "a service of the bus", ids: ["org.gnome.Chess"],
      Process(
        program: "/usr/bin/gjs-console",
        controlGroup: "/user.slice/app.slice/dbus-:1.2-org.gnome.Chess@0.service"), is: .confirmed),
    Case(
      "a unit", ids: ["org.gnome.Chess"],
      Process(program: "/app/bin/c", controlGroup: "/user.slice/app-gnome-org.gnome.Chess-77.scope"),
      is: .confirmed),
    Case(
      "a process that cannot be read, of that name", paths: ["/usr/bin/keepassxc"], Process(name: "keepassxc"),
      is: .confirmed),
    Case(
      "a process that cannot be read, of another name", paths: ["/usr/bin/keepassxc"],
      Process(name: "ssh-agent"), is: .contradicted),
    Case("windows of another machine", ids: ["org.gnome.Chess"], .own("/usr/bin/ssh"), is: .unchecked),
    Case(
      "a file of a person that is called so", ids: ["org.gnome.Chess"], .own("/home/kim/ssh"), is: .contradicted),
  ]

  @Test(arguments: cases) func `only what certainly does not run is contradicted`(_ example: Case) {
    let application = ApplicationIdentity(desktopIDs: example.ids, paths: example.paths)
    let claim = UseClaim(application, entry: { Self.entries[$0] }, kind: Self.kind)
    #expect(claim.compare(with: example.processes).evidence == example.expected)
  }

  @Test func `where no process of the person is seen, nothing is contradicted`() {
    let claim = UseClaim(ApplicationIdentity(paths: ["/usr/bin/chess"]), entry: { _ in nil }, kind: Self.kind)
    let hidden = Process(name: "agent")
    #expect(claim.compare(with: [hidden, Process(isOwn: false, program: "/sbin/init")]).evidence == .unchecked)
  }

  @Test func `the machine finds a running program, notices its end, and reads desktop entries`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "schedctl-\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let applications = folder + "/share/applications"
    try FileManager.default.createDirectory(atPath: applications + "/games", withIntermediateDirectories: true)
    // No other process has this word among its arguments.
    let castle = folder + "/k\(UUID())"
    // Another process writes the program, so that no other test's child has it open for writing.
    waitpid(try Self.start("/bin/cp", "/bin/sleep", castle), nil, 0)
    let variables = ["XDG_DATA_HOME": folder + "/share", "XDG_DATA_DIRS": folder, "PATH": "/usr/bin"]
    let environment = ProcessEnvironment(variables: variables, effectiveUserID: RunningProcess.ownUser)
    let game = try Self.start(castle, "60")
    defer { Self.end(game) }
    // Other processes of the user who runs the tests do not affect the result.
    var sightings = UseSightings(environment, logins: folder + "/logins") { [RunningProcess.own, game] }
    func look(_ application: ApplicationIdentity) -> UseEvidence {
      sightings.evidence(
        about: UseCheck(connection: ConnectionID(1), userID: RunningProcess.ownUser, application: application))
    }
    for _ in 0..<3 { #expect(look(ApplicationIdentity(paths: [castle])) == .confirmed) }
    // An update of the program replaces the file while it runs.
    try FileManager.default.removeItem(atPath: castle)
    #expect(look(ApplicationIdentity(paths: [castle])) == .confirmed)
    Self.end(game)
    #expect(look(ApplicationIdentity(paths: [castle])) == .contradicted)

    func write(_ name: String, _ program: String) throws {
      let text = "[Desktop Entry]\nType=Application\nExec=\(program)\n"
      try Data(text.utf8).write(to: URL(fileURLWithPath: "\(applications)/\(name).desktop"))
    }
    try write("games/no-castle", "/usr/bin/mkfifo")
    try write("shell", "/usr/bin/bash")
    #expect(look(ApplicationIdentity(desktopIDs: ["games-no-castle"])) == .contradicted)
    for name in ["shell", "absent", "..-games-no-castle", "games/no-castle", "\0"] {
      #expect(look(ApplicationIdentity(desktopIDs: [name])) == .unchecked, "\(name)")
    }
    #expect(look(ApplicationIdentity(desktopIDs: ["x"], paths: ["/usr/../home/x"])) == .unchecked)
  }

  /// Starts a program, and returns once it runs.
  private static func start(_ words: String...) throws -> Int32 {
    var number: pid_t = 0
    var arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    try #require(posix_spawn(&number, words[0], nil, nil, &arguments, nil) == 0)
    return number
  }

  /// Ends a process, unless it has ended.
  private static func end(_ process: Int32) {
    guard RunningProcess.parent(of: process) == RunningProcess.own else { return }
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
  }
}
