import Scheduler
import SchedulerCivilTime
import SchedulerDaemon
import SchedulerDiagnostics
import SchedulerInstance
import TestSupport
import Testing

/// The real loop in virtual time, beside the engine in the simulator.
@Suite struct DaemonDayTests {
  /// Three profiles with an edge every few minutes, warnings, and a night that is strict.
  private static let busy: String = {
    let quarters = (0..<96).map { "\"\(clock($0 * 15))-\(clock($0 * 15 + 10))\"" }.joined(separator: ", ")
    let odd = (0..<48).map { "\"\(clock($0 * 30 + 7))-\(clock($0 * 30 + 22))\"" }.joined(separator: ", ")
    return """
      timezone = "Europe/Berlin"
      [profile.quarters]
      block.domains = ["a.example"]
      window = [\(quarters)]
      [profile.odd]
      block.domains = ["b.example"]
      window = [\(odd)]
      [profile.night]
      block.domains = ["c.example"]
      lock = "strict"
      window = [{ start = "22:00", end = "06:00", warn = ["10m", "1m"] }]
      """
  }()

  private static func clock(_ minute: Int) -> String {
    let two = { (number: Int) in (number < 10 ? "0" : "") + "\(number)" }
    return "\(two(minute / 60)):\(two(minute % 60))"
  }

  /// What the simulator says of the same day.
  private func simulated(
    _ configuration: Configuration, hours: Int64, _ actions: [(Int64, SimulatedAction)] = []
  ) -> [String] {
    var machine = SimulatedMachine(configuration, startingAt: VirtualDay.start)
    for (second, action) in actions {
      machine.advance(to: VirtualDay.start.adding(seconds: second))
      machine.perform(action)
    }
    machine.advance(to: VirtualDay.start.adding(seconds: hours * 3_600))
    return machine.takeTrace().compactMap { entry in
      guard case .history(.event(let event), _) = entry.item else { return nil }
      let words = [event.name.rawValue, event.profile?.key.text ?? "", "\(event.planned)"]
      return words.filter { !$0.isEmpty }.joined(separator: " ")
    }
  }

  @Test func `a busy day of 24 hours has every edge at its time and no unnecessary wake-up`() throws {
    var day = try VirtualDay(Self.busy)
    let machine = try day.live(hours: 24)
    let events = try day.events()
    #expect(events == simulated(day.configuration, hours: 24))
    #expect(events.count > 500)
    // Only the night that began the day before is reported as late.
    #expect(machine.entries.filter { $0.message.contains("late") }.allSatisfy { $0.at == VirtualDay.start })
    let instants = Set(events.compactMap { $0.split(separator: " ").last })
    #expect(machine.wakeUps <= instants.count + 1, "\(machine.wakeUps) wake-ups for \(instants.count) instants")
    #expect(host(day).last == .active, "the strict night stays")
    #expect(try day.shielded() == ["night"])
  }

  private func host(_ day: VirtualDay) -> [LiveState.Shield] { day.instance.published }

  /// Seconds by which the clock is set at three minutes past an hour, and at four past the next but one.
  private static let steps: [(hour: Int64, first: Int64, second: Int64)] = [
    (10, 10_800, -10_800), (10, -7_200, 7_200), (10, 3_456_000, -3_456_000), (10, -90_000, 50),
    (1, 10_800, -10_800), (1, -7_200, 7_200), (1, 21_600, -3_456_000), (3, 86_400, -86_400),
  ]

  @Test(arguments: Laws.cases(steps, few: 3))
  func `the daemon follows two clock steps as the simulator does, and neither step opens a strict night`(
    hour: Int64, first: Int64, second: Int64
  ) throws {
    var day = try VirtualDay(Self.busy)
    let clock = day.clock
    day.at(hour, 3, .woken) { clock.wallOffset += first }
    day.at(hour + 2, 4, .woken) { clock.wallOffset += second }
    _ = try day.live(hours: 20)
    let actions: [(Int64, SimulatedAction)] = [
      (hour * 3_600 + 180, .clock(.by(seconds: first), isSynchronised: false)),
      ((hour + 2) * 3_600 + 240, .clock(.by(seconds: second), isSynchronised: false)),
    ]
    let events = try day.events()
    #expect(events == simulated(day.configuration, hours: 20, actions))
    #expect(events.count > 300)
    // It may end 90 seconds early: its length is counted by two clocks.
    let night = day.instance.layers.filter { $0.second < 6 * 3_600 - 90 }
    #expect(night.count > 20)
    #expect(night.filter { !$0.profiles.contains("night") }.map(\.second) == [])
  }

  @Test func `the daemon follows a change of the machine's own zone while it runs`() throws {
    let text = """
      timezone = "system"
      [profile.a]
      block.domains = ["a.example"]
      window = ["09:00-17:00"]
      """
    var day = try VirtualDay(text)
    let instance = day.instance
    let rules = try machineZones.rules(for: "America/New_York")
    day.at(12, 0, .configurationChanged) { instance.update.input = .zoneChange(rules) }
    let machine = try day.live(hours: 24)
    // 12:00 in Berlin is 06:00 in New York, before the same window there: it continues until its 8 hours are over.
    let events = try day.events()
    #expect(events == simulated(day.configuration, hours: 24, [(43_200, .zone(rules))]))
    let edges = ["intervalDidStart a 2026-11-23T08:00:00Z", "intervalDidEnd a 2026-11-23T16:00:00Z"]
    #expect(events.filter { $0.hasPrefix("interval") } == edges)
    #expect(machine.entries.contains { $0.message == "the machine is in another zone: week.toml" })
  }

  @Test func `the daemon reports a broken configuration once and continues with the old one`() throws {
    var day = try VirtualDay(Self.busy)
    let instance = day.instance
    var diagnostics = DiagnosticList()
    diagnostics.report(Diagnostic(.error, code: DiagnosticCode("x"), message: "y", at: nil))
    let fault = ConfigurationFault("the configuration has errors", diagnostics: diagnostics)
    day.at(5, 0, .configurationChanged) { instance.update.fault = fault }
    for hour in 6...8 { day.at(Int64(hour), 1, .signal(.hangUp)) }
    day.at(9, 1, .configurationChanged) { instance.update.fault = nil }
    let machine = try day.live(hours: 12)
    let told = machine.entries.filter { $0.priority == .warning }
    #expect(
      told.map(\.message) == [
        "the configuration has errors; what was accepted before stays in force\nerror[x]: y\n1 error"
      ])
    #expect(machine.entries.contains { $0.message == "the configuration is without errors again" })
    #expect(try day.events() == simulated(day.configuration, hours: 12))
    #expect(machine.told.filter { $0 == .ready }.count == 4, "the start, and each signal")
    #expect(instance.readings == 6)
  }

  @Test(arguments: [30, 59, 60, 61, 600])
  func `an edge that is due while the configuration is read is not missed`(seconds: Int64) throws {
    let text =
      "timezone = \"Europe/Berlin\"\n[profile.a]\nblock.domains = [\"a.example\"]\nwindow = [\"09:00-09:05\"]\n"
    var day = try VirtualDay(text)
    let (instance, clock) = (day.instance, day.clock)
    let next = try configuration(text + "[profile.b]\n")
    day.at(8, 59, .configurationChanged) {
      instance.update.input = .configuration(next)
      instance.whileReading = { clock.advance(to: clock.seconds + seconds) }
    }
    let machine = try day.live(hours: 10)
    let events = try day.events().filter { $0.hasPrefix("interval") }
    let missed = machine.entries.filter { $0.message.hasPrefix("missed ") }.map(\.message)
    #expect(missed == (seconds < 360 ? [] : ["missed 1 interval of 'a'"]))
    let edges = ["intervalDidStart a 2026-11-23T08:00:00Z", "intervalDidEnd a 2026-11-23T08:05:00Z"]
    // What began and ended meanwhile is a missed interval, as after any long absence.
    #expect(events == (seconds < 360 ? edges : []))
  }
}
