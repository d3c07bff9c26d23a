import Foundation
import ProgramTesting
import Scheduler
import SchedulerPlatform
import Testing

@testable import SchedulerUsage

/// Locks that services on a bus tell, in whole watches of a session of sway with window `a` in front.
@Suite(.enabled(if: TestBus.exists, "dbus-daemon is not installed")) struct LockTests {
  /// A desktop with a source for locks on a bus.
  struct Scene {
    var desktop: FakeDesktop
    let servers: SourceProtocolTests.FakeServers
    let bus: TestBus

    init() throws {
      (desktop, servers) = try SourceProtocolTests.sway()
      bus = try TestBus()
    }

    mutating func adoptScreenSaver() throws {
      let source = try ScreenSaverSource(addresses: [bus.path], user: getuid(), at: desktop.now)
      desktop.watch.adopt(source, as: .screenSaver, at: desktop.now)
    }

    mutating func adoptLogind() throws {
      let source = try LogindSource(addresses: [bus.path], identifier: "c2", user: getuid(), at: desktop.now)
      desktop.watch.adopt(source, as: .logind, at: desktop.now)
    }
  }

  private static let session = "/org/freedesktop/login1/session/c2"
  private static let sessionInterface = "org.freedesktop.login1.Session"

  /// A logind with an active, unlocked session.
  private static func logind(on bus: TestBus) throws -> BusPeer {
    let peer = try BusPeer(bus, names: ["org.freedesktop.login1"])
    peer.answers = [
      "GetSession": [.path(session)], "Active": [.variant(.boolean(true))], "LockedHint": [.variant(.boolean(false))],
    ]
    return peer
  }

  @Test(arguments: [
    ("org.gnome.ScreenSaver", "/org/gnome/ScreenSaver"),
    ("org.freedesktop.ScreenSaver", "/org/freedesktop/ScreenSaver"),
    ("org.freedesktop.ScreenSaver", "/ScreenSaver"),
  ])
  func `use stops at the lock of a screen saver and resumes at its end`(name: String, path: String) throws {
    var scene = try Scene()
    let locker = try BusPeer(scene.bus, names: [name])
    locker.answers["\(path) GetActive"] = [.boolean(false)]
    try scene.adoptScreenSaver()
    #expect(try scene.desktop.wait(for: locker) { try $0.standing("screen saver") == .working })
    try scene.desktop.advance(by: 10)
    try locker.emit("ActiveChanged", values: [.boolean(true)], path: path, interface: name)
    #expect(try scene.desktop.wait(for: locker) { $0.watch.state == .locked })
    // Keys that unlock the screen are no use.
    try scene.desktop.advance(by: 30)
    try locker.emit("ActiveChanged", values: [.boolean(false)], path: path, interface: name)
    #expect(try scene.desktop.wait(for: locker) { $0.watch.state?.target?.name == "a" })
    try scene.desktop.advance(by: 7)
    #expect(scene.desktop.words() == ["a 10.0", "a 7.0"])
    #expect(scene.desktop.watch.nextBoot(after: scene.desktop.now) == nil)
  }

  @Test func `a screen saver that comes later is heard, also if it is locked already, and one that ends is not locked`()
    throws
  {
    var scene = try Scene()
    try scene.adoptScreenSaver()
    #expect(try scene.desktop.wait { try $0.standing("screen saver") == .missing("no screen saver is on it") })
    let locker = try BusPeer(scene.bus)
    locker.answers["GetActive"] = [.boolean(true)]
    try locker.take("org.xfce.ScreenSaver")
    #expect(try scene.desktop.wait(for: locker) { $0.watch.state == .locked })
    withExtendedLifetime(locker) {}
    let other = try BusPeer(scene.bus, names: ["org.gnome.ScreenSaver"])
    other.answers["GetActive"] = [.boolean(false)]
    #expect(try scene.desktop.wait(for: other) { _ in other.calls.contains { $0.member == "GetActive" } })
    #expect(scene.desktop.watch.state == .locked)
  }

  @Test func `a locker that ends is not locked any more`() throws {
    var scene = try Scene()
    var locker: BusPeer? = try BusPeer(scene.bus, names: ["org.gnome.ScreenSaver"])
    locker?.answers["GetActive"] = [.boolean(true)]
    try scene.adoptScreenSaver()
    #expect(
      try Waiting.until {
        try locker?.serve()
        try scene.desktop.advance()
        return scene.desktop.watch.state == .locked
      })
    locker = nil
    #expect(try scene.desktop.wait { $0.watch.state?.target?.name == "a" })
  }

  @Test func `only the owner of the name of a screen saver is believed`() throws {
    var scene = try Scene()
    let locker = try BusPeer(scene.bus, names: ["org.gnome.ScreenSaver"])
    locker.answers["GetActive"] = [.boolean(false)]
    try scene.adoptScreenSaver()
    #expect(try scene.desktop.wait(for: locker) { try $0.standing("screen saver") == .working })
    let ours = try #require(locker.calls.last?.sender)
    let words = [
      "gdbus", "emit", "--session", "--object-path", "/org/gnome/ScreenSaver", "--signal",
      "org.gnome.ScreenSaver.ActiveChanged", "true",
    ]
    try scene.bus.run(words)
    try scene.bus.run(words + ["--dest", ours])
    // Another program that has a name of a screen saver cannot speak for this one either.
    let other = try BusPeer(scene.bus, names: ["org.mate.ScreenSaver"])
    other.answers["GetActive"] = [.boolean(false)]
    #expect(try scene.desktop.wait(for: other) { _ in other.calls.contains { $0.member == "GetActive" } })
    try other.emit(
      "ActiveChanged", values: [.boolean(true)], path: "/x", interface: "org.gnome.ScreenSaver", to: ours)
    try other.emit(
      "NameOwnerChanged", values: [.string("org.gnome.ScreenSaver"), .string(locker.name), .string(other.name)],
      path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus", to: ours)
    try scene.desktop.advance(by: 5)
    for _ in 0..<200 {
      try scene.desktop.advance()
      try #require(scene.desktop.watch.state?.target?.name == "a")
      usleep(1000)
    }
  }

  @Test func `logind says that the session is locked, and that another session has the seat`() throws {
    var scene = try Scene()
    let logind = try Self.logind(on: scene.bus)
    try scene.adoptLogind()
    #expect(try scene.desktop.wait(for: logind) { try $0.standing("logind") == .working })
    #expect(try logind.calls.first { $0.member == "GetSession" }?.values() == [.string("c2")])
    for (property, away) in [("LockedHint", true), ("Active", false)] {
      try scene.desktop.advance(by: 10)
      try logind.emit(properties: [property: away], of: Self.sessionInterface, path: Self.session)
      #expect(try scene.desktop.wait(for: logind) { $0.watch.state == .locked })
      try scene.desktop.advance(by: 5)
      // Another session and another interface say nothing of this one.
      try logind.emit(properties: [property: !away], of: Self.sessionInterface, path: "/other")
      try logind.emit(properties: [property: !away], of: "org.example.Other", path: Self.session)
      try logind.emit(properties: [property: !away], of: Self.sessionInterface, path: Self.session)
      #expect(try scene.desktop.wait(for: logind) { $0.watch.state?.target?.name == "a" })
    }
    #expect(scene.desktop.words() == ["a 10.0", "a 10.0"])
    logind.answers["LockedHint"] = [.variant(.boolean(true))]
    try logind.emit(properties: [:], unknown: ["LockedHint"], of: Self.sessionInterface, path: Self.session)
    #expect(try scene.desktop.wait(for: logind) { $0.watch.state == .locked })
    try logind.emit(
      "SessionRemoved", values: [.string("c1"), .path("/x")], path: "/org/freedesktop/login1",
      interface: "org.freedesktop.login1.Manager")
    try logind.emit(
      "SessionRemoved", values: [.string("c2"), .path(Self.session)], path: "/org/freedesktop/login1",
      interface: "org.freedesktop.login1.Manager")
    #expect(try scene.desktop.wait(for: logind) { $0.watch.lastFailure(of: .logind) == "it has ended" })
  }

  @Test func `a bus that ends while the session is locked is believed for a minute, and asked again`() throws {
    var scene = try Scene()
    var logind = try Self.logind(on: scene.bus)
    logind.answers["LockedHint"] = [.variant(.boolean(true))]
    try scene.adoptLogind()
    #expect(try scene.desktop.wait(for: logind) { $0.watch.state == .locked })
    try scene.desktop.advance(by: 100)
    scene.bus.end()
    #expect(try scene.desktop.wait { $0.watch.lastFailure(of: .logind) == "it has ended" })
    try scene.desktop.advance(by: 59)
    #expect(scene.desktop.watch.state == .locked)
    let next = try #require(scene.desktop.watch.nextBoot(after: scene.desktop.now))
    #expect(next - scene.desktop.now.boot == 1_000_000_000)
    try scene.desktop.advance(by: 1)
    #expect(scene.desktop.watch.state?.target?.name == "a")
    #expect(scene.desktop.watch.nextBoot(after: scene.desktop.now) == nil)
    // A bus that is back says the truth again.
    try scene.bus.start()
    logind = try Self.logind(on: scene.bus)
    logind.answers["LockedHint"] = [.variant(.boolean(true))]
    try scene.adoptLogind()
    #expect(try scene.desktop.wait(for: logind) { $0.watch.state == .locked })
  }

  @Test
  func `a lost lock of logind is believed for a minute also while the files of logind say that the session is active`()
    throws
  {
    var scene = try Scene()
    let logind = try Self.logind(on: scene.bus)
    logind.answers["LockedHint"] = [.variant(.boolean(true))]
    try scene.adoptLogind()
    #expect(try scene.desktop.wait(for: logind) { $0.watch.state == .locked })
    scene.bus.end()
    #expect(try scene.desktop.wait { $0.watch.lastFailure(of: .logind) == "it has ended" })
    let folder = try WorkFolder()
    try folder.write("ACTIVE=1\n", to: "c2")
    scene.desktop.watch.adopt(try SessionSource(path: "\(folder.path)/c2"), as: .session, at: scene.desktop.now)
    try scene.desktop.advance(by: 59)
    #expect(try scene.desktop.watch.state == .locked && scene.desktop.standing("logind") != .working)
    #expect(scene.desktop.watch.standings.contains { $0.reportsSeat && $0.state == .working })
    try scene.desktop.advance(by: 1)
    #expect(scene.desktop.watch.state?.target?.name == "a")
    // The other way round: what the files say of the seat counts at once.
    try folder.write("ACTIVE=0\n", to: "c3")
    scene.desktop.watch.adopt(try SessionSource(path: "\(folder.path)/c3"), as: .session, at: scene.desktop.now)
    try scene.desktop.advance()
    #expect(scene.desktop.watch.state == .locked)
  }

  @Test func `what other programs do on the bus wakes nothing`() throws {
    var scene = try Scene()
    let logind = try Self.logind(on: scene.bus)
    try scene.adoptScreenSaver()
    try scene.adoptLogind()
    #expect(try scene.desktop.wait(for: logind) { try $0.standing("logind") == .working })
    #expect(try scene.desktop.wait { try $0.standing("screen saver") == .missing("no screen saver is on it") })
    #expect(try scene.desktop.watch.queue.wait(milliseconds: 200).isEmpty)
    let other = try BusPeer(scene.bus, names: ["org.example.Other"])
    try other.emit("ActiveChanged", values: [.boolean(true)], path: "/x", interface: "org.gnome.ScreenSaver")
    try other.emit(properties: ["Active": false], of: Self.sessionInterface, path: Self.session)
    try logind.emit(properties: ["Active": false], of: Self.sessionInterface, path: "/other")
    #expect(try scene.desktop.watch.queue.wait(milliseconds: 500).isEmpty)
    #expect(scene.desktop.watch.nextBoot(after: scene.desktop.now) == nil)
  }

  @Test func `a lock counts if any source says so`() throws {
    var scene = try Scene()
    let logind = try Self.logind(on: scene.bus)
    let locker = try BusPeer(scene.bus, names: ["org.gnome.ScreenSaver"])
    locker.answers["GetActive"] = [.boolean(true)]
    try scene.adoptScreenSaver()
    try scene.adoptLogind()
    #expect(
      try scene.desktop.wait(for: logind, locker) {
        try $0.watch.state == .locked && $0.standing("logind") == .working
      })
    try logind.emit(properties: ["LockedHint": true], of: Self.sessionInterface, path: Self.session)
    try locker.emit(
      "ActiveChanged", values: [.boolean(false)], path: "/org/gnome/ScreenSaver", interface: "org.gnome.ScreenSaver")
    for _ in 0..<100 {
      try scene.desktop.advance()
      usleep(1000)
    }
    #expect(scene.desktop.watch.state == .locked)
    try logind.emit(properties: ["LockedHint": false], of: Self.sessionInterface, path: Self.session)
    #expect(try scene.desktop.wait(for: logind, locker) { $0.watch.state?.target?.name == "a" })
  }
}
