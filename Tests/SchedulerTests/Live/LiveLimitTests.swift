import SchedulerCivilTime
import SchedulerJSON
import Testing

@testable import Scheduler

/// Limits in `live.json`: what all users may read, and what a person may.
@Suite struct LiveLimitTests {
  /// A machine on which kim used up a limit and half of another one, and lee a third of the first. It is 10:31.
  private func machine(lock: String = "none") throws -> VirtualMachine {
    var machine = try VirtualMachine(
      """
      timezone = "Europe/Berlin"
      [profile.p]
      lock = "\(lock)"
      [[profile.p.limit]]
      apps = ["steam"]
      use = "30m"
      [[profile.p.limit]]
      apps = ["steam", "mpv"]
      use = "1h"
      [[profile.p.limit]]
      apps = ["steam"]
      use = "20m"
      then = "lock"
      """, at: "2026-11-23 10:00")
    machine.handle(.time)
    machine.use("steam", by: "lee")
    machine.run(seconds: 600)
    machine.use(nil, by: "lee")
    machine.use("steam", by: "kim")
    machine.run(seconds: 1860)
    return machine
  }

  private func live(_ machine: VirtualMachine, for viewer: Viewer = .nothing) -> LiveState {
    LiveState(of: machine.engine, at: machine.moment, showingUseTo: viewer)
  }

  @Test func `what all users read is the limits that block, their users and their ends, and no use`() throws {
    let live = live(try machine())
    #expect(live.limits.map(\.limit) == ["30m a day of steam"])
    let limit = try #require(live.limits.first)
    #expect(limit.user == "kim" && limit.isBlocking && limit.zone == "Europe/Berlin")
    #expect(limit.until == (try instant("2026-11-24 00:00", zone("Europe/Berlin"))))
    #expect(limit.usedSeconds == nil && limit.allowedSeconds == nil && limit.expected == nil)
    var json = JSONWriter()
    json.value(live)
    let text = String(decoding: json.bytes, as: UTF8.self)
    #expect(!text.contains("lee") && text.contains(#""usedSeconds":null,"allowedSeconds":null,"expected":null"#))
    #expect(try JSONValue(parsing: json.bytes).objectValue.flatMap(LiveState.init) == live)
  }

  @Test func `a person reads all about their own limits, and an administrator about those of all`() throws {
    let machine = try machine()
    let kim = Viewer.user(UserIdentity(name: "kim"))
    let own = live(machine, for: kim).shown(to: kim, of: machine.engine).limits
    #expect(own.map(\.user) == ["kim", "kim", "kim"] && own.map(\.isBlocking) == [true, false, false])
    #expect(own.map(\.usedSeconds) == [1860, 1860, 1860] && own.map(\.allowedSeconds) == [1800, 3600, 1200])
    let lee = Viewer.user(UserIdentity(name: "lee"))
    let others = live(machine, for: lee).shown(to: lee, of: machine.engine).limits
    #expect(others.map(\.user) == ["lee", "lee", "lee"] && others.map(\.usedSeconds) == [600, 600, 600])
    #expect(live(machine, for: .everything).limits.count == 6)
  }

  @Test func `the file changes when a limit begins or ends to block, and once a minute with the use`() throws {
    var machine = try machine()
    let (open, own) = (live(machine), live(machine, for: .everything))
    machine.run(seconds: 20)
    #expect(live(machine).hasSameContent(as: open) && live(machine, for: .everything).hasSameContent(as: own))
    machine.run(seconds: 60)
    #expect(live(machine).hasSameContent(as: open) && !live(machine, for: .everything).hasSameContent(as: own))
    try machine.run(to: "2026-11-24 00:00")
    #expect(live(machine).limits.isEmpty && !live(machine).hasSameContent(as: open))
  }

  @Test func `no limit blocks while a stopped daemon has lifted the shield, except for those of strict profiles`()
    throws
  {
    let open = try machine()
    #expect(live(open).lifted(open.engine).limits.isEmpty)
    let own = live(open, for: .everything).lifted(open.engine).limits
    #expect(own.count == 6 && own.allSatisfy { !$0.isBlocking })
    let strict = try machine(lock: "strict")
    #expect(live(strict).lifted(strict.engine).limits.map(\.isBlocking) == [true])
    #expect(live(strict, for: .everything).lifted(strict.engine).limits.filter(\.isBlocking).count == 1)
  }

  @Test func `a limit that an emergency lifted, or without consent, does not block`() throws {
    var machine = try machine()
    machine.handle(.authorization(.denied))
    #expect(live(machine).limits.isEmpty)
    machine.handle(.authorization(.approved))
    #expect(!live(machine).limits.isEmpty)
    machine.command(.emergency(reason: "a call"))
    #expect(live(machine).limits.isEmpty && live(machine, for: .everything).limits.allSatisfy { !$0.isBlocking })
  }
}
