import Foundation
import ProgramTesting
import Scheduler
import SchedulerPlatform
import Testing

@testable import SchedulerUsage

/// The focus that GNOME Shell and KWin tell over a bus.
@Suite(.enabled(if: TestBus.exists, "dbus-daemon is not installed")) struct FocusOverBusTests {
  private static let interface = "io.schedctl.Focus"
  private static let path = "/io/schedctl/Focus"

  /// A desktop on which Mutter says that the person is active.
  struct Scene {
    var desktop: FakeDesktop
    let bus: TestBus
    let mutter: BusPeer

    init() throws {
      desktop = try FakeDesktop([:])
      bus = try TestBus()
      mutter = try BusPeer(bus, names: ["org.gnome.Mutter.IdleMonitor"])
      mutter.answers = ["AddIdleWatch": [.uint32(4)], "AddUserActiveWatch": [.uint32(5)], "GetIdletime": [.uint64(0)]]
      let source = try MutterIdleSource(
        addresses: [bus.path], user: getuid(), patience: UseMeter.usualPatience, at: desktop.now)
      desktop.watch.adopt(source, as: .mutter, at: desktop.now)
      #expect(try desktop.wait(for: mutter) { try $0.standing("Mutter") == .working })
    }

    /// Waits until a window has the focus, while a service answers.
    mutating func wait(for name: String?, by peer: BusPeer) throws -> Bool {
      try desktop.wait(for: mutter, peer) { desktop in
        guard case .inUse(let target) = desktop.watch.state else { return false }
        return target?.name == name
      }
    }
  }

  private static func window(_ name: String) -> [BusValue] { [.string(name), .string(""), .string(""), .uint32(0)] }
  private static let noWindow: [BusValue] = [.string(""), .string(""), .string(""), .uint32(0)]

  @Test func `the extension of GNOME Shell says what has the focus, and no other program can`() throws {
    var scene = try Scene()
    let shell = try BusPeer(scene.bus, names: ["org.gnome.Shell"])
    shell.answers["\(Self.path) Get"] = Self.window("a")
    scene.desktop.watch.adopt(
      try ShellFocusSource(addresses: [scene.bus.path], user: getuid(), at: scene.desktop.now), as: .shell,
      at: scene.desktop.now)
    #expect(try scene.wait(for: "a", by: shell))
    #expect(scene.desktop.watch.standings.contains { $0.name == "GNOME Shell" && $0.state == .working })
    #expect(scene.desktop.watch.nextBoot(after: scene.desktop.now) == nil)
    try scene.desktop.advance(by: 20)
    try scene.bus.run([
      "gdbus", "emit", "--session", "--object-path", Self.path, "--signal", "\(Self.interface).Changed", "x", "", "",
      "uint32 0",
    ])
    try shell.emit("Changed", values: Self.window("b"), path: Self.path, interface: Self.interface)
    #expect(try scene.wait(for: "b", by: shell))
    try scene.desktop.advance(by: 5)
    try shell.emit("Changed", values: Self.noWindow, path: Self.path, interface: Self.interface)
    #expect(try scene.wait(for: nil, by: shell))
    #expect(scene.desktop.words() == ["a 20.0", "b 5.0"])
  }

  @Test func `without the extension, and after its end, the focus is unknown, and doctor says what to do`() throws {
    var scene = try Scene()
    let shell = try BusPeer(scene.bus, names: ["org.gnome.Shell"])
    let reason =
      "the extension of schedctl does not run in GNOME Shell; 'schedctl install --user' turns it on from the next login on"
    for hasExtension in [false, true] {
      if hasExtension { shell.answers["Get"] = Self.window("a") }
      scene.desktop.watch.adopt(
        try ShellFocusSource(addresses: [scene.bus.path], user: getuid(), at: scene.desktop.now), as: .shell,
        at: scene.desktop.now)
      if hasExtension {
        #expect(try scene.wait(for: "a", by: shell))
        try shell.emit("Ended", path: Self.path, interface: Self.interface)
      }
      #expect(try scene.desktop.wait(for: scene.mutter, shell) { try $0.standing("GNOME Shell") == .failed(reason) })
      #expect(scene.desktop.watch.state == nil)
      let texts = UseFindings.findings(scene.desktop.watch.standings).map(\.text)
      #expect(texts.contains("GNOME Shell is not used: \(reason)"))
      // It is not asked again: the extension says when it is enabled.
      #expect(scene.desktop.watch.nextBoot(after: scene.desktop.now) == nil)
      let questions = shell.calls.count
      try scene.desktop.advance(by: 1_000)
      try shell.emit("Changed", values: Self.window("b"), path: Self.path, interface: Self.interface)
      #expect(try scene.wait(for: "b", by: shell))
      #expect(shell.calls.count == questions)
    }
  }

  @Test func `GNOME Shell that ends and starts again is asked again, and another source says the focus meanwhile`()
    throws
  {
    var scene = try Scene()
    var shell = try BusPeer(scene.bus, names: ["org.gnome.Shell"])
    shell.answers["Get"] = Self.window("a")
    scene.desktop.watch.adopt(
      try ShellFocusSource(addresses: [scene.bus.path], user: getuid(), at: scene.desktop.now), as: .shell,
      at: scene.desktop.now)
    #expect(try scene.wait(for: "a", by: shell))
    shell = try BusPeer(scene.bus)
    shell.answers["Get"] = Self.window("b")
    let reason = "GNOME Shell is not on the bus"
    #expect(try scene.desktop.wait(for: scene.mutter) { try $0.standing("GNOME Shell") == .failed(reason) })
    #expect(scene.desktop.watch.state == nil && scene.desktop.watch.nextBoot(after: scene.desktop.now) == nil)
    let other = try FakeServer()
    scene.desktop.watch.adopt(try I3Source(path: other.path, at: scene.desktop.now), as: .kwin, at: scene.desktop.now)
    #expect(try other.accept())
    try other.send(IPCMessage.subscribed + IPCMessage.tree("c"))
    #expect(try scene.wait(for: "c", by: shell))
    other.close()
    #expect(try scene.desktop.wait(for: scene.mutter) { $0.watch.lastFailure(of: .kwin) == "it has ended" })
    #expect(scene.desktop.watch.nextBoot(after: scene.desktop.now) != nil, "it is needed, and asked again")
    try shell.take("org.gnome.Shell")
    #expect(try scene.wait(for: "b", by: shell))
    #expect(scene.desktop.watch.nextBoot(after: scene.desktop.now) == nil)
  }

  /// A KWin, and a source in a scene that asks it, for the process 7.
  private static func kwin(
    in scene: inout Scene, folder: WorkFolder,
    answers: [String: [BusValue]] = ["loadScript": [.number(3)], "start": []]
  ) throws -> BusPeer {
    let kwin = try BusPeer(scene.bus, names: ["org.kde.KWin"])
    kwin.answers = answers
    let source = try KWinFocusSource(
      addresses: [scene.bus.path], user: getuid(), folder: folder.path, processID: 7, at: scene.desktop.now)
    scene.desktop.watch.adopt(source, as: .kwin, at: scene.desktop.now)
    return kwin
  }

  /// The connection of a source, which KWin knows.
  private static func peer(of kwin: BusPeer) throws -> String {
    try #require(kwin.calls.first { $0.member == "loadScript" }?.sender)
  }

  /// Lets the script say that a window has the focus.
  @discardableResult
  private static func focus(_ name: String, by kwin: BusPeer) throws -> UInt32 {
    let values: [BusValue] = [.string(name), .string(name.uppercased()), .string(name), .string("")]
    return try kwin.call("Changed", values: values, to: peer(of: kwin), path: path, interface: interface)
  }

  @Test func `the script that KWin runs says what has the focus`() throws {
    var scene = try Scene()
    let folder = try WorkFolder()
    let kwin = try Self.kwin(in: &scene, folder: folder)
    #expect(try scene.desktop.wait(for: scene.mutter, kwin) { _ in kwin.calls.contains { $0.member == "start" } })
    #expect(kwin.calls.map(\.member) == ["unloadScript", "loadScript", "start"])
    #expect(kwin.calls.allSatisfy { $0.path == "/Scripting" && $0.interface == "org.kde.kwin.Scripting" })
    let load = try #require(kwin.calls.first { $0.member == "loadScript" })
    let file = "\(folder.path)/schedctl-kwin-7.js"
    #expect(try load.values() == [.string(file), .string("schedctl-7")])
    let ours = try #require(load.sender)
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(text == KWinFocusSource.script(calling: ours))
    #expect(!text.contains("=>") && !text.contains("const "), "Plasma 5 may have no newer JavaScript than ES5")
    #expect(text.contains("callDBus(\"\(ours)\", \"\(Self.path)\", \"\(Self.interface)\", \"Changed\""))
    // Another program that calls is not believed and has no answer.
    let other = try BusPeer(scene.bus)
    let window: [BusValue] = [.string("b"), .string("B"), .string(""), .string("77")]
    try other.call("Changed", values: window, to: ours, path: Self.path, interface: Self.interface)
    let call = try Self.focus("a", by: kwin)
    #expect(try scene.wait(for: "a", by: kwin))
    #expect(
      try Waiting.until {
        try kwin.serve()
        return kwin.results.contains { $0.answeredSerial == call && $0.kind == .answer }
      })
    try other.serve()
    #expect(other.results.count { $0.sender == ours } == 0)
    #expect(!FileManager.default.fileExists(atPath: file), "KWin has read it")
    try kwin.call(
      "Changed", values: Self.noWindow.dropLast() + [.string("0")], to: ours, path: Self.path, interface: Self.interface
    )
    #expect(try scene.wait(for: nil, by: kwin))
    #expect(scene.desktop.watch.nextBoot(after: scene.desktop.now) == nil)
  }

  @Test func `a script that KWin does not load, does not run, or that says nothing is a failure`() throws {
    let folder = try WorkFolder()
    let file = "\(folder.path)/schedctl-kwin-7.js"
    for (answers, reason) in [
      (["loadScript": [.number(-1)]], "KWin does not load the script '\(file)'"),
      (["loadScript": [.number(1)]], "KWin does not run the script '\(file)'"),
      (["loadScript": [.number(1)], "start": []], "it does not answer"),
    ] as [([String: [BusValue]], String)] {
      var scene = try Scene()
      let kwin = try Self.kwin(in: &scene, folder: folder, answers: answers)
      if answers["start"] != nil {
        #expect(try scene.desktop.wait(for: scene.mutter, kwin) { _ in kwin.calls.contains { $0.member == "start" } })
        for _ in 0..<100 {
          try scene.desktop.advance()
          usleep(1000)
        }
        try scene.desktop.advance(by: 5)
      }
      #expect(
        try scene.desktop.wait(for: scene.mutter, kwin) { $0.watch.lastFailure(of: .kwin) == reason }, "\(reason)")
      #expect(!FileManager.default.fileExists(atPath: file))
      #expect(try scene.desktop.wait(for: kwin) { _ in kwin.calls.last?.member == "unloadScript" })
    }
  }

  @Test func `a script that another program ends is noticed when something wakes the agent`() throws {
    var scene = try Scene()
    let folder = try WorkFolder()
    defer { withExtendedLifetime(folder) {} }
    let kwin = try Self.kwin(in: &scene, folder: folder)
    #expect(try scene.desktop.wait(for: scene.mutter, kwin) { _ in kwin.calls.contains { $0.member == "start" } })
    try Self.focus("a", by: kwin)
    #expect(try scene.wait(for: "a", by: kwin))
    let questions = { kwin.calls.count { $0.member == "isScriptLoaded" } }
    kwin.answers["isScriptLoaded"] = [.boolean(true)]
    try scene.desktop.advance(by: 59)
    try scene.desktop.advance(by: 2)
    #expect(try scene.desktop.wait(for: kwin) { $0.watch.nextBoot(after: $0.now) == nil && questions() == 1 })
    kwin.answers["isScriptLoaded"] = [.boolean(false)]
    try scene.desktop.advance(by: 100)
    #expect(try scene.desktop.wait(for: kwin) { $0.watch.state == nil })
    #expect(scene.desktop.watch.lastFailure(of: .kwin)?.hasPrefix("KWin does not run the script") == true)
    #expect(scene.desktop.words() == ["a 61.0"] && questions() == 2)
  }

  @Test func `at its end the agent ends its script, and doctor loads none and writes nothing`() throws {
    var scene = try Scene()
    let folder = try WorkFolder()
    let kwin = try Self.kwin(in: &scene, folder: folder)
    #expect(try scene.desktop.wait(for: scene.mutter, kwin) { _ in kwin.calls.contains { $0.member == "start" } })
    try Self.focus("a", by: kwin)
    #expect(try scene.wait(for: "a", by: kwin))
    let earlier = kwin.calls.count
    kwin.answers["isScriptLoaded"] = [.boolean(false)]
    var doctor = try FakeDesktop(
      [
        "DBUS_SESSION_BUS_ADDRESS": "unix:path=\(scene.bus.path)", "XDG_CURRENT_DESKTOP": "KDE",
        "XDG_RUNTIME_DIR": folder.path,
      ], user: getuid(), onlyAsks: true)
    #expect(try doctor.wait(for: kwin) { try $0.standing("KWin") == .working })
    doctor.watch.end()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).allSatisfy { !$0.contains("kwin") })
    try Self.focus("b", by: kwin)
    #expect(try scene.wait(for: "b", by: kwin))
    #expect(kwin.calls.dropFirst(earlier).map(\.member) == ["isScriptLoaded"])
    scene.desktop.watch.end()
    #expect(try scene.desktop.wait(for: kwin) { _ in kwin.calls.last?.member == "unloadScript" })
    #expect(try kwin.calls.last?.values() == [.string("schedctl-7")] && kwin.calls.last?.isOneWay == true)
  }

  @Test func `GNOME and KDE are asked only where the desktop is one`() {
    let name = { (desktop: String?, kind: UseSourceKind) -> String? in
      var variables = ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/none"]
      variables["XDG_CURRENT_DESKTOP"] = desktop
      return try? kind.path(in: ProcessEnvironment(variables: variables, effectiveUserID: 7))
    }
    #expect(
      name("ubuntu:GNOME", .shell) == "/none" && name("GNOME", .mutter) == "/none" && name("KDE", .kwin) == "/none")
    #expect(name("sway", .shell) == nil && name("KDE", .mutter) == nil && name("GNOME", .kwin) == nil)
    #expect(name(nil, .shell) == nil && name(nil, .kwin) == nil && name(nil, .screenSaver) == "/none")
  }
}
