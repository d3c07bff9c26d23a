import SchedulerCivilTime

/// What the sessions and attempts of some days add up to.
///
/// ```swift
/// var insights = Insights(of: .week, containing: now, in: zone)
/// for entry in sessions { insights.add(entry, now: now) }
/// for record in records { insights.add(record) }
/// ```
/// A session counts on the day on which it ended, a running one today. Its seconds count on the days on which it ran: they
/// are divided in proportion, because history records their sum alone.
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
    public internal(set) var focusSeconds: Int64 = 0
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
  /// The zone of the days.
  public let zone: ZoneRules
  /// The dates, in their order.
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
  /// The dates with focus time, also before the period, as days since 1970.
  private var focusDates: Set<Int32> = []

  /// Creates the insights of the period that contains an instant, without any session.
  public init(of period: Period, containing instant: Instant, in zone: ZoneRules) {
    (self.period, self.zone) = (period, zone)
    dates = period.dates(around: zone.civil(at: instant).date)
    let after = dates.last?.adding(days: 1)
    edges = (dates + [after].compactMap(\.self)).map { zone.start(of: $0) }
    days = Array(repeating: Sums(), count: dates.count)
  }

  /// The first instant of the period.
  public var start: Instant { edges.first ?? Instant(epochSeconds: 0) }

  /// The first instant of a date, by its position.
  public func start(ofDay index: Int) -> Instant { edges[index] }

  /// The instant after the period.
  public var end: Instant { edges.count > dates.count ? edges[dates.count] : Instant(epochSeconds: .max) }

  /// The sums of all dates.
  public var total: Sums {
    days.reduce(into: Sums()) { total, day in
      total.focusSeconds += day.focusSeconds
      total.breakSeconds += day.breakSeconds
      total.sessionCount += day.sessionCount
      total.roundCount += day.roundCount
      total.attemptCount += day.attemptCount
      total.interruptionCount += day.interruptionCount
    }
  }
}

extension Insights {
  /// Adds a session, unless it was lost.
  public mutating func add(_ session: SessionEntry, now: Instant) {
    guard session.lostAt == nil else { return }
    let end = session.isRunning ? now : session.end ?? session.start
    let focus = session.spent?.enforcing ?? max(0, session.seconds - session.breakSeconds)
    if let day = day(of: end) {
      change(day, profile: session.profile) { sums in
        sums.sessionCount += 1
        sums.roundCount += session.spent?.rounds ?? 0
        sums.breakSeconds += session.breakSeconds
      }
    }
    if focus > 0 { divide(focus, from: session.start, to: max(session.start, end), profile: session.profile) }
  }

  /// Divides seconds among the days between two instants.
  private mutating func divide(_ seconds: Int64, from first: Instant, to last: Instant, profile: String) {
    let length = max(1, last.seconds(since: first))
    func share(upTo instant: Instant) -> Int64 {
      let passed = min(length, max(0, instant.seconds(since: first)))
      return length.dividingFullWidth(seconds.multipliedFullWidth(by: passed)).quotient
    }
    for day in dates.indices {
      let dayEnd = day + 1 < edges.count ? edges[day + 1] : last
      let isInstant = first == last && edges[day] <= first && first < dayEnd
      let part = isInstant ? seconds : share(upTo: dayEnd) - share(upTo: edges[day])
      if part > 0 { change(day, profile: profile) { $0.focusSeconds += part } }
    }
    let lastDate = zone.civil(at: first < last ? last.adding(seconds: -1) : first).date
    focusDates.formUnion(zone.civil(at: first).date.epochDay...lastDate.epochDay)
  }

  /// Adds an entry of history if it is an attempt, or the start of something that interrupts a session.
  public mutating func add(_ record: HistoryRecord) {
    guard let event = record.event, let instant = record.planned, let day = day(of: instant) else { return }
    switch event {
    case .shieldDidBlock where record.object["outcome"]?.stringValue != ShieldAttempt.Outcome.closing.rawValue:
      let count = max(1, record.object["count"]?.integerValue ?? 1)
      change(day, profile: record.profile) { $0.attemptCount += count }
      attemptsByHour[zone.civil(at: instant).time.components.hour] += count
      attemptsByTarget[record.message ?? "", default: 0] += count
    case .breakDidStart, .pauseDidStart, .accessDidStart, .emergencyDidUse:
      change(day, profile: record.profile) { $0.interruptionCount += 1 }
    default: break
    }
  }

  private mutating func change(_ day: Int, profile: String, by body: (inout Sums) -> Void) {
    body(&days[day])
    if !profile.isEmpty { body(&profiles[profile, default: Sums()]) }
  }

  private func day(of instant: Instant) -> Int? {
    guard instant >= start, instant < end else { return nil }
    return edges.lastIndex { $0 <= instant }.map { min($0, dates.count - 1) }
  }
}

// The streak.
extension Insights {
  /// The number of dates in a row with focus time, up to the last date of the period or, in a period that is not over, up
  /// to today. Today breaks no streak while it has no focus time yet.
  public func streak(now: Instant) -> Int {
    let last = lastDate(now: now)
    let first = focusDates.contains(last) ? last : last - 1
    return (0...).first { !focusDates.contains(first - Int32($0)) } ?? 0
  }

  private func lastDate(now: Instant) -> Int32 {
    zone.civil(at: min(now, Instant(epochSeconds: end.epochSeconds - 1))).date.epochDay
  }

  /// Whether entries that were made before an instant can change something: those of the period, and those of the streak.
  public func isConcerned(byEntriesBefore instant: Instant, now: Instant) -> Bool {
    if instant >= start { return true }
    let last = lastDate(now: now)
    let missing = (focusDates.contains(last) ? last : last - 1) - Int32(clamping: streak(now: now))
    return missing <= zone.civil(at: instant).date.epochDay
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
  /// Returns the first instant of a date.
  fileprivate func start(of date: CivilDate) -> Instant {
    resolve(localSeconds: Int64(date.epochDay) * 86_400).compatible
  }
}
