import Foundation
import ProgramTesting
import Scheduler
import SchedulerPlatform
import TestSupport
import Testing

@testable import SchedulerDaemon

/// Which applications the running processes are, for users whose agents do not report.
@Suite struct RunningNameTests {
  @Test(
    arguments: [
      ("/usr/games/steam", "steam", "/user.slice/session-1.scope", ["/usr/games/steam", "steam"]),
      ("/usr/bin/python3.11", "quiz", nil, ["/usr/bin/python3.11", "quiz"]),
      ("/usr/bin/perl", "../bin/steam", nil, ["/usr/bin/perl"]), ("/usr/bin/perl", nil, nil, ["/usr/bin/perl"]),
      ("anon_inode", "x", nil, []),
      (
        "/app/bin/maps", nil, "/user@1000.service/app.slice/app-flatpak-org.example.Maps-4711.scope",
        ["/app/bin/maps", "flatpak-org.example.Maps", "org.example.Maps"]
      ),
      (
        "/usr/bin/gjs-console", nil, "/session.slice/dbus-:1.2-org.gnome.Maps@0.service",
        ["/usr/bin/gjs-console", "org.gnome.Maps"]
      ),
      (
        "/snap/quiz/4/quiz", nil, "/app.slice/snap.quiz.play-1b4c1b4c-1b4c-1b4c-1b4c-1b4c1b4c1b4c.scope",
        ["/snap/quiz/4/quiz", "quiz_play"]
      ), ("/snap/quiz/4/quiz", nil, "/app.slice/snap.quiz.play.service", ["/snap/quiz/4/quiz", "quiz_play"]),
      ("/usr/bin/bash", nil, "/app.slice/app-org.gnome.Terminal.slice/vte-spawn-1.scope", ["/usr/bin/bash"]),
    ] as [(String, String?, String?, [String])])
  func `a process has the name of its program, of its script and of its control group`(
    program: String, name: String?, controlGroup: String?, expected: [String]
  ) {
    let names = RunningName.names(ofProgram: program, name: name, controlGroup: controlGroup)
    let texts = names.map { name in
      switch name {
      case .program(let text), .process(let text), .desktopID(let text): text
      }
    }
    #expect(texts == expected)
  }

  /// A machine with a script that an entry starts, and an application of Flatpak.
  private static func machine() throws -> (folder: WorkFolder, identities: ProgramIdentities) {
    let folder = try WorkFolder()
    func entry(_ name: String, _ program: String) -> String {
      "[Desktop Entry]\nType=Application\nName=\(name)\nExec=\(program)\nCategories=Game;\n"
    }
    try folder.write("#!/bin/sh\nread line\n", to: "bin/quiz-for-children-2")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.path + "/bin/quiz-for-children-2")
    try folder.write(entry("Quiz", "quiz-for-children-2"), to: "share/applications/org.example.Quiz.desktop")
    try folder.write(
      entry("Maps", "/usr/bin/flatpak run org.example.Maps"), to: "share/applications/org.example.Maps.desktop")
    let environment = ProcessEnvironment(
      variables: ["PATH": folder.path + "/bin", "XDG_DATA_DIRS": folder.path + "/share", "HOME": folder.path],
      effectiveUserID: 1000)
    return (folder, ProgramIdentities(environment))
  }

  @Test func `a script is known by the beginning of its name, and an application of Flatpak by its desktop ID`() throws
  {
    var (folder, identities) = try Self.machine()
    let found = identities.identities(of: [
      .process("quiz-for-childr"), .desktopID("org.example.Maps"), .desktopID("org.example.Gone"), .process("other"),
    ])
    #expect(found.map { $0.desktopIDs.min() } == [nil, "org.example.Quiz", "org.example.Gone", "org.example.Maps"])
    #expect(found[0].fileNames == ["other"])
    #expect(found[1].paths.contains(folder.path + "/bin/quiz-for-children-2") && found[1].categories.count == 1)
    #expect(found[3].categories.map(\.name) == ["Game"])
  }

  @Test func `a script that runs counts for a limit on its application`() throws {
    var (folder, identities) = try Self.machine()
    let script = Process()
    script.executableURL = URL(filePath: folder.path + "/bin/quiz-for-children-2")
    script.standardInput = Pipe()
    try script.run()
    let process = script.processIdentifier
    defer {
      kill(process, SIGKILL)
      script.waitUntilExit()
    }
    #expect(Waiting.until { RunningProcess.name(of: process) == "quiz-for-childr" })
    let found = identities.identities(of: Set(RunningName.names(of: process)))
    #expect(found.contains { $0.desktopIDs == ["org.example.Quiz"] }, "\(found)")
  }
}
