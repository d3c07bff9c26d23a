import SchedulerCivilTime
import SchedulerPlatform
import Synchronization

@testable import Scheduler

/// Intervals of whole hours of each day.
struct DailyHours: MonitoredIntervals {
  private let start: TimeOfDay?
  private let end: TimeOfDay?
  private let zone: ZoneRules

  init(from start: Int, to end: Int, zone: ZoneRules) {
    self.start = TimeOfDay(hour: start, minute: 0, second: 0)
    self.end = TimeOfDay(hour: end, minute: 0, second: 0)
    self.zone = zone
  }

  private func first(_ time: TimeOfDay?, notBefore instant: Instant) -> Instant? {
    let today = zone.civil(at: instant).date
    for ahead in 0...2 {
      guard let time, let date = today.adding(days: ahead), let civil = CivilDateTime(date: date, time: time) else {
        continue
      }
      let match = zone.resolve(civil).compatible
      if match >= instant { return match }
    }
    return nil
  }

  func interval(at instant: Instant) -> MonitoredInterval? {
    let yesterday = instant.adding(seconds: -86_400)
    guard let interval = next(from: yesterday.adding(seconds: 1)), interval.start <= instant, instant < interval.end
    else { return next(from: instant) }
    return interval
  }

  func next(from instant: Instant) -> MonitoredInterval? {
    first(start, notBefore: instant).flatMap { interval(startedAt: $0) }
  }

  func interval(startedAt start: Instant) -> MonitoredInterval? {
    first(end, notBefore: start.adding(seconds: 1)).map { MonitoredInterval(start: start, end: $0) }
  }

  func moved(to zone: ZoneRules) -> any MonitoredIntervals {
    DailyHours(start: start, end: end, zone: zone)
  }

  private init(start: TimeOfDay?, end: TimeOfDay?, zone: ZoneRules) {
    self.start = start
    self.end = end
    self.zone = zone
  }
}

extension MonitoredActivity {
  /// An activity of some hours of each day in Berlin.
  static func daily(
    _ name: String, from start: Int, to end: Int, thresholds: [UsageThreshold] = []
  ) throws -> MonitoredActivity {
    MonitoredActivity(
      named: name, intervals: DailyHours(from: start, to: end, zone: try SchedulerTests.zone("Europe/Berlin")),
      thresholds: thresholds)
  }
}

/// Notes the edges that it receives.
final class NotingHandler: TimerActivity {
  private let noted = Mutex<[String]>([])

  /// The edges, such as `start a`.
  var seen: [String] { noted.withLock { $0 } }

  func intervalDidStart(_ edge: ActivityEdge, in book: inout SessionBook) {
    noted.withLock { $0.append("start \(edge.activity)") }
  }

  func intervalDidEnd(_ edge: ActivityEdge, in book: inout SessionBook) {
    noted.withLock { $0.append("end \(edge.activity)") }
  }
}
