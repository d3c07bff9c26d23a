import SchedulerCivilTime
import SchedulerJSON

extension Session: StateWritable {
  /// What is written of a session; what it copied is written apart, once.
  func write(to state: inout StateWriter) {
    state.uuid("id", id.uuid)
    state.instant("start", start)
    state.integer("startElapsed", startElapsed)
    state.object("realStart", realStart)
    state.integer("realStartElapsed", realStartElapsed)
    state.objects("holds", holds)
    state.texts("origins", origins.sorted().map(\.rawValue))
    state.object("lift", lift)
    state.object("breaks", breaks)
    state.integer("pausesTaken", pausesTaken)
    state.objects("grants", grants)
    if access != AccessBudget() { state.object("access", access) }
    state.unknown(unknown)
  }

  init(_ reader: inout StateReader, rules: SessionRules) throws(StateProblem) {
    let realStart = try reader.object("realStart", Delivery.init)
    let start = try reader.instant("start")
    let startElapsed = try reader.integer("startElapsed")
    self.init(
      id: SessionID(try reader.uuid("id")), rules: rules, start: start, startElapsed: startElapsed,
      realStart: realStart ?? Delivery(start),
      realStartElapsed: try reader.integerIfPresent("realStartElapsed") ?? startElapsed)
    holds = try reader.objects("holds", Hold.init)
    origins = Set(try reader.list("origins", Hold.Origin.init))
    lift = try reader.object("lift", Lift.init)
    breaks = try reader.object("breaks", BreakBudget.init) ?? BreakBudget()
    pausesTaken = try reader.integer("pausesTaken")
    leaveOpen(try reader.objects("grants", Grant.init))
    access = try reader.object("access", AccessBudget.init) ?? AccessBudget()
    unknown = reader.rest
    if holds.isEmpty { throw reader.problem("holds", "a hold") }
  }
}

extension Delivery: StateWritable {
  func write(to state: inout StateWriter) {
    state.instant("second", instant)
    state.integer("nanosecond", nanosecond)
  }

  init(_ reader: inout StateReader) throws(StateProblem) {
    self.init(try reader.instant("second"), nanosecond: try reader.integer("nanosecond"))
  }
}

extension Hold: StateWritable {
  func write(to state: inout StateWriter) {
    state.text("origin", origin.rawValue)
    state.instant("start", start)
    state.integer("startElapsed", startElapsed)
    state.object("end", end)
    state.objects("occurrences", occurrences)
    state.integer("length", length == 0 ? nil : length)
    state.instant("openingEnd", openingEnd)
    state.flag("allowsEarlyStop", allowsEarlyStop, unless: true)
    state.object("pomodoro", pomodoro)
    state.unknown(unknown)
  }

  init(_ reader: inout StateReader) throws(StateProblem) {
    self.init(
      try reader.choice("origin"), start: try reader.instant("start"), startElapsed: try reader.integer("startElapsed"),
      end: try reader.object("end", Deadline.init))
    occurrences = try reader.objects("occurrences", OccurrenceKey.init)
    length = try reader.integerIfPresent("length") ?? 0
    openingEnd = try reader.integerIfPresent("openingEnd").map(Instant.init(epochSeconds:))
    if case .trusted(let instant) = end { openingEnd = openingEnd ?? instant }
    allowsEarlyStop = try reader.flag("allowsEarlyStop", default: true)
    pomodoro = try reader.object("pomodoro", Pomodoro.init)
    unknown = reader.rest
    if origin == .pomodoro, pomodoro == nil { throw reader.problem("pomodoro", "an object") }
  }
}

extension Deadline: StateWritable {
  func write(to state: inout StateWriter) {
    switch self {
    case .wall(let instant): state.instant("wall", instant)
    case .trusted(let instant): state.instant("trusted", instant)
    case .elapsed(let nanoseconds): state.integer("elapsed", nanoseconds)
    }
  }

  init(_ reader: inout StateReader) throws(StateProblem) {
    let wall = try reader.integerIfPresent("wall").map(Instant.init(epochSeconds:))
    let trusted = try reader.integerIfPresent("trusted").map(Instant.init(epochSeconds:))
    let elapsed = try reader.integerIfPresent("elapsed")
    switch (wall, trusted, elapsed) {
    case (let wall?, nil, nil): self = .wall(wall)
    case (nil, let trusted?, nil): self = .trusted(trusted)
    // Older versions ended what is strict by the wall clock and by elapsed time.
    case (let wall?, nil, _?): self = .trusted(wall)
    case (nil, nil, let elapsed?): self = .elapsed(elapsed)
    default: throw reader.problem("elapsed", "one deadline")
    }
  }
}

extension OccurrenceKey: StateWritable {
  func write(to state: inout StateWriter) {
    state.integer("day", Int64(epochDay))
    state.integer("second", Int64(second))
  }

  init(_ reader: inout StateReader) throws(StateProblem) {
    let day = try reader.take("day", "a date") { $0.integerValue.flatMap { Int32(exactly: $0) } }
    let second = try reader.take("second", "a second of a day") { $0.integerValue.flatMap { Int32(exactly: $0) } }
    self.init(epochDay: day, second: second)
  }
}

extension Lift: StateWritable {
  func write(to state: inout StateWriter) {
    state.text("kind", kind.rawValue)
    state.instant("start", start)
    state.integer("deadline", deadline)
    state.integer("chargedUntil", chargedUntil)
    state.integer("allowance", allowance)
    state.unknown(unknown)
  }

  init(_ reader: inout StateReader) throws(StateProblem) {
    self.init(
      try reader.choice("kind"), start: try reader.instant("start"), startElapsed: try reader.integer("chargedUntil"),
      deadline: try reader.integer("deadline"), allowance: try reader.integer("allowance"))
    unknown = reader.rest
  }
}

extension BreakBudget: StateWritable {
  func write(to state: inout StateWriter) {
    state.integer("used", usedNanoseconds)
    state.integer("taken", taken)
    state.object("renewal", renewal)
    state.unknown(unknown)
  }

  init(_ reader: inout StateReader) throws(StateProblem) {
    self.init()
    usedNanoseconds = try reader.integer("used")
    taken = try reader.integer("taken")
    renewal = try reader.object("renewal") { (reader) throws(StateProblem) in
      let elapsed = try reader.integer("elapsed")
      let trusted = try reader.integerIfPresent("trusted").map { Deadline.trusted(Instant(epochSeconds: $0)) }
      if let trusted { return Renewal(end: trusted, elapsed: elapsed) }
      return Renewal(end: .wall(try reader.instant("wall")), elapsed: elapsed)
    }
    unknown = reader.rest
  }
}

extension BreakBudget.Renewal: StateWritable {
  func write(to state: inout StateWriter) {
    end.write(to: &state)
    state.integer("elapsed", elapsed)
  }
}

extension Pomodoro: StateWritable {
  func write(to state: inout StateWriter) {
    state.text("mode", mode.rawValue)
    state.text("state", self.state.rawValue)
    state.integer("rounds", completedRounds)
    state.integer("deadline", deadline)
    state.integer("remaining", remaining)
    state.object("rules", rules)
    state.unknown(unknown)
  }

  init(_ reader: inout StateReader) throws(StateProblem) {
    let rules = try reader.object("rules", PomodoroRules.init)
    self.init(
      rules ?? PomodoroRules(), mode: try reader.choice("mode"), state: try reader.choice("state"),
      completedRounds: try reader.integer("rounds"), deadline: try reader.integer("deadline"),
      remaining: try reader.integerIfPresent("remaining"))
    unknown = reader.rest
  }
}

extension PomodoroRules: StateWritable {
  func write(to state: inout StateWriter) {
    state.integer("focus", focusSeconds)
    state.integer("shortBreak", shortBreakSeconds)
    state.integer("longBreak", longBreakSeconds)
    state.integer("rounds", rounds)
    state.text("autoStart", autoStart.rawValue)
  }

  fileprivate init(_ reader: inout StateReader) throws(StateProblem) {
    self.init()
    focusSeconds = try reader.length("focus")
    shortBreakSeconds = try reader.length("shortBreak")
    longBreakSeconds = try reader.length("longBreak")
    rounds = try reader.length("rounds")
    autoStart = try reader.choice("autoStart")
  }
}

extension StateReader {
  /// A number that has to be 1 or more.
  fileprivate mutating func length(_ key: String) throws(StateProblem) -> Int64 {
    try take(key, "a number above 0") { $0.integerValue.flatMap { $0 > 0 ? $0 : nil } }
  }
}
