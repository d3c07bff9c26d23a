import Foundation
import SchedulerPlatform
import Testing

/// Reading the applications, programs and users of an artificial machine.
@Suite final class MachineReadingTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "schedctl-tests-\(UUID())")
  private var root: String { folder.resolvingSymlinksInPath().path }

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
  deinit { try? FileManager.default.removeItem(at: folder) }

  private func write(_ text: String, to path: String, permissions: Int = 0o644) throws {
    let file = folder.appending(path: path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: file.path)
  }

  private func link(_ path: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.appending(path: path).path, withDestinationPath: target)
  }

  private func environment(_ variables: [String: String]) -> ProcessEnvironment {
    ProcessEnvironment(variables: variables, effectiveUserID: 1000)
  }

  @Test(
    arguments: [
      ([:], ["/usr/local/share/applications", "/usr/share/applications"]),
      (
        ["HOME": "/home/kim"],
        ["/home/kim/.local/share/applications", "/usr/local/share/applications", "/usr/share/applications"]
      ),
      (
        ["HOME": "/home/kim", "XDG_DATA_HOME": "/data", "XDG_DATA_DIRS": "/a:b:/c"],
        ["/data/applications", "/a/applications", "/c/applications"]
      ),
      (["XDG_DATA_HOME": "data", "XDG_DATA_DIRS": ""], ["/usr/local/share/applications", "/usr/share/applications"]),
    ] as [([String: String], [String])])
  func `desktop entries are searched in the directories that the specification names`(
    variables: [String: String], paths: [String]
  ) {
    #expect(DesktopEntryDirectories(environment(variables)).paths == paths)
  }

  @Test func `a desktop id has a hyphen for each folder, and the first directory that has the id wins`() throws {
    try write("one", to: "a/steam.desktop")
    try write("two", to: "a/kde/games/chess.desktop")
    try write("no", to: "a/readme.txt")
    try write("no", to: "a/.hidden/x.desktop")
    try write("hidden", to: "b/steam.desktop")
    try write("three", to: "b/vlc.desktop")
    try link("a/loop", to: ".")
    try link("a/gone.desktop", to: "nowhere")
    let files = DesktopEntryDirectories(paths: ["\(root)/a", "\(root)/b", "\(root)/none"]).files()
    let named = files.filter { !$0.id.hasPrefix("loop-") }
    #expect(named.map(\.id) == ["kde-games-chess", "steam", "vlc"])
    #expect(named.map { String(decoding: $0.bytes, as: UTF8.self) } == ["two", "one", "three"])
    #expect(named[0].path == "\(root)/a/kde/games/chess.desktop")
    #expect(files.count < 30)
  }

  @Test func `ProgramSearch finds the first executable on PATH and the targets of its links`() throws {
    try write("no", to: "one/tool")
    try write("", to: "two/tool", permissions: 0o755)
    try write("", to: "two/real", permissions: 0o755)
    try FileManager.default.createDirectory(at: folder.appending(path: "one/folder"), withIntermediateDirectories: true)
    try link("two/link", to: "real")
    let search = ProgramSearch(environment(["PATH": "\(root)/one::relative:\(root)/two"]))
    #expect(search.directories == ["\(root)/one", "\(root)/two"])
    #expect(search.paths(of: "tool") == ["\(root)/two/tool"])
    #expect(search.paths(of: "link") == ["\(root)/two/link", "\(root)/two/real"])
    #expect(search.paths(of: "\(root)/two/link") == ["\(root)/two/link", "\(root)/two/real"])
    for name in ["", "folder", "none", "two/tool", "tool\0", "\(root)/one/tool", "\(root)/none"] {
      #expect(search.paths(of: name).isEmpty, "\(name)")
    }
    #expect(ProgramSearch(environment([:])).directories.contains("/usr/bin"))
  }

  @Test func `users are read with their groups, and broken lines are skipped`() throws {
    try write(
      """
      root:x:0:0:root:/root:/bin/sh
      # kim was here
      broken:x
      none:x:many:1::
      kim:x:1000:1000:Kim,,,:/home/kim:/bin/bash
      twin:x:1000:100::/:
      """, to: "passwd")
    try write("root:x:0:\nkim:x:1000:\nstudents:x:50:ada,kim\nbroken\nstaff:x:51:kimberly\n", to: "group")
    func accounts(_ passwords: String, _ groups: String) -> AccountDatabase {
      AccountDatabase(passwordFile: "\(root)/\(passwords)", groupFile: "\(root)/\(groups)", getent: nil)
    }
    let database = accounts("passwd", "group")
    #expect(database.users() == ["root", "kim", "twin"])
    #expect(try database.user(named: "kim")?.groups == ["kim", "students"])
    #expect(try database.user(named: "kim") == database.user(withID: 1000))
    #expect(try database.user(withID: 0)?.groups == ["root"])
    #expect(try database.user(named: "ada") == nil && database.user(withID: 7) == nil)
    for unreadable in [accounts("passwd", "none"), accounts("none", "group")] {
      #expect(throws: FileSystemError(.read, name: "\(root)/none", reason: .missing)) {
        try unreadable.user(named: "kim")
      }
    }
  }

  @Test func `the host name is the kernel's`() throws {
    let kernel = try String(contentsOfFile: "/proc/sys/kernel/hostname", encoding: .utf8)
    #expect(HostName.current() == kernel.trimmingCharacters(in: .newlines))
  }
}
