import Testing

@testable import Scheduler

/// Desktop entries as files have them.
@Suite struct DesktopEntryTests {
  private func entry(_ lines: String...) -> DesktopEntry? {
    let text = (["[Desktop Entry]", "Type=Application"] + lines).joined(separator: "\n") + "\n"
    return DesktopEntry(parsing: Array(text.utf8), id: "x")
  }

  @Test(
    arguments: [
      ("steam", "steam"), ("/usr/bin/steam %U", "/usr/bin/steam"), ("  steam   --silent", "steam"),
      ("\"/opt/My Game/run\" %f", "/opt/My Game/run"), (#""a\\"b" c"#, "a\"b"), (#""a\\\\b""#, #"a\b"#),
      (#"/opt/a\sb c"#, "/opt/a"), ("%k steam", "steam"), ("100%%", "100%"), ("%%", "%"),
      ("env A=b steam", "steam"), ("/usr/bin/env -u X A=b steam -x", "steam"), ("env", "env"), ("", nil), ("%U", nil),
      ("\"\"", nil), ("\"unclosed", "unclosed"),
    ] as [(String, String?)])
  func `the program is the first word of Exec that is no field code`(exec: String, program: String?) {
    #expect(entry("Exec=\(exec)")?.program == program)
  }

  @Test(
    arguments: [
      ("steam", []), ("steam %U", []), ("steam -silent %U", ["-silent"]), ("steam %U -x", ["-x"]),
      ("a \"b c\" d %u e", ["b c", "d"]), ("flatpak run org.x @@u %U @@", ["run", "org.x", "@@u"]),
      ("env A=b electron /a.asar %U", ["/a.asar"]), ("", []),
    ] as [(String, [String])])
  func `the arguments are the words of Exec up to the first field code`(exec: String, arguments: [String]) {
    #expect(entry("Exec=\(exec)")?.arguments == arguments)
  }

  @Test(
    arguments: [
      (["Categories=Game;Network;"], ["Game", "Network"]), (["Categories=Game"], ["Game"]), (["Categories="], []),
      (["Categories=X-Own;Game;game;"], ["Game"]), ([], []), (["Categories[de]=Game"], []),
      (["Categories=Office", "Categories=Game"], ["Office"]), (["Categories = Game;Office"], ["Game", "Office"]),
      (["[Desktop Action new]", "Categories=Game"], []), (["# Categories=Game"], []),
    ] as [([String], [String])])
  func `a desktop entry keeps only registered categories`(lines: [String], names: [String]) {
    let text = (["[Desktop Entry]", "Type=Application"] + lines).joined(separator: "\n")
    #expect(DesktopEntry(parsing: Array(text.utf8), id: "x")?.categories.map(\.name) == names)
  }

  @Test func `the switches of a desktop entry are read, and default to false`() throws {
    let plain = try #require(entry())
    #expect(plain == DesktopEntry(id: "x"))
    #expect(plain.isShown && !plain.isHidden && !plain.runsInTerminal && plain.isDesktopApplication)
    let other = try #require(entry("NoDisplay=true", "Hidden=true", "Terminal = true"))
    #expect(!other.isShown && other.isHidden && other.runsInTerminal && !other.isDesktopApplication)
  }

  @Test func `the class of the windows of a desktop entry is read, and an empty one is none`() {
    #expect(entry("StartupWMClass=Gimp-2.10")?.windowClass == "Gimp-2.10")
    #expect(entry("StartupWMClass=")?.windowClass == nil && entry()?.windowClass == nil)
  }

  @Test(arguments: [
    "", "Type=Application\n", "[Desktop Entry]\nType=Link\n", "[Desktop Entry]\n", "[Other]\nType=Application\n",
    "\u{0}\u{1}", "[Desktop Entry", "[Desktop Entry]\nType[de]=Application\n",
  ])
  func `only a desktop entry of type Application is an application`(text: String) {
    #expect(DesktopEntry(parsing: Array(text.utf8), id: "x") == nil)
  }

  @Test func `a broken desktop entry file yields the keys that can be read`() throws {
    let bytes =
      Array("# first\r\n\r\n[Desktop Entry]\r\nno pair\r\n=x\r\nType=Application\r\nName=\u{0}".utf8) + [0xFF, 10]
    let entry = try #require(DesktopEntry(parsing: bytes + Array("Exec=steam\n".utf8), id: "x"))
    #expect(entry.program == "steam")
  }
}

/// What a name means on a machine.
@Suite struct InstalledApplicationsTests {
  private static let installed = InstalledApplications([
    application("firefox", at: "/usr/bin/firefox", "/usr/lib/firefox/firefox", categories: "Network"),
    application("writer", at: "/usr/bin/soffice", categories: "Office", "Network"),
    application("calc", at: "/usr/bin/soffice", categories: "Office"),
    application("handler", at: "/usr/bin/viewer", categories: "Graphics", isShown: false),
    application("viewer", at: "/usr/bin/viewer", categories: "Graphics"),
    application("org.game.Flat", at: "/usr/bin/flatpak", categories: "Game"),
    application("python3.11", at: "/usr/bin/python3.11", categories: "Development"),
  ])

  private static func application(
    _ id: String, at paths: String..., categories: String..., isShown: Bool = true
  ) -> InstalledApplications.Application {
    var entry = DesktopEntry(id: id, program: paths.first)
    entry.categories = categories.compactMap { ApplicationCategory($0) }
    entry.isShown = isShown
    return InstalledApplications.Application(entry: entry, paths: paths)
  }

  private func identity(_ name: String, at paths: String...) -> ApplicationIdentity {
    Self.installed.identity(of: ApplicationName(name), at: paths)
  }

  private func categories(_ names: String...) -> Set<ApplicationCategory> {
    Set(names.compactMap { ApplicationCategory($0) })
  }

  @Test func `a desktop id identifies only its own desktop entry`() {
    let paths: Set = ["/usr/bin/firefox", "/usr/lib/firefox/firefox"]
    let firefox = ApplicationIdentity(
      desktopIDs: ["firefox"], paths: paths, categories: categories("Network"), isDesktopApplication: true)
    #expect(identity("firefox") == firefox)
    #expect(identity("calc").desktopIDs == ["calc"])
    #expect(identity("calc").paths == ["/usr/bin/soffice"])
    #expect(identity("calc").categories == categories("Office"))
  }

  @Test func `a program's identity has what the visible desktop entries that start it have in common`() {
    let firefox = identity("/usr/bin/firefox", at: "/usr/bin/firefox", "/usr/lib/firefox/firefox")
    #expect(firefox == identity("firefox"))
    let office = identity("soffice", at: "/usr/bin/soffice")
    #expect(office.desktopIDs.isEmpty && office.categories == categories("Office") && office.isDesktopApplication)
    #expect(identity("/usr/bin/viewer", at: "/usr/bin/viewer").desktopIDs == ["viewer"])
    #expect(!identity("handler").isDesktopApplication)
  }

  @Test func `a program without a desktop entry is identified by its path and its file name`() {
    let identity = identity("rsync", at: "/usr/bin/rsync")
    #expect(identity == ApplicationIdentity(paths: ["/usr/bin/rsync"], fileNames: ["rsync"]))
  }

  @Test func `an unknown application name is compared as written`() {
    #expect(identity("nothing") == ApplicationIdentity(fileNames: ["nothing"]))
    #expect(identity("/no/thing") == ApplicationIdentity(paths: ["/no/thing"]))
  }

  @Test func `a launcher does not match the applications it starts, nor an interpreter its desktop entry`() {
    #expect(identity("org.game.Flat").paths.isEmpty)
    #expect(!identity("org.game.Flat").isNeverShielded)
    #expect(identity("flatpak", at: "/usr/bin/flatpak").desktopIDs.isEmpty)
    #expect(identity("python3.11", at: "/usr/bin/python3.11").isNeverShielded)
  }

  @Test func `a hidden desktop entry is no installed application`() {
    var entry = DesktopEntry(id: "gone", program: "gone")
    entry.isHidden = true
    let installed = InstalledApplications([InstalledApplications.Application(entry: entry, paths: ["/bin/gone"])])
    #expect(!installed.contains(ApplicationName("gone")))
    #expect(Self.installed.contains(ApplicationName("calc")) && Self.installed.contains(ApplicationName("soffice")))
  }
}
