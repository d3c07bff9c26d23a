import SchedulerInstance
import SchedulerUsage

/// Everything that `insights` shows, for each of its forms.
struct InsightsContent {
  /// The sessions and attempts.
  let insights: Insights
  /// Whether the person may read sessions and attempts. If not, there are none in `insights`.
  let hasState: Bool
  /// The days in a row with focus.
  let streak: Int
  /// The use; nil if nothing has ever recorded it.
  let use: UseSums?
  /// The seconds of each day in which only the running programs were known, so that use is missing.
  let gaps: [Int64]
  /// The estimated seconds saved by attempts on each target whose use without a shield is known.
  let saved: [String: Int64]
  /// The goals, in the order of their names, with their periods in order.
  let goals: [GoalCount]
  let suggestions: [Advice]

  /// The seconds in which something was blocked: the focus time, or the time of used-up limits if that is longer.
  private let shieldedSeconds: Int64

  /// The positions of the dates whose use is lost in part or as a whole, as far as it can be told.
  let lost: Set<Int>

  /// The seconds of use of a date, by its position; nil if all of it is lost, or if no use is known.
  func useSeconds(ofDay index: Int) -> Int64? {
    guard let seconds = use?.days[index] else { return nil }
    return seconds == 0 && lost.contains(index) ? nil : seconds
  }

  /// The estimated seconds saved by all attempts; nil if it cannot be estimated. Never more than the shielded time.
  var savedTotal: Int64? {
    saved.isEmpty
      ? nil : min(shieldedSeconds, saved.values.reduce(0) { $0.addingReportingOverflow($1).partialValue })
  }

  /// The seconds in which only the running programs were known.
  var gapSeconds: Int64 { gaps.reduce(0, +) }

  /// Combines the sums.
  ///
  /// - Parameters:
  ///   - insights: those of the period, and then those of the weeks that it touches, for goals.
  ///   - ledger: the use; nil if nothing has ever recorded it.
  ///   - gaps: when the use was not measured.
  ///   - blocks: when used-up limits blocked.
  init(
    _ insights: [Insights], ledger: LedgerReading?, gaps: UseGaps, blocks: LimitBlocks, of source: InsightsSource,
    applications: MachineApplications
  ) {
    let (now, configuration) = (source.now, source.configuration)
    let period = insights[0]
    self.insights = period
    hasState = source.view != nil
    streak = period.streak(now: now)
    use = ledger.map { UseSums($0.use, on: period.dates) }
    lost = Set(period.dates.indices.filter { ledger?.use.isWhole(on: [period.dates[$0]]) == false })
    self.gaps = period.dates.indices.map { gaps.seconds(onDays: $0..<$0 + 1, of: period, now: now) }
    let shielded = max(
      period.total.enforcingSeconds, blocks.seconds(from: period.start, to: period.end, now: now))
    shieldedSeconds = shielded
    saved = ledger.map { Self.saved(in: period, visits: $0.visits, shieldedSeconds: shielded) } ?? [:]
    let identity = { (name: ApplicationName) in applications.identity(of: name, in: configuration) }
    goals = source.goals.flatMap { goal in
      let counted = goal.period == .day ? [period] : Array(insights.dropFirst())
      return Self.counts(of: goal, in: counted, ledger: ledger, gaps: gaps, now: now, identity: identity)
    }
    // Without the configuration it is not known what it names.
    let known = source.title == nil ? nil : use
    let hours = { (name: String, isDomain: Bool) in
      ledger?.hours(of: name, isDomain: isDomain, on: period.dates) ?? []
    }
    suggestions = [
      known.flatMap { Advice.target(of: $0, beside: configuration, hours: hours, identity: identity) },
      Advice.hour(of: period, beside: configuration),
    ].compactMap(\.self)
  }

  private static func saved(
    in insights: Insights, visits: TimeSaved, shieldedSeconds: Int64
  ) -> [String: Int64] {
    var saved: [String: Int64] = [:]
    for (target, times) in insights.attemptTimes {
      let names = Set([target, insights.attemptedPrograms[target]].compactMap(\.self))
      guard let median = visits.median(of: names) else { continue }
      saved[target] = min(shieldedSeconds, TimeSaved.seconds(attempts: times, median: median))
    }
    return saved
  }

  /// Counts a goal in each of its periods that has begun: the days of one, or some weeks as a whole.
  private static func counts(
    of goal: Goal, in insights: [Insights], ledger: LedgerReading?, gaps: UseGaps, now: Instant,
    identity: (ApplicationName) -> ApplicationIdentity
  ) -> [GoalCount] {
    let targets = GoalTargets(goal, identity: identity)
    return insights.flatMap { insights in
      let days = goal.period == .day ? insights.dates.indices.map { $0..<$0 + 1 } : [insights.dates.indices]
      return days.compactMap { days -> GoalCount? in
        let isLast = days.upperBound == insights.dates.count
        let end = isLast ? insights.end : insights.start(ofDay: days.upperBound)
        guard insights.start(ofDay: days.lowerBound) <= now else { return nil }
        let dates = insights.dates[days]
        let isMeasured = ledger?.firstDate.map { first in dates.contains { $0 >= first } } ?? false
        var (seconds, isWhole): (Int64?, Bool) = (nil, true)
        if let targets {
          seconds = isMeasured ? ledger?.use.seconds(on: dates, where: targets.contains) : nil
          isWhole =
            ledger?.use.isWhole(on: dates) ?? true && gaps.seconds(onDays: days, of: insights, now: now) == 0
        } else {
          seconds = insights.days[days].reduce(0) { $0 + $1.enforcingSeconds }
        }
        return GoalCount(
          goal, date: insights.dates[days.lowerBound], seconds: seconds, isWhole: isWhole, isOver: end <= now)
      }
    }
  }
}

extension UseGaps {
  /// Returns the seconds of gaps on some days of a period, by their positions.
  fileprivate func seconds(onDays days: Range<Int>, of insights: Insights, now: Instant) -> Int64 {
    let isLast = days.upperBound == insights.dates.count
    let end = isLast ? insights.end : insights.start(ofDay: days.upperBound)
    return seconds(from: insights.start(ofDay: days.lowerBound), to: end, now: now)
  }
}

extension MachineApplications {
  /// Returns the application of a name as the machine knows it.
  func identity(of name: ApplicationName, in configuration: Configuration) -> ApplicationIdentity {
    if case .application(let known) = meant(by: [.application(name)], in: configuration).resolved { return known }
    return ApplicationIdentity(fileNames: [name.text])
  }
}

/// The use that a period and its goals need.
struct LedgerReading {
  let use: UseByDate
  let visits: TimeSaved
  private let days: [UseDay]
  /// The dates without use of any key.
  private let empty: UseByDate
  /// The first date with use; nil if there is none yet.
  let firstDate: CivilDate?
  /// What cannot be read, in sentences.
  let losses: [String]

  /// Returns the use of an application or a domain in each hour of the clock, on some dates together.
  func hours(of name: String, isDomain: Bool, on dates: [CivilDate]) -> [Int64] {
    var use = empty
    for day in days { use.add(day) { UseSums.counts($0, for: name, isDomain: isDomain) } }
    return UseSums(use, on: dates).hours
  }

  /// The time before the end of a period whose visits say what follows a start, in days.
  private static let visitDays = 90

  /// Reads a ledger for a period and the weeks that it touches. Returns nil if there is none.
  ///
  /// - Parameters:
  ///   - zone: that of the configuration. If it is the machine's, use counts in the zone in which it was recorded.
  ///   - zones: the zones that may be recorded.
  init?(
    _ path: String, for insights: [Insights], in zone: ConfiguredZone, among zones: some ZoneSource
  ) throws(CommandFailure) {
    do throws(FileSystemError) {
      guard var files = try FileSystemError.unlessMissing(DirectoryFileSystem(path)) else { return nil }
      let starts = insights.compactMap(\.dates.first)
      let ends = insights.compactMap(\.dates.last)
      guard let start = starts.min(), let end = ends.max(), let last = insights[0].dates.last else { return nil }
      // A date of any zone lies in its day of UTC and a neighbour: zones are less than a day away from UTC.
      let first = min(start.adding(days: -1) ?? .min, last.adding(days: -Self.visitDays) ?? .min)
      let reading = try UseReading(first...(end.adding(days: 1) ?? .max), in: &files)
      let empty = UseByDate(in: zone.rules, recorded: zone.choice == .system ? zones : nil)
      var use = empty
      var visits = TimeSaved()
      for day in reading.days {
        use.add(day)
        if day.date <= last { visits.add(day) }
      }
      for loss in reading.losses { use.add(loss) }
      // The first day of UTC may begin on another date of the zone.
      let hasFirst = reading.days.first?.date == reading.firstDate
      (self.use, self.visits, firstDate) = (use, visits, hasFirst ? use.days.keys.min() : reading.firstDate)
      losses = reading.losses.map(\.description)
      (days, self.empty) = (reading.days, empty)
    } catch {
      throw CommandFailure(code: .inputOutput, message: "in '\(path)': \(error)")
    }
  }
}
