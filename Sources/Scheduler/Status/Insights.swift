import SchedulerCivilTime

/// What the sessions and attempts of some days add up to.
///
/// ```swift
/// var insights = Insights(of: .week, containing: now, in: zone)
/// for entry in sessions { insights.add(entry, now: now) }
/// for record in records { insights.add(record) }
/// ```
/// A session counts on the day on which it ended, a running one today. Its seconds count on the days on which it ran, in
/// proportion, because history records only their sum. Where the clock was set meanwhile, they count as the last ones
/// before its end. Sums stop at the largest number.
public struct Insights: Sendable {
  /// The period that the days make up.
  public enum Period: String, CaseIterable, Sendable {
    /// One day.
    case day
    /// Monday to Sunday.
    case week
    /// The first to the last day of a month.
    case month
  }

  /// Sums of a day, of a profile, or of all.
  public struct Sums: Hashable, Sendable {
    /// The seconds in which sessions enforced their shields.
    public internal(set) var enforcingSeconds: Int64 = 0
    /// The seconds of breaks.
    public internal(set) var breakSeconds: Int64 = 0
    /// The number of sessions.
    public internal(set) var sessionCount: Int64 = 0
    /// The number of focus phases of a pomodoro that ran to their end.
    public internal(set) var roundCount: Int64 = 0
    /// The number of attempts to use what was blocked.
    public internal(set) var attemptCount: Int64 = 0
    /// The number of breaks, pauses, single accesses and emergencies.
    public internal(set) var interruptionCount: Int64 = 0
  }

  /// The period.
  public let period: Period
  /// The user whose attempts count, besides those of users who are not known; nil for everybody's.
  private let user: String?
  /// The keys of the profiles whose sessions are no focus.
  private let unfocusedProfiles: Set<String>
  /// The zone of the days.
  public let zone: ZoneRules
  /// The dates, in their order, without one that the zone left out when it crossed the date line.
  public let dates: [CivilDate]
  /// The first instants of the dates, and the end of the last one.
  private let edges: [Instant]
  /// The sums of each date.
  public private(set) var days: [Sums]
  /// The attempts in each hour of the clock, 0 to 23, on all dates together.
  public private(set) var attemptsByHour = [Int64](repeating: 0, count: 24)
  /// The sums of each profile, by its key.
  public private(set) var profiles: [String: Sums] = [:]
  /// The attempts on each application and domain, by its name.
  public private(set) var attemptsByTarget: [String: Int64] = [:]
  /// When each target was tried, at most `mostTimes` of each, in no order.
  public private(set) var attemptTimes: [String: [Instant]] = [:]
  /// The file name of the program of each application that was tried, where it is known.
  public private(set) var attemptedPrograms: [String: String] = [:]
  /// The attempts of each profile in each hour of the clock, 0 to 23.
  public private(set) var attemptsByProfileHour: [String: [Int64]] = [:]
  /// The focus time of all sessions. `days` has its seconds.
  private var focus: FocusTime
  /// The dates with focus time, also before the period, as days since 1970.
  private var enforcingDates: Set<Int32> = []
  /// The date before those of the streak, as far as it is known: added sessions only move it back.
  private var streakEnd: Int32?

  /// Creates the insights of the period that contains an instant, without any session.
  ///
  /// - Parameters:
  ///   - user: the name of the user whose attempts count, besides those of users who are not known; nil to count
  ///     everybody's.
  ///   - unfocusedProfiles: the keys of the profiles whose sessions are no focus.
  public init(
    of period: Period, containing instant: Instant, in zone: ZoneRules, attemptsOf user: String? = nil,
    withoutFocusOf unfocusedProfiles: Set<String> = []
  ) {
    (self.period, self.zone, self.user, self.unfocusedProfiles) = (period, zone, user, unfocusedProfiles)
    dates = period.dates(around: zone.civil(at: instant).date).filter(zone.has)
    let after = dates.last?.adding(days: 1)
    edges = (dates + [after].compactMap(\.self)).map { zone.start(of: $0) }
    days = Array(repeating: Sums(), count: dates.count)
    // The last date of the calendar has no end.
    let unended = edges.count > dates.count ? [] : [Int64.max / 4]
    focus = FocusTime(edges: edges.map(\.epochSeconds) + unended)
  }

  /// The first instant of the period.
  public var start: Instant { edges.first ?? Instant(epochSeconds: 0) }

  /// The first instant of a date, by its position.
  public func start(ofDay index: Int) -> Instant { edges[index] }

  /// The instant after the period.
  public var end: Instant { edges.count > dates.count ? edges[dates.count] : Instant(epochSeconds: .max) }

  /// The sums of all dates.
  public var total: Sums { days.reduce(into: Sums()) { $0.add($1) } }
}

extension Insights.Sums {
  fileprivate mutating func add(_ other: Self) {
    for part in [
      \Self.enforcingSeconds, \.breakSeconds, \.sessionCount, \.roundCount, \.attemptCount, \.interruptionCount,
    ] { self[keyPath: part] = self[keyPath: part].addingUpToMax(other[keyPath: part]) }
  }
}

extension Insights {
  /// Adds a session, unless it was lost.
  public mutating func add(_ session: SessionEntry, now: Instant) {
    guard session.lostAt == nil else { return }
    let end = max(session.start, session.isRunning ? now : session.end ?? session.start)
    let seconds = min(max(0, session.seconds), Self.longest)
    let breaks = min(max(0, session.breakSeconds), seconds)
    let enforcing = min(max(0, session.spent?.enforcing ?? seconds - breaks), seconds)
    // A session that ends at midnight has ended on the day before.
    if let day = day(of: end > session.start ? end.adding(seconds: -1) : end) {
      let sums = Sums(
        breakSeconds: breaks, sessionCount: 1, roundCount: max(0, session.spent?.rounds ?? 0))
      add(sums, onDay: day, of: session.profile)
    }
    guard enforcing > 0, !unfocusedProfiles.contains(session.profile) else { return }
    let planned = end.seconds(since: session.start)
    let isClockKept = abs(planned - seconds) <= Self.latenessLimit
    divide(enforcing, from: isClockKept ? session.start : end.adding(seconds: -seconds), to: end, of: session.profile)
  }

  /// The length of a session from which on its record is damaged, in seconds: ten years.
  private static let longest: Int64 = 10 * 366 * 86_400
  /// The difference between the planned and the real length of a session from which on the clock counts as set, in seconds.
  private static let latenessLimit: Int64 = 600

  /// Divides seconds among the days between two instants.
  private mutating func divide(_ seconds: Int64, from first: Instant, to last: Instant, of profile: String) {
    let length = max(1, last.seconds(since: first))
    func share(upTo instant: Instant) -> Int64 {
      let passed = min(length, max(0, instant.seconds(since: first)))
      return length.dividingFullWidth(seconds.multipliedFullWidth(by: passed)).quotient
    }
    for day in dates.indices {
      let dayEnd = day + 1 < edges.count ? edges[day + 1] : last
      let isInstant = first == last && edges[day] <= first && first < dayEnd
      let part = isInstant ? seconds : share(upTo: dayEnd) - share(upTo: edges[day])
      if part > 0, !profile.isEmpty {
        profiles[profile, default: Sums()].add(Sums(enforcingSeconds: part))
      }
    }
    countFocus(seconds, from: first, to: last)
    // Where the clocks go back over midnight, the later second may have the earlier date.
    let ends = [first, first < last ? last.adding(seconds: -1) : first].map { zone.civil(at: $0).date.epochDay }
    enforcingDates.formUnion(min(ends[0], ends[1])...max(ends[0], ends[1]))
  }

  /// Counts the focus of a session on its days, but no second that another session has, too.
  private mutating func countFocus(_ seconds: Int64, from first: Instant, to last: Instant) {
    guard first < end, last >= start else { return }
    focus.add(seconds, from: first.epochSeconds, to: last.epochSeconds)
    for (day, seconds) in zip(days.indices, focus.days) { days[day].enforcingSeconds = seconds }
  }

  /// Adds an entry of history if it is an attempt, or the start of something that interrupts a session.
  public mutating func add(_ record: HistoryRecord) {
    guard let event = record.event, let instant = record.planned, let day = day(of: instant) else { return }
    switch event {
    case .shieldDidBlock where record.object["outcome"]?.stringValue != ShieldAttempt.Outcome.closing.rawValue:
      if let user, let other = record.user, !other.isEmpty, other != user { return }
      let count = max(1, record.object["count"]?.integerValue ?? 1)
      add(Sums(attemptCount: count), onDay: day, of: record.profile)
      let hour = zone.civil(at: instant).time.components.hour
      attemptsByHour[hour] = attemptsByHour[hour].addingUpToMax(count)
      var hours = attemptsByProfileHour[record.profile] ?? Array(repeating: 0, count: 24)
      hours[hour] = hours[hour].addingUpToMax(count)
      attemptsByProfileHour[record.profile] = hours
      note(record, at: instant, count: count)
    case .breakDidStart, .pauseDidStart, .accessDidStart, .emergencyDidUse:
      add(Sums(interruptionCount: 1), onDay: day, of: record.profile)
    default: break
    }
  }

  /// The number of attempts on a target whose times are kept.
  private static let mostTimes = 10_000

  private mutating func note(_ record: HistoryRecord, at instant: Instant, count: Int64) {
    let target = record.message ?? ""
    attemptsByTarget[target] = (attemptsByTarget[target] ?? 0).addingUpToMax(count)
    if attemptTimes[target]?.count ?? 0 < Self.mostTimes { attemptTimes[target, default: []].append(instant) }
    if let file = record.object["program"]?.stringValue?.split(separator: "/").last {
      attemptedPrograms[target] = String(file)
    }
  }

  private mutating func add(_ sums: Sums, onDay day: Int, of profile: String) {
    days[day].add(sums)
    if !profile.isEmpty { profiles[profile, default: Sums()].add(sums) }
  }

  private func day(of instant: Instant) -> Int? {
    guard instant >= start, instant < end else { return nil }
    return edges.lastIndex { $0 <= instant }.map { min($0, dates.count - 1) }
  }
}

// The streak.
extension Insights {
  /// The number of dates in a row on which sessions enforced their shields, up to the last date of the period or, in a
  /// period that is not over, up to today. Today ends no streak before it is over.
  public func streak(now: Instant) -> Int {
    let streak = streakDates(now: now)
    return (streak.missing..<streak.last).count { enforcingDates.contains($0 + 1) }
  }

  /// Whether entries that were made before an instant can change something: those of the period, and those of the streak.
  public mutating func isConcerned(byEntriesBefore instant: Instant, now: Instant) -> Bool {
    if instant >= start { return true }
    let missing = streakDates(now: now).missing
    streakEnd = missing
    return missing <= zone.civil(at: instant).date.epochDay
  }

  /// The last date of the streak, and the date before its first one.
  private func streakDates(now: Instant) -> (last: Int32, missing: Int32) {
    let last = zone.civil(at: min(now, end.adding(seconds: -1))).date.epochDay
    let isToday = last == zone.civil(at: now).date.epochDay
    let first = isToday && !enforcingDates.contains(last) ? last - 1 : last
    var missing = min(streakEnd ?? first, first)
    while enforcingDates.contains(missing) || CivilDate(epochDay: Int(missing)).map(zone.has) == false { missing -= 1 }
    return (first, missing)
  }
}

extension Insights.Period {
  /// Returns the dates of the period that contains a date.
  fileprivate func dates(around date: CivilDate) -> [CivilDate] {
    switch self {
    case .day: [date]
    case .week:
      (0..<7).compactMap { (date.mondayOfWeek ?? date).adding(days: $0) }
    case .month:
      (1...CivilDate.daysInMonth(year: date.components.year, month: date.components.month)).compactMap { day in
        CivilDate(year: date.components.year, month: date.components.month, day: day)
      }
    }
  }
}

extension ZoneRules {
  /// Whether the clocks of the zone ever show a date.
  fileprivate func has(_ date: CivilDate) -> Bool { civil(at: start(of: date)).date == date }

  /// Returns the first instant of a date.
  fileprivate func start(of date: CivilDate) -> Instant {
    resolve(localSeconds: Int64(date.epochDay) * 86_400).compatible
  }
}
