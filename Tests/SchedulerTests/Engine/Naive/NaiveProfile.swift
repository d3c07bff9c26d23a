import SchedulerCivilTime

@testable import Scheduler

/// A profile as the naive implementation sees it: its rules, and its intervals written out, all in minutes.
struct NaiveProfile {
  /// An interval and what starts in it.
  struct Part {
    let start: Int64
    let end: Int64
    let starts: [(key: OccurrenceKey, minute: Int64)]
  }

  let profile: Profile
  let zone: ZoneRules
  let parts: [Part]
  /// What its intervals warn of, by the minute at which they do.
  let warnings: [Int64: [NaiveWarning]]

  init(_ profile: Profile, zone: ZoneRules, range: ClosedRange<Instant>) {
    self.profile = profile
    self.zone = zone
    let timeline = ProfileTimeline(windows: profile.isEnabled ? profile.windows : [], zone: zone)
    let intervals = timeline.intervals(endingAfter: range.lowerBound).prefix { $0.start <= range.upperBound }
    warnings = Dictionary(grouping: intervals.flatMap { Self.warnings($0, of: profile, timeline) }, by: \.minute)
    parts = intervals.map { interval in
      Part(
        start: interval.start.epochSeconds / 60, end: interval.end.epochSeconds / 60,
        starts: timeline.starts(in: interval).map { ($0.key, $0.instant.epochSeconds / 60) })
    }
  }

  private static func warnings(_ interval: Interval, of profile: Profile, _ timeline: ProfileTimeline) -> [NaiveWarning]
  {
    timeline.edges(of: interval).filter { $0.kind != .intervalDidStart && $0.kind != .intervalDidEnd }.map { edge in
      let isOfStart = edge.kind == .intervalWillStartWarning
      return NaiveWarning(
        profile: profile.id, key: profile.key.text, isOfStart: isOfStart, minute: edge.instant.epochSeconds / 60,
        edge: (isOfStart ? interval.start : interval.end).epochSeconds / 60,
        occurrence: timeline.starts(in: interval).first?.key)
    }
  }

  var key: String { profile.reference.key.text }

  func part(containing minute: Int64) -> Part? {
    var low = 0
    var high = parts.count
    while low < high {
      let middle = (low + high) / 2
      if parts[middle].end <= minute { low = middle + 1 } else { high = middle }
    }
    return low < parts.count && parts[low].start <= minute ? parts[low] : nil
  }

  /// The interval in which one of some occurrences starts.
  func part(of keys: [OccurrenceKey]) -> Part? {
    for key in keys {
      if let part = parts.first(where: { $0.starts.contains { $0.key == key } }) { return part }
    }
    return nil
  }

  /// The first minute after another at which the clocks show the time at which the breaks of a session are renewed.
  func renewal(of rules: Profile?, after minute: Int64) -> Int64? {
    guard let time = rules?.breaks?.reset else { return nil }
    return zone.first(time, after: Instant(epochSeconds: minute * 60)).map { $0.epochSeconds / 60 }
  }
}

/// A session as the naive implementation sees it: everything counts minutes up or down, nothing has a deadline.
struct NaiveSession: Equatable {
  struct Schedule: Equatable {
    var keys: [OccurrenceKey]
    /// Minutes since the planned start.
    var age: Int64
    /// The minute at which the clock ends it, unless it goes by its age.
    var end: Int64
    var length: Int64
    var goesByAge = false
    /// The clock of `end`.
    var clock = ProfileClock.wall
    /// By the trusted clock: the minute at which it ended when it began.
    var promised: Int64?
    /// Opened while the clock was being set: the minutes that it jumps over are its own.
    var isOfJump = false
  }

  struct Phases: Equatable {
    let rules: PomodoroRules
    var mode: Pomodoro.Mode
    var state: Pomodoro.State
    var rounds: Int64 = 0
    /// Minutes left of the phase, while it runs or is paused.
    var left: Int64
    /// Minutes until it is stale, while it does not run.
    var staleIn: Int64 = 60
  }

  struct Lifting: Equatable {
    let kind: Lift.Kind
    var left: Int64
  }

  /// Tells it from all others.
  var serial = 0
  /// Minutes since somebody saw that it runs; nil while nobody has.
  var length: Int64?
  /// The planned minute of its start.
  let start: Int64
  var rules: Profile
  /// Whether its profile was strict when it started, which denies the removal of programs also in a break.
  let isDenying: Bool
  /// Minutes since its start.
  var age: Int64 = 0
  var schedule: Schedule?
  /// Minutes left of a hold by hand; `Int64.max` for an open end.
  var manual: Int64?
  var timer: Int64?
  var timerMayStop = true
  var phases: Phases?
  var lift: Lifting?
  var breakMinutes: Int64 = 0
  var breaks: Int64 = 0
  var pauses: Int64 = 0
  /// What is open, in the order in which it was opened.
  var grants: [NaiveGrant] = []
  /// Accesses since they were last all there.
  var accesses: Int64 = 0
  /// The wall minute of the next renewal, and the minutes until it.
  var renewal: (minute: Int64, left: Int64)?
  var isOfJump = false
  /// What was planned for a minute that the clock jumped over: the minutes after it are its own.
  var originsOfJump: Set<Hold.Origin> = []
  /// How it has spent its minutes since the first evaluation that found it running.
  var spent = NaiveSpent()
  var unseenFocus: NaiveUnseenFocus?

  init(start: Int64, rules: Profile) {
    self.start = start
    self.rules = rules
    isDenying = rules.lock == .strict
  }

  var isEmpty: Bool { schedule == nil && manual == nil && timer == nil && phases == nil }

  /// What is started by hand of it.
  var origins: Set<Hold.Origin> {
    var origins: Set<Hold.Origin> = []
    if manual != nil { origins.insert(.manual) }
    if timer != nil { origins.insert(.timer) }
    if phases != nil { origins.insert(.pomodoro) }
    return origins
  }

  var isEnforcing: Bool {
    schedule != nil || manual != nil || timer != nil || (phases?.mode == .focus && phases?.state == .running)
  }

  /// Minutes until nothing holds it any more; nil when it is open-ended.
  func minutesLeft(at minute: Int64) -> Int64? {
    var left: [Int64] = []
    if let schedule { left.append(schedule.goesByAge ? schedule.length - schedule.age : schedule.end - minute) }
    if let manual { left.append(manual) }
    if let timer { left.append(timer) }
    if let phases { left.append(phases.minutesLeft) }
    let most = left.max() ?? 0
    return most == .max ? nil : most
  }

  static func == (a: NaiveSession, b: NaiveSession) -> Bool {
    a.start == b.start && a.schedule == b.schedule && a.manual == b.manual && a.timer == b.timer && a.phases == b.phases
      && a.lift == b.lift && a.breakMinutes == b.breakMinutes && a.breaks == b.breaks && a.pauses == b.pauses
      && a.grants == b.grants && a.accesses == b.accesses && a.spent == b.spent
  }
}

extension NaiveSession.Phases {
  /// The first phase of a pomodoro.
  init(beginning rules: PomodoroRules) {
    self.init(rules: rules, mode: .focus, state: .running, left: 0)
    begin(.focus)
  }

  /// Minutes until it is stale if nobody does anything; `Int64.max` for never.
  var minutesLeft: Int64 {
    var phases = self
    var minutes: Int64 = 0
    while phases.state == .running {
      if phases.rules.autoStart == .both { return .max }
      minutes += phases.left
      phases.left = 0
      phases.next()
    }
    return minutes + phases.staleIn
  }

  /// The phase after one that has run out. None follows by itself without an evaluation for over an hour.
  mutating func next(seenIn minutes: Int64 = 0) {
    let isAttended = minutes <= 60
    let begins = rules.autoStart
    if mode == .focus {
      rounds += 1
      if isAttended, begins == .both || begins == .breaks {
        begin(rounds % rules.rounds == 0 ? .longBreak : .shortBreak)
      } else {
        state = .completed
        staleIn = 60
      }
    } else if isAttended, begins == .both || begins == .focus {
      begin(.focus)
    } else {
      mode = .focus
      state = .ready
      staleIn = 60
    }
  }

  /// A minute passes.
  mutating func passMinute() {
    if state == .running { left -= 1 } else { staleIn -= 1 }
  }

  mutating func begin(_ mode: Pomodoro.Mode) {
    self.mode = mode
    state = .running
    switch mode {
    case .focus: left = rules.focusSeconds / 60
    case .shortBreak: left = rules.shortBreakSeconds / 60
    case .longBreak: left = rules.longBreakSeconds / 60
    }
  }
}

extension NaiveProfile {
  var id: ProfileID { profile.reference.id }

  /// The clock that it lives by.
  var clock: ProfileClock { ProfileClock(of: profile) }
}
