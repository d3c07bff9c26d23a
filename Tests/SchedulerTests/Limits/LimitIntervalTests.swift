import SchedulerCivilTime
import SchedulerJSON
import Testing

@testable import Scheduler

/// Limits among the intervals that `next` lists.
@Suite struct LimitIntervalTests {
  /// A machine on which kim used steam for 20 minutes and mpv for 30, and lee mpv for 10. It is 10:50.
  private func machine() throws -> VirtualMachine {
    var machine = try VirtualMachine(
      """
      timezone = "Europe/Berlin"
      [profile.p]
      window = ["09:00-10:10", "12:00-13:00"]
      [[profile.p.limit]]
      apps = ["steam"]
      use = "40m"
      [[profile.p.limit]]
      apps = ["mpv"]
      use = "30m"
      day-start = "04:00"
      """, at: "2026-11-23 10:00")
    machine.handle(.time)
    machine.use("mpv", by: "lee")
    machine.run(seconds: 600)
    machine.use(nil, by: "lee")
    machine.use("mpv", by: "kim")
    machine.run(seconds: 1800)
    machine.use("steam", by: "kim")
    machine.run(seconds: 600)
    return machine
  }

  private func lines(
    _ machine: VirtualMachine, from: Instant? = nil, until: Instant? = nil, for viewer: Viewer = .everything
  ) -> [String] {
    let now = machine.moment
    return machine.engine.limitIntervals(at: now, from: from ?? now.wall, until: until, for: viewer).map { interval in
      interval.words { ZonedText($0, in: interval.zone).words(besides: ZonedText(now.wall, in: interval.zone)) }
    }
  }

  private static let used = "limit 30m a day of mpv from 04:00 · kim: used up until Tue 2026-11-24 04:00"

  @Test func `a limit that was used up stands before one that will be, each with its person`() throws {
    let machine = try machine()
    let steam = "limit 40m a day of steam · kim: used up around 11:20 at the present pace"
    let kim = Viewer.user(UserIdentity(name: "kim"))
    #expect(lines(machine, for: kim) == [Self.used, steam])
    #expect(lines(machine).count == 3 && lines(machine).first == Self.used)
    #expect(lines(machine, for: .user(UserIdentity(name: "lee"))).allSatisfy { $0.contains("· lee: used up around") })
    #expect(lines(machine, for: .nothing).isEmpty)
  }

  @Test func `a list contains the limits that end after its start and begin before its end`() throws {
    let machine = try machine()
    let berlin = try zone("Europe/Berlin")
    let kim = Viewer.user(UserIdentity(name: "kim"))
    #expect(lines(machine, until: try instant("2026-11-23 11:20", berlin), for: kim) == [Self.used])
    #expect(lines(machine, from: try instant("2026-11-24 00:00", berlin), for: kim) == [Self.used])
    #expect(lines(machine, from: try instant("2026-11-24 04:00", berlin), for: kim).isEmpty)
  }

  @Test func `an interval of a window that starts earlier stands before a limit, and a later one after it`() throws {
    let machine = try machine()
    let berlin = try zone("Europe/Berlin")
    let limit = try #require(
      machine.engine.limitIntervals(at: machine.moment, from: machine.moment.wall, until: nil).first)
    let track = try #require(machine.engine.configuration.timeline.tracks.first)
    let intervals = Array(track.timeline.intervals(endingAfter: try instant("2026-11-23 09:00", berlin)).prefix(2))
    #expect(intervals.map { limit.stands(before: $0, of: track.profile.key) } == [false, true])
  }

  @Test func `a limit that an emergency lifted is not listed, and one without an end has null for it`() throws {
    var machine = try machine()
    machine.command(.emergency(reason: "a call"))
    #expect(!lines(machine).contains { $0.contains("mpv") && $0.contains("kim") })
    var other = try VirtualMachine(
      "timezone = \"UTC\"\n[profile.p.limit]\napps = [\"steam\"]\nuse = \"10m\"\nper = \"session\"\n",
      at: "2026-11-23 10:00")
    other.start("p")
    other.use("steam")
    other.run(seconds: 700)
    let open = try #require(
      other.engine.limitIntervals(at: other.moment, from: other.moment.wall, until: nil).first)
    var json = JSONWriter()
    json.object { open.writeMembers(to: &$0, from: other.moment.wall) }
    let text = String(decoding: json.bytes, as: UTF8.self)
    #expect(open.end == nil && text.contains(#""end":null"#) && text.contains(#""endEpoch":null,"seconds":null"#))
    #expect(text.contains(#""running":true"#), "\(text)")
  }

  @Test func `a used-up limit of a strict profile stays used up if an edit that waits puts another before it`() throws {
    func toml(_ limits: String...) -> String {
      "timezone = \"Europe/Berlin\"\n[daemon]\ncooldown = \"1h\"\n[profile.p]\nlock = \"strict\"\n"
        + limits.map { "[[profile.p.limit]]\n\($0)\n" }.joined()
    }
    var machine = try VirtualMachine(toml("apps = [\"steam\", \"chess\"]\nuse = \"30m\""), at: "2026-11-23 10:00")
    machine.handle(.time)
    machine.use("steam")
    machine.run(seconds: 1_860)
    #expect(machine.blocks(app: "steam"))
    machine.use(nil)
    try machine.reload(toml("apps = [\"go\"]\nuse = \"1h\"", "apps = [\"steam\", \"chess\"]\nuse = \"10h\""))
    #expect(machine.blocks(app: "steam") && machine.blocks(app: "chess"))
    machine.run(seconds: 7_200)
    #expect(machine.blocks(app: "steam"), "the limit that was used up locks the profile until the day is over")
    try machine.run(to: "2026-11-24 00:01")
    #expect(!machine.blocks(app: "steam"))
  }
}
