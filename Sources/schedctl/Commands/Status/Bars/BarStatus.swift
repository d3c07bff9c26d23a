import Scheduler
import SchedulerCivilTime
import SchedulerInstance
import SchedulerJSON

/// What status bars show at a moment: the sessions, the first one before all, and what comes next.
struct BarStatus {
  /// The present.
  let now: Instant
  /// The rules of the zone in which times are shown.
  let zone: ZoneRules
  /// What becomes of the shield.
  let shield: LiveState.Shield
  /// The sessions that run, first the one to show.
  let sessions: [BarSession]
  /// The profile that starts next by itself, and when; nil for none, and where that is not known.
  let next: (profile: String, start: Instant)?

  /// A live state, counted on to the present.
  init(_ live: LiveState, now: Moment, zone: ZoneRules, next: (profile: String, start: Instant)? = nil) {
    (self.now, self.zone, self.next) = (now.wall, zone, next)
    // Ends are rounded up to a whole second: counted from the second before, more than all would be left at first.
    let counted = now.wall.adding(seconds: now.nanosecond > 0 ? 1 : 0)
    shield = live.shield
    sessions = live.sessions.compactMap {
      BarSession($0, writtenAt: live.writtenAt, now: now.wall, counted: counted)
    }
  }

  /// The minute of an instant, with its weekday where that is not today: `12:30`, `Tue 06:00`, in a week or later with its
  /// date.
  func words(_ instant: Instant) -> String {
    let minute = Instant(epochSeconds: instant.epochSeconds - instant.epochSeconds % 60)
    let (text, today) = (ZonedText(minute, zone), ZonedText(now, zone))
    if text.day == today.day { return text.time }
    let isSoon = instant.seconds(since: now) < 6 * 86_400
    return isSoon ? "\(text.day.prefix(3)) \(text.time)" : "\(text.day) \(text.time)"
  }

  /// When the words for instants change, since another day has begun.
  var nextDay: Instant? {
    guard let day = zone.civil(at: now).date.adding(days: 1), let start = CivilDateTime(date: day, time: .midnight)
    else {
      return nil
    }
    return zone.resolve(start).compatible
  }
}

extension StateView {
  /// The same for status bars.
  var bar: BarStatus {
    let live = LiveState(of: engine, at: now, isApplied: shield?.isBehind != true)
    return BarStatus(live, now: now, zone: engine.configuration.zone.rules, next: nextStart)
  }

  /// What starts next by itself.
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
  /// The same for status bars, without what comes next.
  var bar: BarStatus { BarStatus(published.live, now: moment, zone: zone) }
}
