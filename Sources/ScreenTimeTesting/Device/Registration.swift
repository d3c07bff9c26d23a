import DeviceActivity
import Scheduler
import SchedulerCivilTime

/// An activity that an app monitors.
struct Registration: Sendable {
  /// The bundle identifier of the app.
  let app: String
  /// The name of the activity.
  let name: DeviceActivityName
  /// The schedule as the app passed it.
  let schedule: DeviceActivitySchedule
  /// The events as the app passed them.
  let events: [DeviceActivityEvent.Name: DeviceActivityEvent]

  /// The name under which the engine monitors the activity.
  var engineName: String { Self.engineName(of: name.rawValue, in: app) }

  /// Returns the name under which the engine monitors an activity: the bundle identifier, a control character, which no
  /// bundle identifier has, and the name.
  static func engineName(of activity: String, in app: String) -> String { "\(app)\u{1F}\(activity)" }

  /// Returns the app and the activity of an engine's name.
  static func split(_ engineName: String) -> (app: String, activity: String)? {
    guard let separator = engineName.firstIndex(of: "\u{1F}") else { return nil }
    return (String(engineName[..<separator]), String(engineName[engineName.index(after: separator)...]))
  }
}

extension Registration {
  /// Whether the components at the two ends are of different kinds, and what each has.
  var mixture: (startIsDated: Bool, endIsDated: Bool, isMixed: Bool) {
    let (start, end) = (schedule.intervalStart, schedule.intervalEnd)
    return (start.isDated, end.isDated, start.units != end.units)
  }

  /// Returns the schedule with the choices of a policy applied to its components.
  func resolvedSchedule(under policy: SemanticsPolicy) -> DeviceActivitySchedule {
    policy.componentZone == .honored ? schedule.honoringComponentZones : schedule
  }

  /// Returns the activity that the engine monitors.
  ///
  /// - Parameters:
  ///   - intervals: the intervals of the resolved schedule.
  ///   - warningSeconds: the seconds of the warning time; nil for no warnings.
  ///   - generation: the generation of the app's tokens.
  func activity(
    with intervals: ScheduleIntervals, warningSeconds: Int64?, tokensIn generation: Int
  ) -> MonitoredActivity {
    let thresholds = events.map { name, event in
      UsageThreshold(
        named: name.rawValue, items: event.items(in: generation), seconds: event.threshold.thresholdSeconds,
        warningSeconds: warningSeconds, includesPastUse: event.includesPastActivity)
    }
    return MonitoredActivity(
      named: engineName, intervals: intervals, repeats: schedule.repeats,
      thresholds: thresholds.sorted { ($0.seconds, $0.name) < ($1.seconds, $1.name) })
  }

  /// Returns the lints of the components and events.
  ///
  /// - Parameter generation: the generation of the app's tokens.
  func lints(of interval: MonitoredInterval, in zone: ScheduleZone, tokensIn generation: Int) -> [Lint] {
    let activity = name.rawValue
    var lints: [Lint] = []
    if mixture.isMixed { lints.append(.mismatchedComponents(activity: activity)) }
    let ends = [schedule.intervalStart, schedule.intervalEnd]
    if ends.contains(where: { $0.timeZone != nil && $0.calendar == nil }) {
      lints.append(.timeZoneWithoutCalendar(activity: activity))
    }
    if let minutes = stretchedMinutes(of: interval, in: zone) {
      lints.append(.dstStretchedInterval(activity: activity, minutes: minutes))
    }
    for (event, value) in events.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      if value.threshold.thresholdSeconds <= 0 {
        lints.append(.thresholdOfZero(activity: activity, event: event.rawValue))
      }
      if value.threshold.hasUncountedUnits {
        lints.append(.thresholdUnits(activity: activity, event: event.rawValue))
      }
      if value.voidTokenCount(in: generation) > 0 {
        lints.append(.voidTokens(activity: activity, event: event.rawValue))
      }
    }
    return lints
  }

  /// Returns the minutes of an interval that lasts a day or a week longer because the clocks jump; nil for others.
  func stretchedMinutes(of interval: MonitoredInterval, in zone: ScheduleZone) -> Int? {
    let (start, end) = (schedule.intervalStart, schedule.intervalEnd)
    guard start.units == end.units, [[.hour], [.hour, .weekday]].contains(start.units) else { return nil }
    let period = start.weekday == nil ? 86_400 : 7 * 86_400
    let seconds = { (time: DateComponents) in
      (time.weekday ?? 0) * 86_400 + (time.hour ?? 0) * 3_600 + (time.minute ?? 0) * 60 + (time.second ?? 0)
    }
    let planned = (seconds(end) - seconds(start) + period) % period
    let length = Int(interval.end.epochSeconds - interval.start.epochSeconds)
    let stated = planned == 0 ? period : planned
    return length - stated > 12 * 3_600 ? length / 60 : nil
  }
}

/// The units that tell whether two components are of one kind. Minutes and seconds belong to the hour.
enum ComponentUnit: Hashable {
  case era, year, month, day, weekday, ordinal, quarter, week, hour
}

extension DateComponents {
  /// The units that are set.
  var units: Set<ComponentUnit> {
    var units: Set<ComponentUnit> = []
    let values: [(ComponentUnit, [Int?])] = [
      (.era, [era]), (.year, [year, yearForWeekOfYear]), (.month, [month]), (.day, [day, dayOfYear]),
      (.weekday, [weekday]), (.ordinal, [weekdayOrdinal]), (.quarter, [quarter]),
      (.week, [weekOfMonth, weekOfYear]), (.hour, [hour, minute, second, nanosecond]),
    ]
    for (unit, fields) in values where fields.contains(where: { $0 != nil }) { units.insert(unit) }
    return units
  }

  /// Whether a date is set.
  var isDated: Bool { !units.isDisjoint(with: [.year, .month, .day]) }

  /// Whether units are set that do not count in a threshold.
  fileprivate var hasUncountedUnits: Bool {
    !units.isSubset(of: [.day, .hour]) || dayOfYear != nil || nanosecond != nil
  }
}

extension DeviceActivityEvent {
  /// Returns the number of tokens of other generations.
  fileprivate func voidTokenCount(in generation: Int) -> Int {
    DeviceTokens.voidCount(in: applications, except: generation)
      + DeviceTokens.voidCount(in: categories, except: generation)
      + DeviceTokens.voidCount(in: webDomains, except: generation)
  }

  /// Returns the keys of the items whose use counts; empty for all use.
  fileprivate func items(in generation: Int) -> Set<String> {
    Set(applications.map { UsageItem.key(of: $0, in: generation) })
      .union(categories.map { UsageItem.key(of: $0, in: generation) })
      .union(webDomains.map { UsageItem.key(of: $0, in: generation) })
  }
}
