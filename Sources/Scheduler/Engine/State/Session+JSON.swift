import CivilTime
import JSON

extension Session {
  /// What is written of a session; what it copied is written apart, once.
  var json: JSONObject {
    JSONObject(
      [
        "id": .string(id.description), "start": .instant(start), "startElapsed": .integer(startElapsed),
        "realStart": .object(realStart.json),
        "holds": .array(holds.map { .object($0.json) }), "origins": .texts(origins.sorted().map(\.rawValue)),
        "lift": lift.map { .object($0.json) }, "breaks": .object(breaks.json), "pausesTaken": .integer(pausesTaken),
      ], unknown: unknown)
  }

  init(_ reader: inout StateReader, rules: SessionRules) throws(StateProblem) {
    let realStart = try reader.object("realStart", Delivery.init)
    let start = try reader.instant("start")
    self.init(
      id: SessionID(try reader.uuid("id")), rules: rules, start: start,
      startElapsed: try reader.integer("startElapsed"), realStart: realStart ?? Delivery(start))
    holds = try reader.objects("holds", Hold.init)
    origins = Set(try reader.list("origins", Hold.Origin.init))
    lift = try reader.object("lift", Lift.init)
    breaks = try reader.object("breaks", BreakBudget.init) ?? BreakBudget()
    pausesTaken = try reader.integer("pausesTaken")
    unknown = reader.rest
    if holds.isEmpty { throw reader.problem("holds", "a hold") }
  }
}

extension Delivery {
  var json: JSONObject { ["second": .instant(instant), "nanosecond": .integer(nanosecond)] }

  init(_ reader: inout StateReader) throws(StateProblem) {
    self.init(try reader.instant("second"), nanosecond: try reader.integer("nanosecond"))
  }
}

extension Hold {
  var json: JSONObject {
    JSONObject(
      [
        "origin": .string(origin.rawValue), "start": .instant(start), "startElapsed": .integer(startElapsed),
        "end": end.map { .object($0.json) },
        "occurrences": occurrences.isEmpty ? nil : .array(occurrences.map { .object($0.json) }),
        "length": length == 0 ? nil : .integer(length),
        "allowsEarlyStop": allowsEarlyStop ? nil : .bool(false), "pomodoro": pomodoro.map { .object($0.json) },
      ], unknown: unknown)
  }

  init(_ reader: inout StateReader) throws(StateProblem) {
    self.init(
      try reader.choice("origin"), start: try reader.instant("start"), startElapsed: try reader.integer("startElapsed"),
      end: try reader.object("end", Deadline.init))
    occurrences = try reader.objects("occurrences", OccurrenceKey.init)
    length = try reader.integerIfPresent("length") ?? 0
    allowsEarlyStop = try reader.flag("allowsEarlyStop", default: true)
    pomodoro = try reader.object("pomodoro", Pomodoro.init)
    unknown = reader.rest
    if origin == .pomodoro, pomodoro == nil { throw reader.problem("pomodoro", "an object") }
  }
}

extension Deadline {
  var json: JSONObject {
    switch self {
    case .wall(let instant): ["wall": .instant(instant)]
    case .elapsed(let nanoseconds): ["elapsed": .integer(nanoseconds)]
    }
  }

  init(_ reader: inout StateReader) throws(StateProblem) {
    if let seconds = try reader.integerIfPresent("wall") {
      self = .wall(Instant(epochSeconds: seconds))
    } else {
      self = .elapsed(try reader.integer("elapsed"))
    }
  }
}

extension OccurrenceKey {
  var json: JSONObject { ["day": .integer(Int64(epochDay)), "second": .integer(Int64(second))] }

  init(_ reader: inout StateReader) throws(StateProblem) {
    let day = try reader.take("day", "a date") { $0.integerValue.flatMap { Int32(exactly: $0) } }
    let second = try reader.take("second", "a second of a day") { $0.integerValue.flatMap { Int32(exactly: $0) } }
    self.init(epochDay: day, second: second)
  }
}

extension Lift {
  var json: JSONObject {
    JSONObject(
      [
        "kind": .string(kind.rawValue), "start": .instant(start), "deadline": .integer(deadline),
        "chargedUntil": .integer(chargedUntil), "allowance": .integer(allowance),
      ], unknown: unknown)
  }

  init(_ reader: inout StateReader) throws(StateProblem) {
    self.init(
      try reader.choice("kind"), start: try reader.instant("start"), startElapsed: try reader.integer("chargedUntil"),
      deadline: try reader.integer("deadline"), allowance: try reader.integer("allowance"))
    unknown = reader.rest
  }
}

extension BreakBudget {
  var json: JSONObject {
    JSONObject(
      [
        "used": .integer(usedNanoseconds), "taken": .integer(taken),
        "renewal": renewal.map { .object(["wall": .instant($0.wall), "elapsed": .integer($0.elapsed)]) },
      ], unknown: unknown)
  }

  init(_ reader: inout StateReader) throws(StateProblem) {
    self.init()
    usedNanoseconds = try reader.integer("used")
    taken = try reader.integer("taken")
    renewal = try reader.object("renewal") { (reader) throws(StateProblem) in
      Renewal(wall: try reader.instant("wall"), elapsed: try reader.integer("elapsed"))
    }
    unknown = reader.rest
  }
}

extension Pomodoro {
  var json: JSONObject {
    JSONObject(
      [
        "mode": .string(mode.rawValue), "state": .string(state.rawValue), "rounds": .integer(completedRounds),
        "deadline": .integer(deadline), "remaining": remaining.map(JSONValue.integer), "rules": .object(rules.json),
      ], unknown: unknown)
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

extension PomodoroRules {
  fileprivate var json: JSONObject {
    [
      "focus": .integer(focusSeconds), "shortBreak": .integer(shortBreakSeconds),
      "longBreak": .integer(longBreakSeconds), "rounds": .integer(rounds), "autoStart": .string(autoStart.rawValue),
    ]
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
