import Foundation
import Scheduler
import SchedulerEnforcement
import SchedulerPlatform
import Testing

/// Desktop entries that start the same program, those of users among them.
@Suite struct SharedProgramTests {
  private let machine: TemporaryMachine

  init() throws { machine = try TemporaryMachine() }

  @Test func `a program that several applications share is blocked by arguments unless its plain entry is blocked`()
    throws
  {
    try machine.addProgram("bin/office")
    try machine.addEntry("office", "Exec=office %U", "Categories=Office")
    try machine.addEntry("calc", "Exec=office --calc %U", "Categories=Office;Spreadsheet")
    try machine.addEntry("chess", "Exec=office --app=chess", "Categories=Game")
    #expect(machine.blocks("chess") == ["arguments bin/office --app=chess"])
    #expect(
      machine.blocks("@Game @Spreadsheet") == ["arguments bin/office --calc", "arguments bin/office --app=chess"])
    #expect(machine.blocks("@Office").contains("file bin/office"))
    #expect(machine.blocks("office") == ["file bin/office"])
  }

  @Test func `of the entries that start a program, one without arguments names its block`() throws {
    try machine.addProgram("bin/term")
    try machine.addEntry("term-server", "Name=Server", "Exec=term --server", "Categories=System;")
    try machine.addEntry("term", "Name=Term", "Exec=term", "Categories=System;")
    var resolver = machine.resolver()
    let blocks = resolver.blocks(of: [.blocking("@System")])
    #expect(blocks.first { machine.text($0) == "file bin/term" }?.name == "term", "\(blocks)")
  }

  @Test func `the entries of a user add to the system's and weaken none of them`() throws {
    try machine.addBrowser()
    try machine.addProgram("lib/mine")
    try machine.addEntry(
      "org.example.Browser", "Exec={}/lib/mine", "NoDisplay=true", "Categories=Office;", "Hidden=false", in: "home")
    let blocks = machine.blocks("org.example.Browser")
    #expect(blocks.contains("file lib/browser") && blocks.contains("file lib/mine for 1000"))
    #expect(machine.blocks("@WebBrowser").contains("file lib/browser"))
    #expect(machine.blocks("* +@Office").contains("file lib/browser"))
    try machine.addEntry("org.example.Browser", "Exec={}/lib/mine", "Hidden=true", in: "home")
    #expect(machine.blocks("*").contains("file lib/browser"))
    try machine.addEntry("org.example.Browser", "Exec={}/lib/mine", in: "local")
    #expect(machine.blocks("@WebBrowser").contains("file lib/browser"))
  }

  /// Entries of a user that start the browser, as web apps do, or that look like something that is spared or allowed.
  private static let ownEntries: [(id: String, lines: [String])] = [
    ("org.example.Browser", ["Exec=browser", "NoDisplay=true"]), ("org.example.Browser", ["Exec={}/bin/true"]),
    ("org.example.Browser", ["Exec=browser", "Categories=Settings;TerminalEmulator;Accessibility;"]),
    ("org.example.Browser", ["Exec=browser", "Terminal=true"]), ("org.example.Browser", ["Hidden=true"]),
    ("org.example.Browser", ["Exec=browser", "TryExec=/no/program"]), ("org.example.Browser", ["Exec="]),
    ("browser-app-1", ["Exec=browser --app=https://a.example", "Categories=Network;WebBrowser;"]),
    ("browser-app-2", ["Exec={}/lib/browser --app=https://b.example", "NoDisplay=true"]),
    ("browser-office", ["Exec=browser", "Categories=Office;"]), ("good", ["Exec=browser"]),
    ("good", ["Exec={}/lib/browser --good"]), ("bash", ["Exec=browser"]),
    ("link", ["Exec={}/home/bash", "Categories=Office;"]), ("python", ["Exec=python3 {}/lib/browser"]),
  ]

  @Test(arguments: ["org.example.Browser", "browser", "@WebBrowser", "*", "* +@Office", "* +good", "@WebBrowser +good"])
  func `whatever entries a user has, the system's browser stays blocked for everybody`(rules: String) throws {
    try machine.addBrowser()
    try machine.addProgram("bin/python3")
    try FileManager.default.createSymbolicLink(
      atPath: machine.path("home/bash"), withDestinationPath: machine.path("lib/browser"))
    let before = Set(machine.blocks(rules))
    #expect(before.contains("file lib/browser") && before.contains("file bin/browser"))
    for (id, lines) in Self.ownEntries {
      try machine.write(
        (["[Desktop Entry]", "Type=Application", "Name=X"] + lines).joined(separator: "\n")
          .replacing("{}", with: machine.folder.path) + "\n", to: "home/\(id).desktop")
      #expect(before.subtracting(machine.blocks(rules)) == [], "\(id) \(lines)")
    }
    // All at once.
    for (number, entry) in Self.ownEntries.enumerated() where entry.id != "org.example.Browser" {
      try machine.addEntry("\(entry.id)-\(number)", entry.lines.joined(separator: "\n"), in: "home")
    }
    #expect(before.subtracting(machine.blocks(rules)) == [])
  }

  @Test func `a web app of a user changes nothing about the browser and the web apps of the system`() throws {
    try machine.addProgram("bin/web")
    try machine.addEntry("web", "Exec=web %U", "Categories=Network;WebBrowser;")
    try machine.addEntry("chess", "Exec=web --app=chess", "Categories=Game;")
    #expect(machine.blocks("chess") == ["arguments bin/web --app=chess"])
    #expect(machine.blocks("web") == ["file bin/web"])
    try machine.addEntry("mine", "Exec=web --app=mine", "Categories=Office;", in: "home")
    #expect(machine.blocks("chess") == ["arguments bin/web --app=chess"])
    #expect(machine.blocks("web") == ["file bin/web", "file bin/web for 1000"])
    #expect(machine.blocks("mine") == ["arguments bin/web --app=mine for 1000"])
    #expect(machine.blocks("* +mine").contains("file bin/web"))
  }

  @Test func `in the instance of a user their own entries replace the system's`() throws {
    try machine.addBrowser()
    try machine.addProgram("lib/mine")
    try machine.addEntry("org.example.Browser", "Exec={}/lib/mine", in: "home")
    #expect(machine.blocks("org.example.Browser", owner: .user(1000)) == ["file lib/mine for 1000"])
    #expect(machine.blocks("org.example.Browser =lee", owner: .user(1000)).isEmpty)
  }
}
