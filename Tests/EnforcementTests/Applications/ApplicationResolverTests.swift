import Foundation
import Scheduler
import SchedulerEnforcement
import SchedulerPlatform
import Testing

@Suite struct ApplicationResolverTests {
  private let machine: TemporaryMachine

  init() throws { machine = try TemporaryMachine() }

  @Test(arguments: ["org.example.Browser", "browser", "@WebBrowser", "*"])
  func `an application is blocked by its wrapper, what the wrapper starts, and the wrapper in its shell`(rules: String)
    throws
  {
    try machine.addBrowser()
    let shell = try #require(ProgramSearch(directories: []).paths(of: "/bin/sh").last)
    let expected = ["file bin/browser", "file lib/browser", "arguments \(shell) bin/browser"]
    #expect(machine.blocks(rules) == expected)
  }

  @Test func `a path is blocked, also before there is a program, and an unknown name is reported`() throws {
    try machine.addProgram("lib/tool")
    #expect(machine.blocks(machine.path("lib/tool")) == ["file lib/tool"])
    var resolver = machine.resolver()
    let blocks = resolver.blocks(of: [.blocking("/no/tool nothing")])
    #expect(blocks.map(\.pattern) == [.file("/no/tool")])
    #expect(resolver.limits == ["there is no program at '/no/tool'", "no application 'nothing' is installed"])
  }

  @Test func `a program that is installed later has its place without links`() throws {
    #expect(try ChildProcess(["/bin/ln", "-s", "lib", machine.path("link")]).run().end == .exit(0))
    #expect(machine.blocks(machine.path("link/game")) == ["file lib/game"])
  }

  @Test(
    .enabled(if: geteuid() == 0, "only root can give files to others"),
    arguments: [
      ("1000", "755", ["file bin/browser", "file lib/browser for 1000"]),
      ("0", "755", ["file bin/browser", "file lib/browser"]),
      ("0", "775", ["file bin/browser"]), ("1000", "775", ["file bin/browser", "file lib/browser for 1000"]),
    ])
  func `what the script of a user starts is blocked for this user alone`(
    owner: String, permissions: String, files: [String]
  ) throws {
    try machine.addBrowser()
    for command in [["/bin/chown", owner], ["/bin/chmod", permissions]] {
      #expect(try ChildProcess(command + [machine.path("bin/browser")]).run().end == .exit(0))
    }
    var resolver = machine.resolver()
    let blocks = resolver.blocks(of: [.blocking("browser")]).map(machine.text)
    #expect(blocks.filter { $0.hasPrefix("file") } == files)
    let path = machine.path("bin/browser")
    let limits =
      owner == "1000"
      ? ["'\(path)' belongs to a user, and what it leads to is blocked for this user alone"]
      : permissions == "775" ? ["others than root may write '\(path)', so what it starts is not blocked"] : []
    #expect(resolver.limits == limits)
  }

  @Test(
    .enabled(if: geteuid() == 0, "only root can give files to others"),
    arguments: [
      ("1000", "file", ["file lib/tool for 1000"]), ("0", "file", ["file lib/tool"]),
      ("1000", "directory", ["file lib/tool for 1000"]), ("1000", "chain", ["file lib/tool for 1000"]),
      ("1000", "later", ["file lib/later for 1000"]), ("0", "later", ["file lib/later"]),
    ])
  func `what the link of a user leads to is blocked for this user alone`(
    owner: String, kind: String, blocks: [String]
  ) throws {
    try machine.addProgram("lib/tool")
    let link = machine.path("home/shortcut")
    let target = kind == "file" || kind == "chain" ? machine.path("lib/tool") : machine.path("lib")
    #expect(try ChildProcess(["/bin/ln", "-s", target, link]).run().end == .exit(0))
    #expect(try ChildProcess(["/bin/chown", "-h", owner, link]).run().end == .exit(0))
    if kind == "chain" {
      #expect(try ChildProcess(["/bin/ln", "-s", link, machine.path("bin/first")]).run().end == .exit(0))
    }
    let name =
      switch kind {
      case "file": link
      case "chain": machine.path("bin/first")
      case "directory": link + "/tool"
      default: link + "/later"
      }
    #expect(machine.blocks(name) == blocks)
    // The program of another layer's user is not blocked at all.
    if owner == "1000" {
      var resolver = machine.resolver()
      #expect(resolver.blocks(of: [.blocking("\(name) =lee")]).isEmpty)
      #expect(resolver.limits.contains { $0.hasSuffix("is not blocked, because this user is not covered") })
    }
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give files to others"))
  func `what a script of root starts by a user's link is blocked for this user alone`() throws {
    try machine.addProgram("lib/tool")
    try machine.addProgram("bin/wrapper", script: "#!/bin/sh\nexec {}/home/shortcut \"$@\"\n")
    let link = machine.path("home/shortcut")
    #expect(try ChildProcess(["/bin/ln", "-s", machine.path("lib/tool"), link]).run().end == .exit(0))
    #expect(try ChildProcess(["/bin/chown", "-h", "1000", link]).run().end == .exit(0))
    #expect(
      machine.blocks("wrapper").filter { $0.hasPrefix("file") } == ["file bin/wrapper", "file lib/tool for 1000"])
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give files to others"))
  func `what the script of a user starts in a launcher is recognised by its unit for this user`() throws {
    try machine.addProgram("bin/flatpak")
    try machine.addProgram("bin/chess", script: "#!/bin/sh\nexec flatpak run org.x \"$@\"\n")
    try machine.addEntry("org.example.Chess", "Exec=chess")
    #expect(try ChildProcess(["/bin/chown", "1000", machine.path("bin/chess")]).run().end == .exit(0))
    let blocks = machine.blocks("org.example.Chess")
    #expect(
      blocks.contains("unit org.example.Chess for 1000") && blocks.contains("arguments bin/flatpak run org.x for 1000"))
  }

  @Test func `the loader of all programs is never blocked`() throws {
    let loaders = ["/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1"]
    let loader = try #require(loaders.first { FileManager.default.fileExists(atPath: $0) })
    let resolver = SharedApplicationResolver(machine.resolver())
    var shield = BlockList.shield
    shield.layers = [.blocking(loader)]
    #expect(resolver.blocks(of: shield).map(machine.text) == [])
    let target = URL(filePath: loader).resolvingSymlinksInPath().path
    #expect(resolver.limits == ["'\(loader)' is '\(target)', which is never blocked"])
  }

  @Test func `an allowed name keeps its files from being blocked`() throws {
    try machine.addBrowser()
    #expect(machine.blocks("* +browser").isEmpty)
    #expect(machine.blocks("* +org.example.Browser").isEmpty)
    #expect(machine.blocks("@WebBrowser +\(machine.path("lib/browser"))").first == "file bin/browser")
    #expect(!machine.blocks("@WebBrowser +\(machine.path("lib/browser"))").contains("file lib/browser"))
  }

  @Test func `interpreters and launchers are recognised by unit and arguments and never blocked as files`() throws {
    for name in ["python3", "flatpak", "electron", "snap"] { try machine.addProgram("bin/\(name)") }
    try FileManager.default.createSymbolicLink(
      atPath: machine.path("bin/chat"), withDestinationPath: machine.path("bin/snap"))
    try machine.addEntry("game", "Exec=python3 /usr/share/game/main.py %U")
    try machine.addEntry("org.x", "Exec=flatpak run --branch=stable --command=x org.x @@u %U @@")
    try machine.addEntry("code", "Exec=env A=b electron /opt/code.asar")
    try machine.addEntry("chat_chat", "Exec=env B=c chat %u")
    #expect(machine.blocks("game") == ["arguments bin/python3 /usr/share/game/main.py", "unit game"])
    #expect(
      machine.blocks("org.x") == [
        "arguments bin/flatpak run --branch=stable --command=x org.x @@u", "arguments bin/flatpak run org.x",
        "unit org.x",
      ])
    #expect(machine.blocks("code") == ["arguments bin/electron /opt/code.asar", "unit code"])
    #expect(machine.blocks("chat") == ["unit chat_chat"])
    try machine.addEntry("mail", "Exec=electron --ozone %U")
    #expect(machine.blocks("mail") == ["unit mail"])
    #expect(!machine.blocks("*").contains { $0.hasPrefix("file") })
  }

  @Test func `a link to a program that is never blocked is reported`() throws {
    try machine.addProgram("bin/bash")
    try FileManager.default.createSymbolicLink(
      atPath: machine.path("bin/mine"), withDestinationPath: machine.path("bin/bash"))
    for name in ["mine", machine.path("bin/mine")] {
      var resolver = machine.resolver()
      #expect(resolver.blocks(of: [.blocking(name)]).isEmpty)
      #expect(resolver.limits == ["'\(name)' is '\(machine.path("bin/bash"))', which is never blocked"])
    }
  }

  @Test func `the desktop entry of an interpreter blocks no program that it runs`() throws {
    try machine.addProgram("bin/python3.11")
    try machine.addEntry("python3.11", "Exec=python3.11", "Categories=Development;", "NoDisplay=true", "Terminal=true")
    for rules in ["@Development", "*", "python3.11", "/usr/bin/python3.11"] {
      #expect(machine.blocks(rules).isEmpty, "\(rules)")
    }
  }

  @Test func `a script of an interpreter is blocked as a file, by its arguments and by its unit`() throws {
    try machine.addProgram("bin/python3")
    try machine.addProgram("bin/reader", script: "#!/usr/bin/env python3\nimport os\n")
    try machine.addEntry("reader", "Exec=reader")
    #expect(machine.blocks("reader") == ["file bin/reader", "arguments bin/python3 bin/reader", "unit reader"])
  }

  @Test func `a file with several names outside a store is blocked as a file`() throws {
    try machine.addProgram("lib/tool")
    try FileManager.default.linkItem(atPath: machine.path("lib/tool"), toPath: machine.path("bin/tool"))
    #expect(machine.blocks("tool") == ["file bin/tool"])
    try FileManager.default.createDirectory(
      at: machine.folder.appending(path: ".local/share/flatpak"), withIntermediateDirectories: true)
    let stored = machine.path(".local/share/flatpak/tool")
    try FileManager.default.linkItem(atPath: machine.path("lib/tool"), toPath: stored)
    #expect(machine.blocks(stored) == ["arguments .local/share/flatpak/tool"])
  }

  @Test func `directories are read again when they change`() throws {
    var resolver = machine.resolver()
    let layers = [AppliedLayer.blocking("tool")]
    try machine.addProgram("lib/tool")
    #expect(resolver.blocks(of: layers).isEmpty)
    // A kernel's clock of files may stand still for 4 ms.
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: machine.path("share"))
    #expect(resolver.blocks(of: layers).isEmpty)
    try machine.addEntry("tool", "Exec={}/lib/tool")
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 2)], ofItemAtPath: machine.path("share"))
    #expect(resolver.blocks(of: layers).count == 1)
  }
}
