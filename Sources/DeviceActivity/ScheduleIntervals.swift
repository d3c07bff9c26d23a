import Scheduler
import SchedulerCivilTime

/// The intervals of a schedule in a zone.
package struct ScheduleIntervals: MonitoredIntervals {
  private let schedule: DeviceActivitySchedule
  private let zone: ScheduleZone
  private let start: ComponentPattern
  private let end: ComponentPattern

  /// Creates the intervals of a schedule.
  ///
  /// - Parameter zone: the zone of the device, which components without a calendar follow.
  package init(_ schedule: DeviceActivitySchedule, in zone: ScheduleZone) {
    self.schedule = schedule
    self.zone = zone
    start = ComponentPattern(schedule.intervalStart, in: zone)
    end = ComponentPattern(schedule.intervalEnd, in: zone)
  }

  /// Returns the interval that contains an instant, otherwise the next one; nil if there is none.
  ///
  /// An interval runs if the latest start is later than the latest end. It reaches to the first end after the instant.
  package func interval(at instant: Instant) -> MonitoredInterval? {
    if let latestStart = start.latest(notAfter: instant) {
      let latestEnd = end.latest(notAfter: instant)
      if latestEnd.map({ latestStart > $0 }) ?? true {
        guard let next = end.first(notBefore: instant.adding(seconds: 1)) else { return nil }
        return interval(from: latestStart, to: next)
      }
    }
    return next(from: instant.adding(seconds: 1))
  }

  package func next(from instant: Instant) -> MonitoredInterval? {
    guard let start = start.first(notBefore: instant), let end = end.first(notBefore: start.adding(seconds: 1)) else {
      return nil
    }
    return interval(from: start, to: end)
  }

  /// Returns the interval that started at an instant, before the zone changed. Its end is the first reading of the end
  /// since then. An end that the new zone had passed when the interval started is that instant, so that it ends at once.
  package func interval(startedAt start: Instant) -> MonitoredInterval? {
    // Where the start is one in this zone, too, the interval reaches to the next end after it.
    let isStart = self.start.latest(notAfter: start) == start
    let end = end.first(notBefore: isStart ? start.adding(seconds: 1) : start)
    return interval(from: start, to: end ?? start)
  }

  package func moved(to zone: ZoneRules) -> any MonitoredIntervals {
    ScheduleIntervals(schedule, in: ScheduleZone(identifier: zone.identifier) ?? self.zone)
  }

  private func interval(from start: Instant, to end: Instant) -> MonitoredInterval {
    MonitoredInterval(
      start: start, end: end, startWarning: warning(before: start, in: self.start.zone),
      endWarning: warning(before: end, in: self.end.zone), pastUseStart: hour(of: start))
  }

  /// Returns the instant of the warning before an edge; nil if there is none, or if the warning time is not positive.
  private func warning(before edge: Instant, in zone: ScheduleZone) -> Instant? {
    guard let time = schedule.warningTime else { return nil }
    var instant = edge
    if let seconds = time.plainSeconds {
      instant = edge.adding(seconds: -seconds)
    } else {
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = zone.timeZone
      guard let date = calendar.date(byAdding: time.negated, to: Date(edge)) else { return nil }
      instant = Instant(rounding: date)
    }
    return instant < edge ? instant : nil
  }

  /// Returns the whole hour of the device's clock in which an instant lies.
  private func hour(of instant: Instant) -> Instant {
    let local = instant.epochSeconds + Int64(zone.rules.offset(at: instant).seconds)
    let second = local % 3_600
    return instant.adding(seconds: -(second < 0 ? second + 3_600 : second))
  }
}

extension DateComponents {
  /// The seconds that hours, minutes and seconds state; nil if other units are set.
  fileprivate var plainSeconds: Int64? {
    let rest: [Int?] = [
      era, year, month, day, weekday, weekdayOrdinal, quarter, weekOfMonth, weekOfYear, yearForWeekOfYear, dayOfYear,
      nanosecond,
    ]
    guard rest.allSatisfy({ $0 == nil }) else { return nil }
    return seconds(countingDays: false)
  }

  /// These components with opposite signs.
  fileprivate var negated: DateComponents {
    DateComponents(
      year: year.map(-), month: month.map(-), day: day.map(-), hour: hour.map(-), minute: minute.map(-),
      second: second.map(-), nanosecond: nanosecond.map(-), weekOfYear: weekOfYear.map(-))
  }

  /// The seconds of a threshold: days, hours, minutes and seconds.
  package var thresholdSeconds: Int64 {
    seconds(countingDays: true)
  }

  /// Returns the seconds that days, hours, minutes and seconds state, at most some thousand years.
  private func seconds(countingDays: Bool) -> Int64 {
    let limit = 1 << 36
    let parts = [(countingDays ? day : nil, 86_400), (hour, 3_600), (minute, 60), (second, 1)]
    return parts.reduce(0) { $0 + Int64(min(max($1.0 ?? 0, -limit), limit)) * Int64($1.1) }
  }
}
