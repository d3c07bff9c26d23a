import SchedulerCivilTime

/// The dates that match components: the starts or the ends of a schedule.
///
/// Components of a time of day, with a weekday or a whole date, are matched with the rules of the zone. Others are
/// matched by Foundation's calendar. Both follow `Calendar.MatchingPolicy.nextTimePreservingSmallerComponents`: a time
/// that the clocks jump over moves by the jump, and of a repeated time the first occurrence matches.
struct ComponentPattern: Sendable {
  private enum Form: Sendable {
    /// A time of day, on a weekday (1 for Sunday) or every day.
    case daily(TimeOfDay, weekday: Int?)
    /// A time of a date.
    case dated(CivilDateTime)
    /// Anything else.
    case other
    /// Nothing matches.
    case never
  }

  private let components: DateComponents
  private let calendar: Calendar
  /// The zone in which the components are matched: that of their calendar, otherwise the device's.
  let zone: ScheduleZone
  private let form: Form

  /// Creates the pattern of components.
  ///
  /// - Parameter zone: the zone of the device, which components without a calendar follow.
  init(_ components: DateComponents, in zone: ScheduleZone) {
    var calendar = components.calendar ?? Calendar(identifier: .gregorian)
    if components.calendar == nil { calendar.timeZone = zone.timeZone }
    self.calendar = calendar
    let ownZone = components.calendar == nil ? zone : ScheduleZone(calendar.timeZone)
    self.zone = ownZone ?? zone
    // Foundation ignores both while it matches.
    var components = components
    components.calendar = nil
    components.timeZone = nil
    self.components = components
    form = calendar.identifier == .gregorian && ownZone != nil ? Self.form(of: components) : .other
  }

  private static func form(of components: DateComponents) -> Form {
    let rest: [Int?] = [
      components.era, components.quarter, components.weekdayOrdinal, components.weekOfMonth, components.weekOfYear,
      components.yearForWeekOfYear, components.dayOfYear, components.nanosecond,
    ]
    guard rest.allSatisfy({ $0 == nil }), components.isLeapMonth != true else { return .other }
    let isTimed = components.hour != nil || components.minute != nil || components.second != nil
    if isTimed, components.hour == nil || (components.minute == nil && components.second != nil) { return .other }
    guard
      let time = TimeOfDay(
        hour: components.hour ?? 0, minute: components.minute ?? 0, second: components.second ?? 0),
      components.hour != 24
    else { return .never }
    switch (components.year, components.month, components.day, components.weekday) {
    case (nil, nil, nil, nil): return isTimed ? .daily(time, weekday: nil) : .never
    case (nil, nil, nil, let weekday?): return 1...7 ~= weekday ? .daily(time, weekday: weekday) : .never
    case (let year?, let month?, let day?, nil):
      let date = CivilDate(year: year, month: month, day: day).flatMap { CivilDateTime(date: $0, time: time) }
      return date.map { .dated($0) } ?? .other
    default: return .other
    }
  }

  /// Returns the latest match at or before an instant; nil for none.
  func latest(notAfter instant: Instant) -> Instant? {
    switch form {
    case .never: return nil
    case .dated(let civil): return resolve(civil).flatMap { $0 <= instant ? $0 : nil }
    case .other: return foundationMatch(notAfter: instant)
    case .daily(let time, let weekday):
      let today = zone.rules.civil(at: instant).date
      for back in -1...8 {
        guard let date = today.adding(days: -back), Self.isOn(weekday: weekday, date),
          let match = CivilDateTime(date: date, time: time).flatMap(resolve), match <= instant
        else { continue }
        return match
      }
      return nil
    }
  }

  /// Returns the first match at or after an instant; nil for none.
  func first(notBefore instant: Instant) -> Instant? {
    switch form {
    case .never: return nil
    case .dated(let civil): return resolve(civil).flatMap { $0 >= instant ? $0 : nil }
    case .other: return foundationMatch(notBefore: instant)
    case .daily(let time, let weekday):
      let today = zone.rules.civil(at: instant).date
      for ahead in -1...8 {
        guard let date = today.adding(days: ahead), Self.isOn(weekday: weekday, date),
          let match = CivilDateTime(date: date, time: time).flatMap(resolve), match >= instant
        else { continue }
        return match
      }
      return nil
    }
  }

  /// Whether a date falls on a weekday, 1 for Sunday; nil for any.
  private static func isOn(weekday: Int?, _ date: CivilDate) -> Bool {
    guard let weekday else { return true }
    return Int(date.weekday.rawValue) % 7 + 1 == weekday
  }

  private func resolve(_ civil: CivilDateTime) -> Instant? { zone.rules.resolve(civil).compatible }
}

/// Matching by Foundation's calendar, which excludes the instant at which a search begins.
extension ComponentPattern {
  private func foundationMatch(notBefore instant: Instant) -> Instant? {
    // A search from midnight two days before finds a start that the clocks jump over whenever it is asked for. A day
    // that does not exist, such as February 30, becomes the next one with the time of the search's beginning.
    var date = calendar.startOfDay(for: Date(instant).addingTimeInterval(-2 * 86_400))
    while let match = next(after: date) {
      if match >= Date(instant) { return Instant(rounding: match) }
      date = match
    }
    return nil
  }

  private func foundationMatch(notAfter instant: Instant) -> Instant? {
    let now = Date(instant)
    let behind = calendar.nextDate(
      after: now.addingTimeInterval(1), matching: components, matchingPolicy: .nextTimePreservingSmallerComponents,
      direction: .backward)
    var date = calendar.startOfDay(for: (behind ?? now).addingTimeInterval(-2 * 86_400))
    var latest: Date?
    while let match = next(after: date), match <= now {
      latest = match
      date = match
    }
    return latest.map { Instant(rounding: $0) }
  }

  private func next(after date: Date) -> Date? {
    calendar.nextDate(after: date, matching: components, matchingPolicy: .nextTimePreservingSmallerComponents)
  }
}
