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

  @Test func `GNOME Shell that ends and starts again is asked again, and another source says the focus meanwhile`() throws {
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
    scene.desktop.watch.adopt(try I3Source(path: other.path, at: scene.desktop.now), as: .i3, at: scene.desktop.now)
    #expect(try other.accept())
    try other.send(IPCMessage.subscribed + IPCMessage.tree("c"))
    #expect(try scene.wait(for: "c", by: shell))
    other.close()
    try shell.take("org.gnome.Shell")
    #expect(try scene.wait(for: "b", by: shell))
  }

  @Test(arguments: ["/Scripting/Script3", "/3"])
  func `the script that KWin runs says what has the focus, in Plasma 5 and 6`(script: String) throws {
    var scene = try Scene()
    let kwin = try BusPeer(scene.bus, names: ["org.kde.KWin"])
    kwin.answers = ["unloadScript": [.boolean(false)], "loadScript": [.number(3)], "\(script) run": []]
    let folder = try WorkFolder()
    let source = try KWinFocusSource(
      addresses: [scene.bus.path], user: getuid(), folder: folder.path, at: scene.desktop.now)
    scene.desktop.watch.adopt(source, as: .kwin, at: scene.desktop.now)
    let isRun = try scene.desktop.wait(for: scene.mutter, kwin) { _ in
      kwin.calls.contains { $0.member == "run" && $0.path == script }
    }
    #expect(isRun)
    let load = try #require(kwin.calls.first { $0.member == "loadScript" })
    let file = "\(folder.path)/schedctl-kwin.js"
    #expect(try load.values() == [.string(file), .string("schedctl")])
    #expect(kwin.calls.first?.member == "unloadScript")
    let ours = try #require(load.sender)
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(text == KWinFocusSource.script(calling: ours))
    #expect(text.contains("callDBus(\"\(ours)\", \"\(Self.path)\", \"\(Self.interface)\", \"Changed\""))
    // Another program that calls is not believed and has no answer.
    let other = try BusPeer(scene.bus)
    let window: [BusValue] = [.string("b"), .string("B"), .string(""), .string("77")]
    try other.call("Changed", values: window, to: ours, path: Self.path, interface: Self.interface)
    let call = try kwin.call(
      "Changed", values: [.string("a"), .string("A"), .string("a"), .string("")], to: ours, path: Self.path,
      interface: Self.interface)
    #expect(try scene.wait(for: "a", by: kwin))
    #expect(
      try Waiting.until {
        try kwin.serve()
        return kwin.results.contains { $0.answeredSerial == call && $0.kind == .answer }
      })
    try other.serve()
    #expect(other.results.count { $0.sender == ours } == 0)
    try kwin.call(
      "Changed", values: Self.noWindow.dropLast() + [.string("0")], to: ours, path: Self.path, interface: Self.interface
    )
    #expect(try scene.wait(for: nil, by: kwin))
    #expect(scene.desktop.watch.nextBoot(after: scene.desktop.now) == nil)
  }

  @Test func `a script that KWin does not load, does not run, or that says nothing is a failure`() throws {
    let folder = try WorkFolder()
    let file = "\(folder.path)/schedctl-kwin.js"
    for (answers, reason) in [
      (["loadScript": [.number(-1)]], "KWin does not load the script '\(file)'"),
      (["loadScript": [.number(1)]], "KWin does not run the script '\(file)'"),
      (["loadScript": [.number(1)], "run": []], "it does not answer"),
    ] as [([String: [BusValue]], String)] {
      var scene = try Scene()
      let kwin = try BusPeer(scene.bus, names: ["org.kde.KWin"])
      kwin.answers = answers
      let source = try KWinFocusSource(
        addresses: [scene.bus.path], user: getuid(), folder: folder.path, at: scene.desktop.now)
      scene.desktop.watch.adopt(source, as: .kwin, at: scene.desktop.now)
      if answers["run"] != nil {
        #expect(try scene.desktop.wait(for: scene.mutter, kwin) { _ in kwin.calls.contains { $0.member == "run" } })
        for _ in 0..<100 {
          try scene.desktop.advance()
          usleep(1000)
        }
        try scene.desktop.advance(by: 5)
      }
      #expect(
        try scene.desktop.wait(for: scene.mutter, kwin) { $0.watch.lastFailure(of: .kwin) == reason }, "\(reason)")
    }
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
