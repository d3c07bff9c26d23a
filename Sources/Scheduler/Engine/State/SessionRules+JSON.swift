import CivilTime
import JSON

extension SessionRules {
  /// What a session copied.
  var json: JSONObject {
    JSONObject(
      [
        "layer": .object(layer.stateJSON), "isEnforced": isEnforced ? nil : .bool(false),
        "breaks": breaks.map { .object($0.json) }, "pause": pause.map { .object($0.json) },
        "access": access.map { .object($0.json) }, "lock": .string(lock.rawValue),
        "unlock": unlockKeys.isEmpty ? nil : .array(unlockKeys.map { .object($0.json) }),
        "may": permissions.map { .array($0.map(\.rawValue).sorted().map(JSONValue.string)) },
        "reminder": reminder.map { .object($0.json) },
      ], unknown: unknown)
  }

  init(_ reader: inout StateReader) throws(StateProblem) {
    guard let layer = try reader.object("layer", Layer.init) else { throw reader.problem("layer", "an object") }
    self.init(layer: layer)
    isEnforced = try reader.flag("isEnforced", default: true)
    breaks = try reader.object("breaks", BreakRules.init)
    pause = try reader.object("pause") { (reader) throws(StateProblem) in
      PauseRules(lengthSeconds: try reader.integer("length"), count: try reader.integer("count"))
    }
    access = try reader.object("access") { (reader) throws(StateProblem) in
      AccessRules(
        lengthSeconds: try reader.integer("length"), count: try reader.integer("count"),
        refillSeconds: try reader.integerIfPresent("refill"))
    }
    lock = try reader.choice("lock")
    unlockKeys = try reader.objects("unlock", UnlockKey.init)
    if reader.rest["may"] != nil { permissions = Set(try reader.list("may", Permission.init)) }
    reminder = try reader.object("reminder") { (reader) throws(StateProblem) in
      Reminder(afterEndSeconds: try reader.integer("afterEnd"), message: try reader.string("message"))
    }
    unknown = reader.rest
  }
}

extension BreakRules {
  fileprivate var json: JSONObject {
    JSONObject([
      "length": .integer(lengthSeconds), "budget": .integer(budgetSeconds), "count": count.map(JSONValue.integer),
      "reset": reset.map { .integer(Int64($0.secondsSinceMidnight)) },
    ])
  }

  fileprivate init(_ reader: inout StateReader) throws(StateProblem) {
    self.init(lengthSeconds: try reader.integer("length"), budgetSeconds: try reader.integer("budget"))
    count = try reader.integerIfPresent("count")
    reset = try reader.takeIfPresent("reset", "a second of a day") {
      $0.integerValue.flatMap { TimeOfDay(secondsSinceMidnight: Int($0)) }
    }
  }
}

extension PauseRules {
  fileprivate var json: JSONObject { ["length": .integer(lengthSeconds), "count": .integer(count)] }
}

extension AccessRules {
  fileprivate var json: JSONObject {
    JSONObject([
      "length": .integer(lengthSeconds), "count": .integer(count), "refill": refillSeconds.map(JSONValue.integer),
    ])
  }
}

extension Reminder {
  fileprivate var json: JSONObject { ["afterEnd": .integer(afterEndSeconds), "message": .string(message)] }
}

extension UnlockKey {
  fileprivate var json: JSONObject {
    switch secret {
    case .hash(let digest): ["name": .string(name), "sha256": .string(digest)]
    case .text(let length): ["name": .string(name), "length": .integer(length)]
    }
  }

  fileprivate init(_ reader: inout StateReader) throws(StateProblem) {
    let name = try reader.string("name")
    if let digest = try reader.takeIfPresent("sha256", "a text", \.stringValue) {
      self.init(name: name, .hash(sha256: digest))
    } else {
      self.init(name: name, .text(length: try reader.integer("length")))
    }
  }
}
