import DeviceActivity
import ManagedSettings
import ScreenTimeTesting
import Testing

/// Acceptance row of thresholds of use: D22.
@Suite struct AcceptanceThresholdTests {
  private static let limit = DeviceActivityEvent.Name("limit")

  @Test func `AT22: ten minutes of use in two parts reach an event once a day`() throws {
    let bench = Bench("08:00")
    try bench.start("a", "09:00–17:00", events: [Self.limit: Bench.event(minutes: 10)])
    for day in ["13", "14"] {
      for time in ["08:30", "10:00", "11:00", "12:00"] {
        bench.device.advance(to: "2026-08-\(day) \(time)")
        bench.device.use("com.example.game", for: .minutes(5))
      }
    }
    bench.device.advance(to: "18:00")
    #expect(
      bench.lines == [
        "08-13 09:00:00 start a", "08-13 11:05:00 reached a limit", "08-13 17:00:00 end a", "08-14 09:00:00 start a",
        "08-14 11:05:00 reached a limit", "08-14 17:00:00 end a",
      ])
  }

  @Test(
    arguments: [
      (true, "13:15", 10, "13:30:00"), (true, "13:15", 12, "13:42:00"), (false, "13:15", 10, "13:50:00"),
      (true, "14:15", 10, "14:25:00"), (true, "13:15", 0, "13:30:00"),
    ])
  func `AT22: past activity counts from the hour of the start`(
    includesPast: Bool, start: String, minutes: Int, reached: String
  ) throws {
    let bench = Bench("12:00")
    bench.device.use("com.example.game", for: .minutes(20))
    bench.device.advance(to: "13:00")
    bench.device.use("com.example.game", for: .minutes(10))
    bench.device.advance(to: "13:30")
    let event = Bench.event(minutes: minutes, includesPastActivity: includesPast)
    try bench.start("a", "\(start)–18:00", events: [Self.limit: event])
    bench.device.advance(to: start == "13:15" ? "13:40" : "14:15")
    bench.device.use("com.example.game", for: .minutes(30))
    #expect(bench.lines.filter { $0.contains("reached") } == ["08-13 \(reached) reached a limit"])
  }

  @Test func `AT22: the initializer without past activity counts from the registration`() {
    #expect(!DeviceActivityEvent(threshold: DateComponents(minute: 1)).includesPastActivity)
  }

  @Test func `AT22: a threshold of 0 has a lint and comes with the start`() throws {
    let bench = Bench("08:00")
    try bench.start("a", "09:00–17:00", events: [Self.limit: Bench.event(minutes: 0)])
    bench.device.advance(to: "10:00")
    #expect(bench.lines == ["08-13 09:00:00 start a", "08-13 09:00:00 reached a limit"])
    #expect(bench.device.lints == [.thresholdOfZero(activity: "a", event: "limit")])
  }

  @Test func `AT22: events at five and ten minutes come in order`() throws {
    let bench = Bench("09:00")
    try bench.start(
      "a", "09:00–17:00",
      events: [.init("b"): Bench.event(minutes: 5), .init("a"): Bench.event(minutes: 10)])
    bench.device.use("com.example.game", for: .minutes(30))
    #expect(
      bench.lines == [
        "08-13 09:00:00 start a", "08-13 09:05:00 reached a b", "08-13 09:10:00 reached a a",
      ])
  }

  @Test func `AT22: an application and its category count once, and other items not`() throws {
    let bench = Bench("09:00")
    let device = bench.device
    device.addApplication("com.example.game", category: "Games")
    device.addApplication("com.example.chess", category: "Games")
    device.addWebDomain("games.example", category: "Games")
    let event = DeviceActivityEvent(
      applications: [device.token(for: "com.example.game")], categories: [device.token(forCategory: "Games")],
      threshold: DateComponents(minute: 10), includesPastActivity: false)
    try bench.start("a", "09:00–17:00", events: [Self.limit: event])
    device.use("com.example.game", for: .minutes(4))
    device.use("com.example.mail", for: .minutes(20))
    device.use(webDomain: "games.example", for: .minutes(3))
    device.use(webDomain: "news.example", for: .minutes(20))
    device.advance(by: .minutes(20))
    device.use("com.example.chess", for: .minutes(4))
    #expect(bench.lines == ["08-13 09:00:00 start a", "08-13 10:10:00 reached a limit"])
  }

  @Test func `AT22: a web domain counts as itself`() throws {
    let bench = Bench("09:00")
    let event = DeviceActivityEvent(
      webDomains: [bench.device.token(forWebDomain: "news.example")], threshold: DateComponents(minute: 5))
    try bench.start("a", "09:00–17:00", events: [Self.limit: event])
    bench.device.use(webDomain: "games.example", for: .minutes(10))
    bench.device.use(webDomain: "news.example", for: .minutes(10))
    #expect(bench.lines.last == "08-13 09:15:00 reached a limit")
  }

  @Test func `AT22: a screen that is off and the home screen do not count`() throws {
    let bench = Bench("09:00")
    try bench.start("a", "09:00–17:00", events: [Self.limit: Bench.event(minutes: 10)])
    bench.device.open("com.example.game")
    bench.device.advance(by: .minutes(6))
    bench.device.putDown()
    bench.device.advance(by: .minutes(30))
    bench.device.pickUp()
    bench.device.advance(by: .minutes(30))
    bench.device.use("com.example.game", for: .minutes(6))
    #expect(bench.lines.last == "08-13 10:10:00 reached a limit")
  }

  @Test(
    arguments: [(.ignored, "09:26:00"), (.counted, "09:10:00")] as [(SemanticsPolicy.ShieldTime, String)])
  func `AT22: time on a shield counts under the other policy only`(
    choice: SemanticsPolicy.ShieldTime, reached: String
  ) throws {
    let bench = Bench("09:00", policy: .documented.with(\.shieldTime, as: choice))
    let token = bench.device.token(for: "com.example.game")
    try bench.start("a", "09:00–17:00", events: [Self.limit: Bench.event(minutes: 10, of: [token])])
    bench.device.open("com.example.game")
    bench.device.advance(by: .minutes(4))
    bench.device.run(in: bench.app) { ManagedSettingsStore().shield.applications = [token] }
    bench.device.advance(by: .minutes(16))
    bench.device.run(in: bench.app) { ManagedSettingsStore().shield.applications = nil }
    bench.device.advance(by: .minutes(10))
    #expect(bench.lines.last == "08-13 \(reached) reached a limit")
  }

  @Test(
    arguments: [
      (DateComponents(day: 1, hour: 2, minute: 3, second: 4), 93_784, false),
      (DateComponents(minute: 90), 5_400, false), (DateComponents(minute: 1, nanosecond: 1), 60, true),
      (DateComponents(month: 1, second: 30), 30, true), (DateComponents(second: 1, weekOfYear: 1), 1, true),
    ])
  func `AT22: days, hours, minutes and seconds count, and other units have a lint`(
    threshold: DateComponents, seconds: Int, hasLint: Bool
  ) throws {
    let bench = Bench("2026-08-10 09:00")
    try bench.start(
      "a", "wd2 09:00–wd6 17:00", events: [Self.limit: DeviceActivityEvent(threshold: threshold)])
    bench.device.open("com.example.game")
    bench.device.advance(by: .seconds(seconds - 1))
    #expect(bench.lines.count == 1)
    bench.device.advance(by: .seconds(1))
    #expect(bench.lines.count == 2)
    #expect(bench.device.lints == (hasLint ? [.thresholdUnits(activity: "a", event: "limit")] : []))
  }

  @Test(
    arguments: [
      (.beforeEnd, ["08-13 17:00:00 reached a limit", "08-13 17:00:00 end a"]),
      (.afterEnd, ["08-13 17:00:00 end a", "08-13 17:00:00 reached a limit"]),
    ] as [(SemanticsPolicy.ThresholdAtEnd, [String])])
  func `AT22: a threshold that is reached exactly at the end comes before it, or after it`(
    choice: SemanticsPolicy.ThresholdAtEnd, expected: [String]
  ) throws {
    let bench = Bench("16:00", policy: .documented.with(\.thresholdAtEnd, as: choice))
    try bench.start("a", "09:00–17:00", warning: 10, events: [Self.limit: Bench.event(minutes: 40)])
    bench.device.advance(to: "16:20")
    bench.device.use("com.example.game", for: .minutes(60))
    // Of one moment the end warning precedes the event warning (D23).
    let warnings = ["08-13 16:00:00 start a", "08-13 16:50:00 endWarning a", "08-13 16:50:00 eventWarning a limit"]
    #expect(bench.lines == warnings + expected)
  }

  @Test func `AT22: use after the end reaches nothing`() throws {
    let bench = Bench("16:00")
    try bench.start("a", "09:00–17:00", events: [Self.limit: Bench.event(minutes: 10)])
    bench.device.advance(to: "16:55")
    bench.device.use("com.example.game", for: .minutes(30))
    #expect(bench.lines == ["08-13 16:00:00 start a", "08-13 17:00:00 end a"])
  }

  @Test func `AT22: a stopped activity reaches nothing`() throws {
    let bench = Bench("10:00")
    try bench.start("a", "09:00–17:00", events: [Self.limit: Bench.event(minutes: 10)])
    bench.device.open("com.example.game")
    bench.device.advance(by: .minutes(9))
    bench.stop("a")
    bench.device.advance(by: .minutes(9))
    #expect(bench.lines == ["08-13 10:00:00 start a", "08-13 10:09:00 end a"])
  }

  @Test func `AT22: events that past activity has reached come in the order of their thresholds`() throws {
    let bench = Bench("09:00")
    bench.device.use("com.example.game", for: .minutes(30))
    let event = { (minutes: Int) in Bench.event(minutes: minutes, includesPastActivity: true) }
    try bench.start("a", "09:00–17:00", events: [.init("b"): event(5), .init("a"): event(10)])
    #expect(bench.lines == ["08-13 09:30:00 start a", "08-13 09:30:00 reached a b", "08-13 09:30:00 reached a a"])
  }
}
