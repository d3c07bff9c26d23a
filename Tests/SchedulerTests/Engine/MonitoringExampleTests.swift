import Scheduler
import SchedulerCivilTime
import SchedulerStore
import Testing

/// The example of monitoring at run time in `docs/embedding.md`.
struct MonitoringExampleTests {
  /// Four hours of each day from 8 o'clock UTC.
  struct Mornings: MonitoredIntervals {
    func next(from instant: Instant) -> MonitoredInterval? {
      let today = instant.epochSeconds - instant.epochSeconds % 86_400 + 8 * 3_600
      return interval(startedAt: Instant(epochSeconds: today < instant.epochSeconds ? today + 86_400 : today))
    }

    func interval(at instant: Instant) -> MonitoredInterval? { next(from: instant.adding(seconds: 1 - 4 * 3_600)) }

    func interval(startedAt start: Instant) -> MonitoredInterval? {
      MonitoredInterval(start: start, end: start.adding(seconds: 4 * 3_600))
    }

    func moved(to zone: ZoneRules) -> any MonitoredIntervals { self }
  }

  @Test func `an engine monitors an activity, also after a restart, until it is stopped`() throws {
    let versions = ConfigurationVersions(
      Configuration(zone: ConfiguredZone(.identifier("UTC"), rules: .utc), profiles: []))
    var files = SimulatedFileSystem()
    var engine = try DurableEngine.open(versions, in: &files)
    var now = Moment(wall: Instant(epochSeconds: 1_795_420_800), boot: 0, bootID: "boot")
    var events: [EventName] = []
    func pass(seconds: Int64) {
      now.wall = now.wall.adding(seconds: seconds)
      now.boot += seconds * 1_000_000_000
    }

    let limit = UsageThreshold(named: "limit", items: ["games"], seconds: 1_800, warningSeconds: 300)
    let activity = MonitoredActivity(named: "morning", intervals: Mornings(), thresholds: [limit])
    let started = try engine.handle(.startMonitoring(activity), at: now, in: &files)
    events += started.events.map(\.name)

    let use = DeviceUse.inUse(items: ["com.example.chess", "games"])
    events += try engine.handle(.deviceUse(use), at: now, in: &files).events.map(\.name)

    pass(seconds: 1_600)
    events += try engine.handle(.time, at: now, in: &files).events.map(\.name)
    engine.close(in: &files)

    var router = ActivityRouter()
    router.monitor(activity)
    engine = try DurableEngine.open(versions, router: router, in: &files)

    pass(seconds: 200)
    events += try engine.handle(.time, at: now, in: &files).events.map(\.name)
    let stopped = try engine.handle(.stopMonitoring(names: ["morning"]), at: now, in: &files)
    events += stopped.events.map(\.name)
    #expect(
      events == [
        .intervalDidStart, .eventWillReachThresholdWarning, .eventDidReachThreshold, .intervalDidEnd,
      ])
  }
}
