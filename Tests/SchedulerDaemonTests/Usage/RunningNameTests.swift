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
        "/snap/quiz/4/quiz", nil, "/app.slice/snap.quiz.play-1b4c-9.scope",
        ["/snap/quiz/4/quiz", "quiz_play", "quiz_play-1b4c", "quiz_play-1b4c-9"]
      ), ("/snap/quiz/4/quiz", nil, "/app.slice/snap.quiz.play.service", ["/snap/quiz/4/quiz", "quiz_play"]),
      ("/usr/bin/bash", nil, "/app.slice/app-org.gnome.Terminal.slice/vte-spawn-1.scope", ["/usr/bin/bash"]),
    ] as [(String, String?, String?, [String])])
  func `a process has the name of its program, of its script and of its control group`(
    program: String, name: String?, controlGroup: String?, expected: [String]
  ) {
    let names = RunningNames(program: program, name: name, controlGroup: controlGroup)
    let texts = names.map { [$0.program] + [$0.name].compactMap(\.self) + $0.desktopIDs } ?? []
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
    try folder.write("#!/bin/sh\n", to: "bin/browser")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path + "/bin/browser")
    try folder.write(entry("Browser", "browser"), to: "share/applications/browser.desktop")
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
    func found(_ program: String, _ name: String? = nil, unit: String? = nil) throws -> [ApplicationIdentity] {
      let names = try #require(RunningNames(program: program, name: name, controlGroup: unit))
      return identities.identities(of: [names])
    }
    func identity(_ program: String, _ name: String? = nil, unit: String? = nil) throws -> ApplicationIdentity {
      try #require(found(program, name, unit: unit).first)
    }
    let script = try identity("/bin/dash", "quiz-for-childr")
    #expect(script.desktopIDs == ["org.example.Quiz"] && script.categories.map(\.name) == ["Game"])
    #expect(script.paths == [folder.path + "/bin/quiz-for-children-2"], "it is not its interpreter")
    let named = try identity("/opt/python3", "bash")
    #expect(named.fileNames == ["python3"], "it gives itself a name that is never shielded")
    #expect(try identity("/opt/python3", "other").fileNames.contains("other"))
    let browser = folder.path + "/bin/browser"
    #expect(try identity(browser, "mail").fileNames == ["browser"], "a process may give itself any name")
    let own = try found("/bin/dash", "quiz-for-childr", unit: "/app-org.example.Quiz-1.scope")
    #expect(own == [script], "a shell is not the application of its unit")
  }

  @Test func `a program is also known by the link and the script that were called`() throws {
    var (folder, identities) = try Self.machine()
    func names(_ program: String, _ name: String) throws -> Set<String> {
      let names = try #require(RunningNames(program: program, name: name, controlGroup: nil))
      return identities.identities(of: [names]).reduce(into: []) { $0.formUnion($1.fileNames) }
    }
    try folder.writeScript("", to: "opt/cards-bin")
    try folder.writeScript("", to: "opt/runner")
    let program = URL(fileURLWithPath: folder.path).resolvingSymlinksInPath().path + "/opt"
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/bin/cards", withDestinationPath: program + "/cards-bin")
    try folder.write("#!\(program)/runner -x\n".utf8, to: "bin/chess", permissions: 0o755)
    #expect(try names(program + "/cards-bin", "cards").contains("cards"))
    #expect(try names(program + "/runner", "chess").contains("chess"))
    #expect(try names(program + "/cards-bin", "chess") == ["cards-bin"])
    #expect(try names(program + "/runner", "cards") == ["runner"])
  }

  @Test func `what a control group means counts for itself, and spares no program`() throws {
    var (folder, identities) = try Self.machine()
    func others(_ program: String, _ unit: String) throws -> [ApplicationIdentity] {
      let names = try #require(RunningNames(program: program, name: nil, controlGroup: "/" + unit))
      let found = identities.identities(of: [names])
      #expect(found.first?.paths == [program] && found.first?.desktopIDs.contains("org.example.Maps") == false)
      return Array(found.dropFirst())
    }
    let maps = try others("/app/bin/maps", "app-org.example.Maps-1.scope")
    #expect(maps.map(\.desktopIDs) == [["org.example.Maps"]] && maps[0].categories.map(\.name) == ["Game"])
    #expect(try others("/app/bin/x", "app-org.example.Gone-1.scope").map(\.desktopIDs) == [["org.example.Gone"]])
    let browser = folder.path + "/bin/browser"
    #expect(try others(browser, "app-org.example.Quiz-1.scope").isEmpty, "the quiz has started a browser")
    let started = try others("/opt/quiz/quiz-ui", "app-gnome-org.example.Quiz-1.scope")
    #expect(started.contains { $0.desktopIDs == ["org.example.Quiz"] }, "its script has started another program")
    #expect(try others("/usr/bin/python3", "app-org.example.Maps-1.scope").count == 1)
    #expect(try others("/usr/bin/ssh-agent", "app-org.example.Maps-1.scope").isEmpty)
  }

  @Test func `of more processes than are remembered, each has its name`() throws {
    var (folder, identities) = try Self.machine()
    let names = (0..<2_000).compactMap { RunningNames(program: "/opt/python3", name: "\($0)", controlGroup: nil) }
    let found = identities.identities(of: Set(names))
    #expect(Set(found.flatMap(\.fileNames).compactMap { Int($0) }) == Set(0..<2_000))
    withExtendedLifetime(folder) {}
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
    let found = identities.identities(of: Set([RunningNames(of: process)].compactMap(\.self)))
    #expect(found.contains { $0.desktopIDs == ["org.example.Quiz"] }, "\(found)")
  }
}
