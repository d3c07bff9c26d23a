import Foundation
import ProgramTesting
import Scheduler
import SchedulerPlatform
import Testing

@testable import SchedulerUsage

/// Idleness that Mutter tells over a bus.
@Suite(.enabled(if: TestBus.exists, "dbus-daemon is not installed")) struct MutterTests {
  @Test func `Mutter says that the person is idle, without a question while nothing changes`() throws {
    let sway = try FakeServer()
    let bus = try TestBus()
    var desktop = try FakeDesktop(["SWAYSOCK": sway.path])
    #expect(try sway.accept())
    try sway.send(IPCMessage.subscribed + IPCMessage.tree("a"))
    let name = "org.gnome.Mutter.IdleMonitor"
    let mutter = try BusPeer(bus, names: [name])
    mutter.answers = ["AddIdleWatch": [.uint32(4)], "AddUserActiveWatch": [.uint32(5)], "GetIdletime": [.uint64(100)]]
    let source = try MutterIdleSource(
      addresses: [bus.path], user: getuid(), patience: UseMeter.usualPatience, at: desktop.now)
    desktop.watch.adopt(source, as: .mutter, at: desktop.now)
    #expect(try desktop.wait(for: mutter) { $0.watch.state?.target?.name == "a" })
    #expect(try mutter.calls.first { $0.member == "AddIdleWatch" }?.values() == [.uint64(60_000)])
    #expect(desktop.watch.nextBoot(after: desktop.now) == nil)
    let fire = { (watch: UInt32) in
      try mutter.emit(
        "WatchFired", values: [.uint32(watch)], path: "/org/gnome/Mutter/IdleMonitor/Core", interface: name)
    }
    try desktop.advance(by: 100)
    mutter.answers["AddUserActiveWatch"] = [.uint32(6)]
    mutter.answers["GetIdletime"] = [.uint64(60_001)]
    try fire(4)
    #expect(try desktop.wait(for: mutter) { $0.watch.state == .idle })
    let isAnswered = try desktop.wait(for: mutter) { desktop in
      mutter.calls.count { $0.member == "GetIdletime" } == 2 && desktop.watch.nextBoot(after: desktop.now) == nil
    }
    #expect(isAnswered)
    try desktop.advance(by: 50)
    // The watches of other clients, and the one that is replaced, mean nothing.
    try fire(5)
    try fire(77)
    for _ in 0..<100 {
      try desktop.advance()
      usleep(1000)
    }
    #expect(desktop.watch.state == .idle)
    try fire(6)
    #expect(try desktop.wait(for: mutter) { $0.watch.state?.target?.name == "a" })
    try desktop.advance(by: 3)
    #expect(desktop.words() == ["a 40.0", "a 3.0"])
  }

  @Test(
    arguments: [
      (90_000, 90_000_000_000), (3_000_000_000, 2_147_483_647_000_000), (.max, 2_147_483_647_000_000),
    ] as [(UInt64, Int64)])
  func `a person who is idle when Mutter is asked is idle, however long`(milliseconds: UInt64, length: Int64) throws {
    let bus = try TestBus()
    let mutter = try BusPeer(bus, names: ["org.gnome.Mutter.IdleMonitor"])
    mutter.answers = [
      "AddIdleWatch": [.uint32(4)], "AddUserActiveWatch": [.uint32(5)], "GetIdletime": [.uint64(milliseconds)],
    ]
    let now = UseMoment(wall: .init(epochSeconds: 0), monotonic: 100_000_000_000, boot: 0)
    var source = try MutterIdleSource(addresses: [bus.path], user: getuid(), patience: 60_000_000_000, at: now)
    var reports: [SourceReport] = []
    #expect(
      try Waiting.until {
        try mutter.serve()
        reports += try source.read(at: now)
        return !reports.isEmpty
      })
    #expect(reports == [.idle(since: 100_000_000_000 - length)])
  }
}
