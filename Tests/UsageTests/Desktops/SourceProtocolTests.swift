import Scheduler
import SchedulerPlatform
import Testing

@testable import SchedulerUsage

/// Sources that keep to their protocols, played by fakes.
@Suite struct SourceProtocolTests {
  /// The sockets of a session of sway, which live as long as this does.
  struct FakeServers {
    let sway: FakeServer
    let wayland: FakeServer
  }

  /// A session of sway that works, with window `a` in front and an active person.
  static func sway(
    runtime: String = "", user: UInt32 = 4_000_000_000
  ) throws -> (desktop: FakeDesktop, servers: FakeServers) {
    let (sway, wayland) = (try FakeServer(), try FakeServer())
    let variables = ["SWAYSOCK": sway.path, "WAYLAND_DISPLAY": wayland.path, "XDG_RUNTIME_DIR": runtime]
    var desktop = try FakeDesktop(variables, user: user)
    #expect(try sway.accept() && wayland.accept())
    try sway.send(IPCMessage.subscribed + IPCMessage.tree("a"))
    try wayland.send(WaylandEvent.announcement)
    try desktop.advance()
    try wayland.send(WaylandEvent.agreement)
    try desktop.advance()
    return (desktop, FakeServers(sway: sway, wayland: wayland))
  }

  /// A session of X11 that works, with a window of class `A` in front.
  static func x11(idleMilliseconds: UInt32 = 0) throws -> (desktop: FakeDesktop, server: FakeServer) {
    let (desktop, server) = try unstartedX11()
    var started = desktop
    try server.send(FakeXServer.start("A", idleMilliseconds: idleMilliseconds))
    try started.advance()
    return (started, server)
  }

  /// A watch of X11 whose server has said nothing yet. Its seat has a socket of its own in place of a display.
  static func unstartedX11() throws -> (desktop: FakeDesktop, server: FakeServer) {
    let server = try FakeServer()
    var desktop = try FakeDesktop([:])
    let source = try X11Source(
      path: server.path, screen: 0, cookie: nil, patience: UseMeter.usualPatience, at: desktop.now)
    #expect(try server.accept())
    desktop.watch.adopt(source, as: .x11, at: desktop.now)
    return (desktop, server)
  }

  private static func name(_ desktop: FakeDesktop) -> String? { desktop.watch.state?.target?.name }

  @Test func `sway says what has the focus, and a compositor whether the person is idle`() throws {
    var (desktop, servers) = try Self.sway()
    #expect(Self.name(desktop) == "a")
    #expect(try desktop.standing("sway") == .working && desktop.standing("Wayland") == .working)
    try desktop.advance(by: 100)
    try servers.sway.send(IPCMessage.focus("b"))
    try desktop.advance(by: 0)
    try desktop.advance(by: 50)
    try servers.wayland.send(WaylandEvent.idled)
    try desktop.advance(by: 10)
    #expect(desktop.watch.state == .idle)
    try servers.wayland.send(WaylandEvent.resumed)
    try desktop.advance(by: 5)
    #expect(Self.name(desktop) == "b")
    try desktop.advance(by: 7)
    #expect(desktop.words() == ["a 100.0", "b 7.0"])
  }

  @Test func `the tree of windows says what has the focus after a window was closed`() throws {
    var (desktop, servers) = try Self.sway()
    _ = try servers.sway.read()
    try servers.sway.send(IPCMessage.close("a"))
    try desktop.advance(by: 1)
    #expect(String(decoding: try servers.sway.read().prefix(6), as: UTF8.self) == "i3-ipc")
    try servers.sway.send(IPCMessage.tree(nil))
    try desktop.advance(by: 1)
    #expect(desktop.watch.state == .inUse(nil))
    try servers.sway.send(IPCMessage.message(0x8000_0000, #"{"change": "focus"}"#))
    try desktop.advance(by: 1)
    try servers.sway.send(IPCMessage.tree("c"))
    try desktop.advance(by: 1)
    #expect(Self.name(desktop) == "c")
  }

  @Test func `messages may arrive in pieces of any size`() throws {
    let (sway, wayland) = (try FakeServer(), try FakeServer())
    var desktop = try FakeDesktop(["SWAYSOCK": sway.path, "WAYLAND_DISPLAY": wayland.path])
    #expect(try sway.accept() && wayland.accept())
    for byte in IPCMessage.subscribed + IPCMessage.tree("a") {
      try sway.send([byte])
      try desktop.advance()
    }
    for byte in WaylandEvent.announcement + WaylandEvent.agreement {
      try wayland.send([byte])
      try desktop.advance()
    }
    #expect(Self.name(desktop) == "a")
  }

  @Test func `the better idle protocol is asked, in version 1`() throws {
    let wayland = try FakeServer()
    var desktop = try FakeDesktop(["WAYLAND_DISPLAY": wayland.path])
    #expect(try wayland.accept())
    _ = try wayland.read()
    let globals = WaylandEvent.global(5, "ext_idle_notifier_v1") + WaylandEvent.global(3, "wl_seat")
    try wayland.send(globals + WaylandEvent.global(9, "org_kde_kwin_idle") + WaylandEvent.done(3))
    try desktop.advance()
    var expected = WaylandRequests()
    expected.bind(3, interface: "wl_seat", as: 4)
    expected.bind(5, interface: "ext_idle_notifier_v1", as: 5)
    expected.add(5, opcode: 1) { request in for value in [6, 60_000, 4] as [UInt32] { request.uint32(value) } }
    expected.add(1, opcode: 0) { $0.uint32(7) }
    #expect(try wayland.read() == expected.bytes)
  }

  @Test func `an X server says what has the focus and whether the person is idle`() throws {
    var (desktop, server) = try Self.x11()
    #expect(try desktop.standing("X11") == .working)
    #expect(Self.name(desktop) == "A")
    try desktop.advance(by: 10)
    try server.send(FakeXServer.activeWindowChange)
    try desktop.advance()
    try server.send(
      FakeXServer.number(13, 78) + FakeXServer.windowClass(14, "B") + FakeXServer.property(15, format: 0, value: []))
    try desktop.advance()
    #expect(Self.name(desktop) == "B")
    try desktop.advance(by: 70)
    try server.send(FakeXServer.alarm(0, milliseconds: 60_000))
    try desktop.advance()
    #expect(desktop.watch.state == .idle)
    try server.send(FakeXServer.alarm(1, milliseconds: 0))
    try desktop.advance(by: 20)
    try desktop.advance(by: 1)
    #expect(desktop.words() == ["A 10.0", "B 10.0", "B 1.0"])
  }

  @Test func `a window that is destroyed before its properties are read has no focus`() throws {
    var (desktop, server) = try Self.x11()
    try server.send(FakeXServer.activeWindowChange)
    try desktop.advance()
    try server.send(
      FakeXServer.number(13, 78) + FakeXServer.error(3, sequence: 14) + FakeXServer.error(3, sequence: 15))
    try desktop.advance()
    #expect(desktop.watch.state == .inUse(nil))
    #expect(try desktop.standing("X11") == .working)
  }

  @Test(arguments: [true, false])
  func `no window has the focus only if a window manager says so`(isManaged: Bool) throws {
    var (desktop, server) = try Self.x11()
    try desktop.advance(by: 10)
    try server.send(FakeXServer.activeWindowChange)
    try desktop.advance()
    try server.send(FakeXServer.noProperty(13) + FakeXServer.answer(14, 302))
    try desktop.advance()
    try server.send(isManaged ? FakeXServer.number(15, 300) : FakeXServer.noProperty(15))
    try desktop.advance()
    #expect(desktop.watch.state == (isManaged ? .inUse(nil) : nil))
    #expect(
      desktop.watch.lastFailure(of: .x11) == (isManaged ? nil : "no window manager says what has the focus"))
    #expect(desktop.words() == ["A 10.0"])
  }

  @Test func `a person who is idle at the start is idle`() throws {
    #expect(try Self.x11(idleMilliseconds: 90_000).desktop.watch.state == .idle)
  }

  @Test(arguments: [
    (":0", 0, 0), (":12.3", 12, 3), ("unix:4", 4, 0), ("localhost:10.0", nil, nil), ("", nil, nil), (":", nil, nil),
    (":1.2.3", nil, nil), (":-1", nil, nil), (":70000", nil, nil), (":1.", nil, nil),
  ])
  func `a display of this machine is a number with a screen`(text: String, number: Int?, screen: Int?) {
    #expect(X11Display(text)?.number == number)
    #expect(X11Display(text)?.screen == screen)
  }

  @Test func `a cookie belongs to a host and a display, and a damaged file has none`() throws {
    let entry = { (family: UInt16, host: String, number: String, cookie: String) -> [UInt8] in
      var bytes = [UInt8(family >> 8), UInt8(family & 255)]
      for part in [host, number, X11Authority.method, cookie] {
        bytes += [0, UInt8(part.utf8.count)] + Array(part.utf8)
      }
      return bytes
    }
    let file = entry(256, "other", "1", "no") + entry(256, "here", "2", "two") + entry(65535, "", "", "any")
    let display = try #require(X11Display(":2"))
    let found = { (bytes: [UInt8]) in
      X11Authority.cookie(for: display, host: "here", in: bytes).map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(found(file) == "two")
    #expect(found(Array(file.suffix(entry(65535, "", "", "any").count))) == "any")
    for length in 0..<entry(256, "here", "2", "two").count {
      #expect(found(Array(entry(256, "here", "2", "two").prefix(length))) == nil)
    }
  }
}
