import SchedulerInstance

/// The status for status bars: the running sessions, the most important first, and the next start.
struct BarStatus {
  /// The present.
  let now: Instant
  /// The rules of the zone in which times are shown.
  let zone: ZoneRules
  /// The state of the shield.
  let shield: LiveState.Shield
  /// The running sessions. The first is the one to show.
  let sessions: [BarSession]
  /// The profile that starts next by itself, and its start; nil if there is none or it is unknown.
  let next: (profile: String, start: Instant)?

  /// Creates the status of a live state, updated to the present.
  init(_ live: LiveState, now: Moment, zone: ZoneRules, next: (profile: String, start: Instant)? = nil) {
    (self.now, self.zone, self.next) = (now.wall, zone, next)
    // Ends are rounded up to a whole second. Counted from the second before, the remaining time would at first exceed
    // the total.
    let counted = now.wall.adding(seconds: now.nanosecond > 0 ? 1 : 0)
    shield = live.shield
    sessions = live.sessions.compactMap {
      BarSession($0, writtenAt: live.writtenAt, now: now.wall, counted: counted)
    }
  }

  /// Returns the minute of an instant, for example `12:30`, or `Tue 06:00` if it is not today. An instant a week or
  /// more away has its date.
  func words(_ instant: Instant) -> String {
    let minute = Instant(epochSeconds: instant.epochSeconds - instant.epochSeconds % 60)
    let (text, today) = (ZonedText(minute, in: zone), ZonedText(now, in: zone))
    if text.day == today.day { return text.time }
    let isSoon = instant.seconds(since: now) < 6 * 86_400
    return isSoon ? "\(text.day.prefix(3)) \(text.time)" : "\(text.day) \(text.time)"
  }

  /// The start of the next day, when the words for instants change.
  var nextDay: Instant? {
    guard let day = zone.civil(at: now).date.adding(days: 1), let start = CivilDateTime(date: day, time: .midnight)
    else {
      return nil
    }
    return zone.resolve(start).compatible
  }
}

extension StateView {
  /// The status for status bars.
  var bar: BarStatus {
    let live = LiveState(of: engine, at: now, isApplied: shield?.isBehind != true)
    return BarStatus(live, now: now, zone: engine.configuration.zone.rules, next: nextStart)
  }

  /// The next start by windows or by plan.
  private var nextStart: (profile: String, start: Instant)? {
    let windows = engine.configuration.profiles.filter(\.isEnabled).compactMap { profile in
      engine.nextInterval(of: profile.id).map { (profile: profile.key.text, start: $0.start) }
    }
    let planned = plannedStarts.map { (profile: $0.profile.key.text, start: $0.start.instant) }
    return (windows + planned).filter { $0.start > now.wall }
      .min { ($0.start, $0.profile) < ($1.start, $1.profile) }
  }
}

extension PublishedStatus {
  /// The status for status bars, without the next start.
  var bar: BarStatus { BarStatus(published.live, now: moment, zone: zone) }
}
