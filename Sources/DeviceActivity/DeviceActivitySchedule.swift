import SchedulerCivilTime
import ScreenTimeSystem

/// When the intervals of an activity start and end.
public struct DeviceActivitySchedule: Equatable, Sendable {
  /// The components that the start of an interval matches.
  public internal(set) var intervalStart: DateComponents
  /// The components that the end of an interval matches.
  public internal(set) var intervalEnd: DateComponents
  /// Whether further intervals follow the first one.
  public let repeats: Bool
  /// The time before a start, an end and a threshold at which the monitor is warned; nil for no warning.
  public let warningTime: DateComponents?

  /// Creates a schedule. Nothing is checked before it is monitored.
  public init(
    intervalStart: DateComponents, intervalEnd: DateComponents, repeats: Bool, warningTime: DateComponents? = nil
  ) {
    self.intervalStart = intervalStart
    self.intervalEnd = intervalEnd
    self.repeats = repeats
    self.warningTime = warningTime
  }

  /// The interval that contains the present, otherwise the next one; nil if the start or the end matches no future date.
  ///
  /// It needs no authorization and no registration. The interval runs if the latest match of the start is later than the
  /// latest match of the end: the rule is inferred, and fits every measured case.
  public var nextInterval: DateInterval? {
    let moment = (CurrentProcess.ifAny as? any MonitoringProcess)?.calendarMoment
    // Outside of any device the interval is the one of this machine's clock and zone.
    let now = moment?.now ?? Date(timeIntervalSinceNow: 0)
    let schedule = moment?.honorsComponentZones == true ? honoringComponentZones : self
    let intervals = ScheduleIntervals(schedule, in: moment?.zone ?? .current)
    return intervals.interval(at: Instant(rounding: now)).map {
      DateInterval(start: Date($0.start), end: Date($0.end))
    }
  }
}

extension DeviceActivitySchedule {
  /// This schedule with components that have a time zone and no calendar matched in that zone. Foundation ignores it.
  package var honoringComponentZones: DeviceActivitySchedule {
    var schedule = self
    schedule.intervalStart = intervalStart.honoringZone
    schedule.intervalEnd = intervalEnd.honoringZone
    return schedule
  }
}

extension DateComponents {
  /// These components with a Gregorian calendar of their own time zone.
  fileprivate var honoringZone: DateComponents {
    guard let timeZone, calendar == nil else { return self }
    var components = self
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    components.calendar = calendar
    return components
  }
}

extension Instant {
  /// Creates the second in which a date lies.
  package init(rounding date: Date) {
    self.init(epochSeconds: Int64(date.timeIntervalSince1970.rounded(.down)))
  }
}

extension Date {
  /// Creates the date of an instant.
  package init(_ instant: Instant) { self.init(timeIntervalSince1970: TimeInterval(instant.epochSeconds)) }
}
