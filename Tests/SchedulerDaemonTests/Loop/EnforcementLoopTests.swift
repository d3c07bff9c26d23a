import Scheduler
import SchedulerCivilTime
import SchedulerEnforcement
import SchedulerPlatform
import Testing

@testable import SchedulerDaemon

/// What the daemon asks of its adapters, and that none of them holds it up.
@Suite struct EnforcementLoopTests {
  /// The orders to an adapter besides probes and the check of each minute: `9:00 apply a`.
  private func orders(_ machine: VirtualMachine, to adapter: EnforcementSettings.Adapter) -> [String] {
    var lines: [String] = []
    for given in machine.orders where given.adapter == adapter {
      let words: String
      switch given.order {
      case .probe: continue
      case .apply(let shield): words = "apply " + shield.layers.map(\.layer.profile.key.text).joined(separator: " ")
      case .revert: words = "revert"
      }
      if lines.last?.hasSuffix(" " + words) != true { lines.append("\(given.second / 60) \(words)") }
    }
    return lines
  }

  @Test func `each adapter has the shield in force at each edge, and what an earlier process left is removed first`()
    throws
  {
    var day = try VirtualDay(VirtualDay.nestedWindows)
    day.adapters = [.execGuard: VirtualAdapter(), .hosts: VirtualAdapter()]
    let machine = try day.live(hours: 13)
    for adapter in [EnforcementSettings.Adapter.execGuard, .hosts] {
      #expect(
        orders(machine, to: adapter) == [
          "0 revert", "540 apply a", "600 apply a b", "660 apply a", "720 revert",
        ])
    }
    #expect(machine.standings.last?.map(\.state) == [.ready, .ready])
  }

  @Test func `a set in force is applied again each minute, and nothing wakes the daemon while nothing is shielded`()
    throws
  {
    var day = try VirtualDay(VirtualDay.nestedWindows)
    day.adapters = [.hosts: VirtualAdapter()]
    let machine = try day.live(hours: 24)
    let applied = machine.orders.filter { if case .apply = $0.order { true } else { false } }
    #expect(applied.count >= 180 && applied.count <= 184, "\(applied.count)")
    #expect(applied.allSatisfy { 540 * 60..<720 * 60 ~= $0.second })
  }

  @Test(arguments: [
    VirtualAdapter(delay: nil), VirtualAdapter(delay: 1_800), VirtualAdapter(failures: .max),
    VirtualAdapter(availability: .unavailable(reason: "no right", remedy: "be root")),
  ])
  func `an adapter that hangs, is slow or fails delays no edge and no other adapter`(bad: VirtualAdapter) throws {
    var alone = try VirtualDay(VirtualDay.nestedWindows)
    _ = try alone.live(hours: 13)
    var day = try VirtualDay(VirtualDay.nestedWindows)
    day.adapters = [.hosts: bad, .sweeper: VirtualAdapter()]
    let machine = try day.live(hours: 13)
    #expect(try day.events() == alone.events())
    #expect(
      orders(machine, to: .sweeper) == ["0 revert", "540 apply a", "600 apply a b", "660 apply a", "720 revert"])
    #expect(machine.standings.last?.first?.state == .ready)
    #expect(machine.wakeUps < 13 * 60 * 3, "\(machine.wakeUps)")
  }

  @Test func `a failure is logged once and repeated until it works`() throws {
    var day = try VirtualDay(VirtualDay.nestedWindows)
    day.adapters = [.hosts: VirtualAdapter(failures: 3)]
    let machine = try day.live(hours: 10)
    let lines = machine.entries.map(\.message).filter { $0.contains("hosts") }
    #expect(
      lines == [
        "hosts is degraded: the disk is full\nmake room", "hosts works again", "nothing to enforce now for hosts",
        "enforced by hosts",
      ], "\(lines)")
    #expect(machine.orders.filter { $0.order == .revert }.prefix(4).map(\.second) == [0, 1, 3, 7])
  }

  @Test func `what an adapter cannot express is logged once for each set, not each minute`() throws {
    var day = try VirtualDay(VirtualDay.nestedWindows)
    let gap = AdapterError("'a' blocks all domains", remedy: "list them")
    day.adapters = [.hosts: VirtualAdapter(effect: AdapterEffect(isConcerned: false, gap: gap))]
    let machine = try day.live(hours: 13)
    let lines = machine.entries.map(\.message).filter { $0.contains("is unavailable") }
    #expect(lines == Array(repeating: "hosts is unavailable: 'a' blocks all domains\nlist them", count: 3), "\(lines)")
    #expect(machine.standings.last?.first?.state == .ready)
    #expect(machine.wakeUps < 13 * 60 * 3, "\(machine.wakeUps)")
  }

  @Test func `the daemon is ready once the machine matches the shield, or after five seconds`() throws {
    for (delay, ready) in [(0, 0), (3, 3), (nil, 5)] as [(Int64?, Int64)] {
      var day = try VirtualDay(VirtualDay.nestedWindows)
      day.adapters = [.hosts: VirtualAdapter(delay: delay)]
      // The probe takes as long as the first order.
      let machine = try day.live(hours: 1)
      let told = machine.toldSeconds.first { $0.messages == [.ready] }?.second
      #expect(told == min(5, ready * 2), "\(String(describing: delay)): \(String(describing: told))")
    }
  }

  @Test(arguments: [0, 1, 600] as [Int64])
  func `a stopping daemon waits until its shield is removed, for two seconds at the most`(delay: Int64) throws {
    var day = try VirtualDay(VirtualDay.nestedWindows)
    day.adapters = [.hosts: VirtualAdapter(delay: delay)]
    let machine = try day.live(hours: 11)
    #expect(machine.clock.seconds == 11 * 3_600 + min(2 * delay, 2), "the check of the minute, and the removal")
    let last = machine.orders.last?.order
    // An order that is under way at the stop is waited for, and none is given before its end.
    #expect(last == .revert || delay == 600, "\(String(describing: last))")
  }

  @Test func `a report that comes with the signal to stop is taken, and the adapter gets its last order`() throws {
    var day = try VirtualDay(VirtualDay.nestedWindows)
    day.adapters = [.hosts: VirtualAdapter(delay: nil)]
    day.at(8, 0, .signal(.terminate), .reports([AdapterReport(from: .hosts, .probed(.available))]))
    let machine = try day.live(hours: 11)
    #expect(machine.orders.last?.order == .revert && machine.orders.last?.second == 8 * 3_600)
    let message = "hosts has not finished within 2 s: what it applied may still be in force"
    #expect(machine.entries.last?.message == message, "it answers no more")
  }

  @Test(arguments: [true, false])
  func `an adapter that the configuration does not name has nothing in force, and is not shown`(isOfSystem: Bool) throws
  {
    var day = try VirtualDay(VirtualDay.nestedWindows + "\n[enforce]\nadapters = [\"sweeper\", \"dnsmasq\"]\n")
    day.adapters = [.hosts: VirtualAdapter(), .sweeper: VirtualAdapter()]
    day.isOfSystem = isOfSystem
    let machine = try day.live(hours: 10)
    // What the daemon of a person could remove may be another daemon's.
    #expect(
      orders(machine, to: .hosts) == (isOfSystem ? ["0 revert"] : []), "an earlier daemon may have left something")
    #expect(orders(machine, to: .sweeper).prefix(2) == ["0 revert", "540 apply a"])
    #expect(machine.standings.last?.map(\.adapter) == [.sweeper, .dnsmasq])
  }

  @Test(arguments: [false, true])
  func `repairs are logged and published at once, and many together, at the latest at a stop`(stops: Bool) throws {
    var day = try VirtualDay(VirtualDay.nestedWindows)
    day.adapters = [.hosts: VirtualAdapter()]
    var work = AdapterWork()
    work.repairs = ["'/etc/hosts' was changed"]
    for second in 0..<50 as Range<Int64> {
      let report = AdapterReport(from: .hosts, .worked(work))
      day.stimuli.append(.init(second: 33_000 + second, change: {}, events: [.reports([report])]))
    }
    if stops { day.stimuli.append(.init(second: 33_050, change: {}, events: [.signal(.terminate)])) }
    let machine = try day.live(hours: 10)
    let lines = machine.entries.map(\.message).filter { $0.hasPrefix("hosts: ") }
    #expect(lines.first == "hosts: '/etc/hosts' was changed" && lines.count == 7, "\(lines)")
    let counts = lines.dropFirst().compactMap { line in line.firstMatch(of: /\d+/).flatMap { Int($0.output) } }
    #expect(1 + counts.reduce(0, +) == 50, "\(lines)")
    #expect(machine.standings.last?.first?.repairCount == 50)
  }

  @Test func `an attempt becomes an event at once, and many become one event that counts them`() throws {
    var day = try VirtualDay(VirtualDay.nestedWindows)
    day.adapters = [.execGuard: VirtualAdapter()]
    let key = try #require(ProfileKey("a"))
    let profile = try #require(day.configuration.profile(key)).reference
    let session = SessionID(try #require(UUIDValue("00000000-0000-5000-8000-000000000000")))
    var work = AdapterWork()
    work.attempts = (0..<5).map { number in
      BlockAttempt(
        adapter: .execGuard, outcome: .denied, name: "steam", program: "/usr/games/steam", user: 7, process: 1,
        profile: profile, session: session, boot: number)
    }
    day.at(9, 30, .reports([AdapterReport(from: .execGuard, .worked(work))]))
    _ = try day.live(hours: 10)
    let lines = String(decoding: try #require(day.history), as: UTF8.self).split(separator: "\n")
      .filter { $0.contains("shieldDidBlock") }
    #expect(lines.count == 2)
    #expect(lines.first?.contains("\"user\":\"7\",\"count\":1") == true, "\(lines)")
    #expect(lines.last?.contains("\"count\":4") == true, "\(lines)")
  }

  @Test func `attempts that wait belong to the session when it ends`() throws {
    var day = try VirtualDay(VirtualDay.nestedWindows)
    day.adapters = [.execGuard: VirtualAdapter()]
    let key = try #require(ProfileKey("b"))
    let profile = try #require(day.configuration.profile(key)).reference
    let adapters = day.adapters
    _ = try day.live(hours: 12)
    let lines = String(decoding: try #require(day.history), as: UTF8.self).split(separator: "\n").map(String.init)
    let line = try #require(lines.first { $0.contains("sessionDidFinish") && $0.contains("\"profile\":\"b\"") })
    let id = try #require(line.range(of: "\"session\":\"").map { String(line[$0.upperBound...].prefix(36)) })
    let session = SessionID(try #require(UUIDValue(id)))
    var work = AdapterWork()
    work.attempts = (0..<7).map { number in
      BlockAttempt(
        adapter: .execGuard, outcome: .denied, name: "steam", program: "/usr/games/steam", user: 7, process: 1,
        profile: profile, session: session, boot: number)
    }
    var second = try VirtualDay(VirtualDay.nestedWindows)
    second.adapters = adapters
    second.stimuli = [
      .init(
        second: 11 * 3_600 - 1, change: {}, events: [.reports([AdapterReport(from: .execGuard, .worked(work))])])
    ]
    _ = try second.live(hours: 12)
    let history = String(decoding: try #require(second.history), as: UTF8.self)
    #expect(history.contains("\"session\":\"\(id)\"") && history.contains("\"attempts\":7"), "\(history)")
  }
}
