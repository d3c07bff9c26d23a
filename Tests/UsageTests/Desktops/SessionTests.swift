import ProgramTesting
import Scheduler
import SchedulerPlatform
import Testing

@testable import SchedulerUsage

/// Sessions of logind, the applications of windows, and what `doctor` says of sources.
@Suite struct SessionTests {
  @Test func `a session whose seat another session has is not in use`() throws {
    let folder = try WorkFolder()
    let path = "\(folder.path)/7"
    try folder.write("UID=1000\nACTIVE=1\n", to: "7")
    var source = try SessionSource(path: path)
    let now = UseMoment.present()
    #expect(try source.read(at: now) == [.away(false)])
    let queue = try EventQueue()
    try queue.add(source.descriptor, token: 1)
    #expect(try queue.wait(milliseconds: 0) == [])
    try folder.write("UID=1000\nACTIVE=0\n", to: "7")
    #expect(try queue.wait(milliseconds: 20_000).count == 1)
    #expect(try source.read(at: now) == [.away(true)])
    try folder.write("nothing", to: "7")
    #expect(throws: SourceFailure.ended) { try source.read(at: now) }
  }

  @Test func `a session that has lost its seat is not in use when logind is lost too`() throws {
    let folder = try WorkFolder()
    try folder.write("ACTIVE=0\n", to: "7")
    var (desktop, servers) = try SourceProtocolTests.sway()
    desktop.watch.adopt(try SessionSource(path: "\(folder.path)/7"), as: .session, at: desktop.now)
    try desktop.advance()
    #expect(desktop.watch.state == .locked)
    try folder.write("nothing", to: "7")
    #expect(
      try Waiting.until {
        try desktop.advance()
        return desktop.watch.lastFailure(of: .session) == "it has ended"
      })
    try desktop.advance(by: 2)
    #expect(desktop.watch.state == .locked)
    // It is looked for again, without a wake-up of its own. What it has said last counts for a minute.
    #expect(desktop.watch.nextBoot(after: desktop.now) == 60_000_000_000)
    desktop.watch.adopt(try SessionSource(path: "\(folder.path)/7"), as: .session, at: desktop.now)
    try folder.write("ACTIVE=1\n", to: "8")
    desktop.watch.adopt(try SessionSource(path: "\(folder.path)/8"), as: .session, at: desktop.now)
    try desktop.advance()
    #expect(desktop.watch.state?.target?.name == "a")
    withExtendedLifetime(servers) {}
  }

  @Test func `the session is the one of the environment, or else the graphical one of the user`() throws {
    let folder = try WorkFolder()
    try folder.write("STATE=active\nDISPLAY=c2\n", to: "users/1000")
    let path = { (variables: [String: String], user: UInt32) in
      SessionSource.path(
        in: ProcessEnvironment(variables: variables, effectiveUserID: user), directory: folder.path)
    }
    try folder.write("ACTIVE=1\n", to: "sessions/c2")
    // A session that is over has no file.
    #expect(path(["XDG_SESSION_ID": "5"], 1000) == "\(folder.path)/sessions/c2")
    try folder.write("ACTIVE=1\n", to: "sessions/5")
    #expect(path(["XDG_SESSION_ID": "5"], 1000) == "\(folder.path)/sessions/5")
    #expect(path([:], 1000) == "\(folder.path)/sessions/c2")
    #expect(path([:], 1001) == nil)
    #expect(path(["XDG_SESSION_ID": "../../etc/passwd"], 1001) == nil)
  }

  private func resolver(_ entries: [String: String]) throws -> (resolver: ApplicationResolver, folder: WorkFolder) {
    let folder = try WorkFolder()
    try folder.writeScript("exit", to: "bin/viewer")
    for (id, lines) in entries {
      try folder.write("[Desktop Entry]\nType=Application\n\(lines)\n", to: "applications/\(id).desktop")
    }
    let variables = [
      "XDG_DATA_HOME": folder.path, "XDG_DATA_DIRS": "/nonexistent", "PATH": "\(folder.path)/bin:/usr/bin:/bin",
    ]
    return (
      ApplicationResolver(ProcessEnvironment(variables: variables, effectiveUserID: RunningProcess.ownUser)), folder
    )
  }

  @Test(arguments: [
    (FocusedWindow(applicationID: "org.gnome.Nautilus"), "org.gnome.Nautilus"),
    (FocusedWindow(windowClass: "Nautilus", instance: "nautilus"), "org.gnome.Nautilus"),
    (FocusedWindow(windowClass: "Gimp-2.10", instance: "gimp"), "gimp"),
    (FocusedWindow(windowClass: "Gimp", instance: "gimp"), "gimp"),
    (FocusedWindow(windowClass: "Viewer", instance: "viewer"), "seer"),
    (FocusedWindow(applicationID: "unknown"), "unknown"),
    (FocusedWindow(applicationID: String(repeating: "x", count: 300), windowClass: "Gimp"), "gimp"),
    (FocusedWindow(applicationID: "a/b"), "a/b"),
    (FocusedWindow(), nil),
  ])
  func `the names of a window lead to a desktop entry`(window: FocusedWindow, name: String?) throws {
    var (resolver, folder) = try resolver([
      "org.gnome.Nautilus": "Exec=/usr/bin/true", "gimp": "Exec=/usr/bin/false\nStartupWMClass=Gimp-2.10",
      "gimp-old": "Exec=/usr/bin/false\nStartupWMClass=Gimp-2.10\nNoDisplay=true", "seer": "Exec=viewer",
    ])
    #expect(UsedTarget(application: resolver.identity(of: window)).name == name)
    withExtendedLifetime(folder) {}
  }

  @Test func `the program of a window counts also if the window has a false name, and that of another user never`()
    throws
  {
    var (resolver, folder) = try resolver([
      "office": "Exec=/usr/bin/true\nCategories=Office;", "tests": "Exec=/proc/self/exe\nCategories=Game;",
    ])
    let own = RunningProcess.own
    let program = try #require(RunningProcess.program(of: own))
    let named = resolver.identity(of: FocusedWindow(applicationID: "office", processID: own))
    #expect(named.desktopIDs == ["office"] && named.paths.contains(program))
    #expect(named.categories.map(\.name) == ["Office"])
    let unnamed = resolver.identity(of: FocusedWindow(applicationID: "something", processID: own))
    #expect(unnamed.paths.contains(program) && !unnamed.fileNames.contains("something"))
    #expect(
      !resolver.identity(of: FocusedWindow(applicationID: "office", processID: Int32.max)).paths.contains(program))
    withExtendedLifetime(folder) {}
  }

  @Test(.enabled(if: RunningProcess.ownUser == 0, "only root can start a process of another user"))
  func `the program of a process of another user does not count`() throws {
    var (resolver, folder) = try resolver(["office": "Exec=/usr/bin/true"])
    let other = try DesktopProgram(["sleep", "100"], environment: [:], log: "\(folder.path)/log")
    #expect(Waiting.until { RunningProcess.user(of: other.processID) == DesktopProgram.user })
    let found = resolver.identity(of: FocusedWindow(applicationID: "office", processID: other.processID))
    #expect(found.paths.allSatisfy { !$0.contains("sleep") })
  }

  @Test func `an application that is installed later is known as soon as its window has the focus`() throws {
    var (resolver, folder) = try resolver(["other": "Exec=true"])
    let window = FocusedWindow(applicationID: "late")
    #expect(resolver.identity(of: window).desktopIDs == [])
    try folder.write("[Desktop Entry]\nType=Application\nExec=true\n", to: "applications/late.desktop")
    #expect(resolver.identity(of: window).desktopIDs == ["late"])
  }

  @Test func `doctor says nothing of locks while a screen saver has not answered`() {
    let texts = { (state: SourceStanding.State) in
      UseFindings.findings([SourceStanding(.screenSaver, path: "/bus", state: state, source: nil)]).map(\.text)
    }
    #expect(texts(.starting).filter { $0.contains("is locked") } == [])
    #expect(texts(.missing("none")).count { $0.contains("unless your locker sets logind's LockedHint") } == 1)
  }

  @Test func `doctor shows each source of a session and what none of them says, and nothing without a desktop`() throws
  {
    #expect(UseFindings.all(in: ProcessEnvironment(effectiveUserID: 1000)) == [])
    let (desktop, servers) = try SourceProtocolTests.sway()
    let noScreenSaver =
      "no screen saver on the bus of the session says whether the screen is locked, so a locked screen counts until you "
      + "are idle, unless your locker sets logind's LockedHint"
    let texts = UseFindings.findings(desktop.watch.standings).map { "\($0.gravity) \($0.text)" }
    #expect(
      texts == [
        "ok sway on '\(servers.sway.path)' says which window has the focus",
        "ok Wayland on '\(servers.wayland.path)' says whether you are idle",
        "note \(noScreenSaver)",
        "note no browser can say which domain is in front: $XDG_RUNTIME_DIR is not set",
      ])
    let folder = try WorkFolder()
    let variables = ["SWAYSOCK": "\(folder.path)/none"]
    let broken = UseFindings.all(in: ProcessEnvironment(variables: variables, effectiveUserID: 1000))
    #expect(
      broken.map(\.text) == [
        "sway on '\(folder.path)/none' is not used: no such file or directory",
        "nothing on this desktop says which window has the focus (wlroots: $WAYLAND_DISPLAY is not set; X11: "
          + "$DISPLAY is not set; i3: the session is one of sway; GNOME Shell: $XDG_CURRENT_DESKTOP is not "
          + "set; KWin: $XDG_CURRENT_DESKTOP is not set; ActivityWatch: $DISPLAY is not set), so use is not counted",
        "nothing on this desktop says whether you are idle (Wayland: $WAYLAND_DISPLAY is not set; X11: $DISPLAY is not "
          + "set; Mutter: $XDG_CURRENT_DESKTOP is not set; ActivityWatch: $DISPLAY is not set), so use is not counted",
        noScreenSaver, "no browser can say which domain is in front: $XDG_RUNTIME_DIR is not set",
      ])
  }
}
