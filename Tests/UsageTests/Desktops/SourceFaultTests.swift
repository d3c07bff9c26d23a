import SchedulerPlatform
import TestSupport
import Testing

@testable import SchedulerUsage

/// Sources that break their protocols, played by fakes.
@Suite struct SourceFaultTests {
  /// What a source sends in place of the right message, and why it is dropped.
  struct Fault: CustomTestStringConvertible, Sendable {
    let bytes: [UInt8]
    let reason: String
    var testDescription: String { reason }

    init(_ reason: String, _ bytes: [UInt8]) {
      self.bytes = bytes
      self.reason = reason
    }
  }

  private static func malformed(_ what: String, _ bytes: [UInt8]) -> Fault {
    Fault("it breaks its protocol: \(what)", bytes)
  }

  private static let header = IPCMessage.message(4, "").prefix(6)

  private static let faultsOfSway: [Fault] = [
    malformed("a message does not begin with 'i3-ipc'", Array("HTTP/1.1".utf8)),
    malformed("a message of 4294967295 bytes", header + [255, 255, 255, 255, 4, 0, 0, 0]),
    malformed("a message of the unknown type 99", IPCMessage.message(99, "{}")),
    malformed("an answer without a question", IPCMessage.tree("x")),
    malformed("a focus without a window", IPCMessage.message(0x8000_0003, #"{"change": "focus"}"#)),
    malformed("a window event without a change", IPCMessage.message(0x8000_0003, "[]")),
    Fault("it has ended", IPCMessage.message(0x8000_0006, #"{"change": "exit"}"#)),
  ]

  @Test(arguments: faultsOfSway)
  func `sway is dropped for a fault, with the reason, and asked again after a pause`(fault: Fault) throws {
    var (desktop, servers) = try SourceProtocolTests.sway()
    try desktop.advance(by: 10)
    try servers.sway.send(fault.bytes)
    try desktop.advance()
    #expect(try desktop.standing("sway") == .failed(fault.reason))
    #expect(desktop.watch.state == nil)
    try desktop.advance(by: 0.9)
    #expect(try !servers.sway.accept())
    try desktop.advance(by: 0.2)
    #expect(try servers.sway.accept())
    try servers.sway.send(IPCMessage.subscribed + IPCMessage.tree("b"))
    try desktop.advance()
    #expect(desktop.watch.state?.target?.name == "b")
    #expect(desktop.words() == ["a 10.0"])
  }

  @Test(arguments: [#"{"nodes": "#, "\u{1}", String(repeating: "[", count: 4000)])
  func `JSON that is none, or too deep, is a fault`(text: String) throws {
    var (desktop, servers) = try SourceProtocolTests.sway()
    try servers.sway.send(IPCMessage.message(0x8000_0003, text))
    try desktop.advance()
    guard case .failed(let reason) = try desktop.standing("sway") else {
      Issue.record("sway was not dropped")
      return
    }
    #expect(reason.hasPrefix("it breaks its protocol"))
  }

  @Test func `a source that does not answer ends a span when it was asked, and is asked less and less often`() throws {
    var (desktop, servers) = try SourceProtocolTests.sway()
    try desktop.advance(by: 20)
    try servers.sway.send(IPCMessage.close("a"))
    try desktop.advance()
    try desktop.advance(by: 4.9)
    #expect(try desktop.standing("sway") == .working)
    try desktop.advance(by: 0.1)
    #expect(try desktop.standing("sway") == .failed("it does not answer"))
    #expect(desktop.words() == ["a 20.0"])
    // It is connected after 1, 2, 4 … seconds and dropped five seconds later, for ten minutes.
    var connections = 0
    for _ in 0..<6000 {
      try desktop.advance(by: 0.1)
      if try servers.sway.accept() { connections += 1 }
    }
    #expect(connections == 13)
  }

  @Test func `a source that floods is dropped, and its messages are not kept`() throws {
    var (desktop, servers) = try SourceProtocolTests.sway()
    var sent = 0
    while try desktop.standing("sway") == .working, sent < 10_000 {
      try servers.sway.send(IPCMessage.focus("x\(sent % 7)"))
      sent += 1
      if sent % 50 == 0 { try desktop.advance(by: 0.001) }
    }
    #expect(try desktop.standing("sway") == .failed("it sends too much"))
    #expect(sent <= 4_100)
    // What a window with an animated title sends is no flood.
    (desktop, servers) = try SourceProtocolTests.sway()
    for _ in 0..<600 {
      for _ in 0..<60 { try servers.sway.send(IPCMessage.message(0x8000_0003, #"{"change": "title"}"#)) }
      try desktop.advance(by: 1)
    }
    #expect(try desktop.standing("sway") == .working)
  }

  private static let faultsOfWayland: [Fault] = [
    malformed("a message of 0 bytes", [6, 0, 0, 0, 0, 0, 0, 0]),
    malformed("a message of 10 bytes", [6, 0, 0, 0, 0, 0, 10, 0, 0, 0, 0, 0]),
    malformed("the unknown event 3 of object 6", WaylandEvent.event(6, opcode: 3)),
    malformed("the unknown event 0 of object 77", WaylandEvent.event(77, opcode: 0)),
    malformed("a message is too short", WaylandEvent.event(2, opcode: 0) { $0.uint32(1) }),
    malformed(
      "a message is too short",
      WaylandEvent.event(2, opcode: 0) { for value in [1, 0xFFFF_FFFF, 0] as [UInt32] { $0.uint32(value) } }),
    malformed(
      "a string without its end",
      WaylandEvent.event(2, opcode: 0) { for value in [1, 4, 0x4141_4141, 1] as [UInt32] { $0.uint32(value) } }),
    malformed(
      "error 2: no",
      WaylandEvent.event(1, opcode: 0) { for value in [6, 2, 3, 0x006F_6E] as [UInt32] { $0.uint32(value) } }),
    Fault("it has ended", WaylandEvent.event(2, opcode: 1) { $0.uint32(3) }),
  ]

  @Test(arguments: faultsOfWayland)
  func `a compositor is dropped for a fault, and then nothing counts`(fault: Fault) throws {
    var (desktop, servers) = try SourceProtocolTests.sway()
    try desktop.advance(by: 10)
    try servers.wayland.send(fault.bytes)
    try desktop.advance()
    #expect(try desktop.standing("Wayland") == .failed(fault.reason))
    #expect(desktop.watch.state == nil)
    try desktop.advance(by: 5)
    #expect(try servers.wayland.accept())
    #expect(desktop.words() == ["a 10.0"])
  }

  @Test func `a compositor without an idle protocol is not asked again`() throws {
    let wayland = try FakeServer()
    var desktop = try FakeDesktop(["WAYLAND_DISPLAY": wayland.path])
    #expect(try wayland.accept())
    try wayland.send(WaylandEvent.global(3, "wl_seat") + WaylandEvent.done(3))
    try desktop.advance()
    #expect(try wayland.accept())
    try wayland.send(WaylandEvent.global(3, "wl_seat") + WaylandEvent.done(3))
    try desktop.advance()
    #expect(
      try desktop.standing("wlroots") == .failed("the compositor does not have 'zwlr_foreign_toplevel_manager_v1'"))
    #expect(
      try desktop.standing("Wayland")
        == .failed("the compositor has neither 'ext_idle_notifier_v1' nor 'org_kde_kwin_idle'"))
    try desktop.advance(by: 1000)
    #expect(try !wayland.accept())
  }

  private static let faultsOfX: [Fault] = [
    malformed("error 8 of a request", FakeXServer.error(8, sequence: 10)),
    malformed("an answer without a question", FakeXServer.answer(13, 1)),
    malformed("a message of 4294967295 words", [1, 0, 13, 0, 255, 255, 255, 255] + [UInt8](repeating: 0, count: 24)),
    malformed(
      "a time without input of years",
      {
        var bytes = FakeXServer.alarm(0, milliseconds: 0)
        bytes[8] = 1
        return bytes
      }()),
  ]

  @Test(arguments: faultsOfX)
  func `an X server is dropped for a fault`(fault: Fault) throws {
    var (desktop, server) = try SourceProtocolTests.x11()
    try server.send(fault.bytes)
    try desktop.advance()
    #expect(try desktop.standing("X11") != .working)
    #expect(desktop.watch.lastFailure(of: .x11) == fault.reason)
    #expect(desktop.watch.state == nil)
  }

  @Test func `an X server may give the last identifier of resources`() throws {
    var (desktop, server) = try SourceProtocolTests.unstartedX11()
    var bytes = FakeXServer.start("A")
    bytes.replaceSubrange(12..<16, with: [255, 255, 255, 255])
    try server.send(bytes)
    try desktop.advance()
    #expect(try desktop.standing("X11") == .working)
  }

  @Test func `a source that fails is not asked again while a better one works`() throws {
    let server = try FakeServer()
    var desktop = try FakeDesktop(["I3SOCK": "\(server.folder.path)/none"])
    #expect(try desktop.standing("i3") == .failed("no such file or directory"))
    #expect(desktop.watch.nextBoot(after: desktop.now) == 1_000_000_000)
    let source = try X11Source(
      path: server.path, screen: 0, cookie: nil, patience: UseMeter.usualPatience, at: desktop.now)
    #expect(try server.accept())
    desktop.watch.adopt(source, as: .x11, at: desktop.now)
    try server.send(FakeXServer.start("A"))
    try desktop.advance(by: 5)
    #expect(try desktop.standing("X11") == .working)
    #expect(desktop.watch.nextBoot(after: desktop.now) == nil)
  }

  /// All that each source sends from its start on, in one piece.
  private static let transcripts: [(source: String, bytes: [UInt8])] = [
    ("sway", IPCMessage.subscribed + IPCMessage.tree("a") + IPCMessage.focus("b") + IPCMessage.close("b")),
    ("wayland", WaylandEvent.announcement + WaylandEvent.agreement + WaylandEvent.idled + WaylandEvent.resumed),
    (
      "wlroots",
      WaylandEvent.global(1, "zwlr_foreign_toplevel_manager_v1") + WaylandEvent.done(3) + WaylandEvent.window("a")
        + WaylandEvent.done(5) + WaylandEvent.event(0xFF00_0001, opcode: 6)
    ),
    ("x11", FakeXServer.start("A") + FakeXServer.activeWindowChange + FakeXServer.alarm(0, milliseconds: 60_000)),
  ]

  @Test(arguments: transcripts.indices)
  func `no bytes make a source trap, whatever they are`(index: Int) throws {
    let (name, bytes) = Self.transcripts[index]
    for seed in 1...UInt64(Laws.count(20_000, few: 400)) {
      var random = SeededGenerator(seed: seed)
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<damaged.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: damaged[place] = UInt8.random(in: 0...255, using: &random)
        case 1: damaged[place] = [0, 1, 127, 128, 255].randomElement(using: &random) ?? 0
        case 2: damaged.remove(at: place)
        default: damaged.insert(UInt8.random(in: 0...255, using: &random), at: place)
        }
      }
      let server = try FakeServer()
      let now = UseMoment(wall: .init(epochSeconds: 0), monotonic: 0, boot: 0)
      var source: any UseSource =
        switch name {
        case "sway": try I3Source(path: server.path, at: now)
        case "wayland": try WaylandIdleSource(path: server.path, patience: 60_000_000_000, at: now)
        case "wlroots": try WaylandFocusSource(path: server.path, at: now)
        default: try X11Source(path: server.path, screen: 0, cookie: nil, patience: 60_000_000_000, at: now)
        }
      #expect(try server.accept())
      try server.send(damaged)
      var isWorking = true
      for _ in 0..<3 where isWorking {
        do throws(SourceFailure) { _ = try source.read(at: now) } catch { isWorking = false }
      }
    }
  }
}
