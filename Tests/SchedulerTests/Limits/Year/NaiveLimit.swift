import SchedulerCivilTime

@testable import Scheduler

/// The clocks of a machine in whole seconds, as a second implementation counts them. All steps are whole minutes, so that
/// their sum is either zero or more than a second.
struct NaiveClocks {
  /// What the wall clock shows.
  var wall: Int64
  /// The elapsed time.
  private(set) var elapsed: Int64 = 0
  /// The steps that the trusted clock has not taken over: how far, and the elapsed time at which each was seen.
  private(set) var steps: [(seconds: Int64, elapsed: Int64)] = []
  /// The seconds by which boots came with an earlier clock since the clock was last synchronised.
  private var behind: Int64 = 0

  init(wall: Int64) { self.wall = wall }

  /// What the trusted clock shows.
  var trusted: Int64 { wall - steps.reduce(0) { $0 + $1.seconds } }

  /// What the clock of a profile shows.
  func own(isStrict: Bool) -> Int64 { isStrict ? trusted : wall }

  /// All clocks run.
  mutating func pass(_ seconds: Int64) {
    wall += seconds
    elapsed += seconds
  }

  /// The wall clock is set.
  mutating func step(_ seconds: Int64, isSynchronised: Bool) {
    if isSynchronised {
      let lost = min(seconds, wall + seconds - trusted) - behind
      elapsed += max(0, lost)
      (steps, behind) = ([], 0)
    } else {
      steps.append((seconds, elapsed))
    }
    wall += seconds
  }

  /// The machine starts with a wall clock that shows `wall`.
  mutating func reboot(at wall: Int64) {
    let shown = min(wall - self.wall, wall - trusted)
    elapsed += max(0, shown)
    behind += max(0, -shown)
    (steps, self.wall) = ([], wall)
  }

  /// The trusted clock takes over each step after a day, and steps that undid one another at once.
  mutating func takeOver() {
    while let first = steps.first, first.elapsed + 86_400 <= elapsed { steps.removeFirst() }
    if trusted == wall { steps = [] }
  }
}

/// The days of a zone that begin at a time of day, written out.
struct NaiveDays {
  private let starts: [(second: Int64, weekday: Weekday)]

  /// Dates that the zone skips as a whole have no day.
  init(from first: CivilDate, count: Int, beginningAt second: Int64, in zone: ZoneRules) {
    func instant(_ date: CivilDate, _ second: Int64) -> Instant {
      zone.resolve(localSeconds: Int64(date.epochDay) * 86_400 + second).compatible
    }
    starts = (0..<count).compactMap { first.adding(days: $0) }
      .filter { zone.civil(at: instant($0, 43_200)).date == $0 }
      .map { (instant($0, second).epochSeconds, $0.weekday) }
  }

  /// The position of the first day that begins after a second.
  private func position(after second: Int64) -> Int {
    var (low, high) = (0, starts.count)
    while low < high {
      let middle = (low + high) / 2
      if starts[middle].second <= second { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The start of the first day that begins after a second.
  func next(after second: Int64) -> Int64 { starts[position(after: second)].second }

  /// The weekday on which the day of a second began.
  func weekday(at second: Int64) -> Weekday { starts[position(after: second) - 1].weekday }
}

/// A limit, as a second implementation counts it: one second after the other.
struct NaiveLimit {
  /// What the configuration says of it.
  struct Rules {
    let profile: String
    let position: Int
    let kind: UsageLimit.Period
    let apps: Set<String>
    let use: Int64
    var warn: Int64?
    var extra: (length: Int64, count: Int64)?
    var days = WeekdaySet.daily
    var isStrict = false
  }

  enum Period: Equatable {
    /// A day ends when its clock shows an instant and a time has elapsed.
    case day(end: Int64, elapsed: Int64)
    /// A session and, for a limit by windows, the start of its window.
    case session(SessionID, window: Instant?)
  }

  let rules: Rules
  private(set) var count: Int64 = 0
  private(set) var isReached = false
  private var isWarned = false
  private var extras: Int64 = 0
  private(set) var period: Period?
  /// Whether the seconds that pass now count.
  private var isCounting = false
  /// What was reached, and not compared yet.
  var events: [String] = []

  init(_ rules: Rules) { self.rules = rules }

  private var allowance: Int64 { rules.use + extras * (rules.extra?.length ?? 0) }

  private mutating func end() { (count, isWarned, isReached, extras, period) = (0, false, false, 0, nil) }

  /// Begins a period, if the limit holds.
  private mutating func begin(at clocks: NaiveClocks, in days: NaiveDays, session: Period?) {
    if rules.kind != .day {
      isCounting = session != nil
      period = session
      return
    }
    let own = clocks.own(isStrict: rules.isStrict)
    isCounting = rules.days.contains(days.weekday(at: own))
    if period == nil, isCounting {
      let next = days.next(after: own)
      period = .day(end: next, elapsed: clocks.elapsed + next - own)
    }
  }

  /// Does what is due by use and by the clocks.
  private mutating func settle(at clocks: NaiveClocks, in days: NaiveDays) {
    if case .day(let end, let elapsed) = period, end <= clocks.own(isStrict: rules.isStrict), elapsed <= clocks.elapsed
    {
      self.end()
      if isCounting { begin(at: clocks, in: days, session: nil) }
    }
    guard period != nil, !isReached else { return }
    if let warn = rules.warn, !isWarned, count >= allowance - warn {
      isWarned = true
      note("warning", at: clocks)
    }
    if count >= allowance {
      isReached = true
      note("reached", at: clocks)
    }
  }

  private mutating func note(_ what: String, at clocks: NaiveClocks) {
    events.append("\(rules.profile) \(rules.kind.rawValue) \(what) \(clocks.own(isStrict: rules.isStrict))")
  }

  /// Counts seconds in which the engine was not evaluated. The session is the one that the next evaluation finds: what
  /// was used in one that is over then counts no more.
  mutating func pass(_ seconds: Int64, from start: NaiveClocks, in days: NaiveDays, session: Period?) {
    endSession(unless: session)
    guard isCounting, seconds > 0 else { return }
    var clocks = start
    for second in 1...seconds {
      clocks.pass(1)
      if isCounting { count += 1 }
      if second < seconds { settle(at: clocks, in: days) }
    }
  }

  /// The engine is evaluated.
  mutating func arrive(at clocks: NaiveClocks, in days: NaiveDays) { settle(at: clocks, in: days) }

  /// Counts from now on what is in use.
  mutating func resume(using app: String?, at clocks: NaiveClocks, in days: NaiveDays, session: Period?) {
    endSession(unless: session)
    isCounting = false
    if let app, rules.apps.contains(app) { begin(at: clocks, in: days, session: session) }
    settle(at: clocks, in: days)
  }

  private mutating func endSession(unless session: Period?) {
    if rules.kind != .day, period != nil, period != session {
      end()
      isCounting = false
    }
  }

  /// The zone was changed. A day does not end before its length has elapsed.
  mutating func move(in days: NaiveDays, at clocks: NaiveClocks) {
    guard case .day(_, let elapsed) = period else { return }
    period = .day(end: days.next(after: clocks.own(isStrict: rules.isStrict)), elapsed: elapsed)
  }

  /// Takes off seconds in which the person was idle. Nothing is taken off a strict limit that was reached.
  mutating func takeOff(_ seconds: Int64) {
    if rules.isStrict, isReached { return }
    count = max(0, count - seconds)
    if isReached, count < allowance { (isReached, isWarned) = (false, false) }
  }

  /// Whether more can be granted.
  var hasMore: Bool { rules.extra.map { extras < $0.count } ?? false }

  /// Grants more.
  mutating func grant() {
    count = min(count, allowance)
    extras += 1
    (isReached, isWarned) = (false, false)
  }

  /// Continues with the count that survived a crash.
  mutating func survive(with count: Int64) {
    self.count = count
    isCounting = false
  }

  /// Whether the clocks have not been set since the day began, so that it ends when its clock says so.
  func isDayNatural(at clocks: NaiveClocks) -> Bool {
    guard case .day(let end, let elapsed) = period else { return true }
    return end - clocks.own(isStrict: rules.isStrict) == elapsed - clocks.elapsed
  }
}
