import SchedulerInstance

/// Intervals that no window can say: from each high water on for two hours, every 12 hours and 25 minutes.
struct Tides: IntervalSource {
  static let period: Int64 = 44_700
  static let length: Int64 = 7_200

  func interval(containing instant: Instant) -> Interval? {
    let start = instant.epochSeconds - instant.epochSeconds % Self.period
    return instant.epochSeconds < start + Self.length ? tide(from: start) : nil
  }

  func next(after instant: Instant) -> Interval? {
    tide(from: instant.epochSeconds - instant.epochSeconds % Self.period + Self.period)
  }

  private func tide(from start: Int64) -> Interval {
    Interval(start: Instant(epochSeconds: start), end: Instant(epochSeconds: start + Self.length))
  }
}

/// Holds the profile that the source was registered for while an interval lasts.
struct HoldProfile: TimerActivity {
  func intervalDidStart(_ edge: ActivityEdge, in book: inout SessionBook) {
    guard let plan = edge.plan, let interval = edge.interval else { return }
    var hold = Hold(.manual, start: edge.planned, startElapsed: edge.present.elapsed(of: .wall(edge.planned)))
    hold.end = .wall(interval.end)
    book.open(hold, of: plan, at: edge.present)
  }

  func intervalDidEnd(_ edge: ActivityEdge, in book: inout SessionBook) {
    guard let plan = edge.plan else { return }
    book.close(.manual, of: plan.id, planned: edge.planned, at: edge.present)
  }
}

/// The activities of the language, and the tides for a profile of that name.
func router() -> ActivityRouter {
  var router = ActivityRouter()
  router.register(source: Tides(), named: "tides", profile: ProfileKey("tides"), handler: HoldProfile())
  return router
}
