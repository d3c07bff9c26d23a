import SchedulerCivilTime
import SchedulerJSON

extension SessionRules: StateWritable {
  /// What a session copied.
  func write(to state: inout StateWriter) {
    state.object("layer", layer)
    state.flag("isEnforced", isEnforced, unless: true)
    state.object("breaks", breaks)
    state.object("pause", pause)
    state.object("access", access)
    state.text("lock", lock.rawValue)
    state.objects("unlock", unlockKeys)
    if let permissions { state.list("may", permissions.map(\.rawValue).sorted()) { $1.string($0) } }
    state.object("reminder", reminder)
    state.unknown(unknown)
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

extension BreakRules: StateWritable {
  func write(to state: inout StateWriter) {
    state.integer("length", lengthSeconds)
    state.integer("budget", budgetSeconds)
    state.integer("count", count)
    state.integer("reset", reset.map { Int64($0.secondsSinceMidnight) })
  }

  fileprivate init(_ reader: inout StateReader) throws(StateProblem) {
    self.init(lengthSeconds: try reader.integer("length"), budgetSeconds: try reader.integer("budget"))
    count = try reader.integerIfPresent("count")
    reset = try reader.takeIfPresent("reset", "a second of a day") {
      $0.integerValue.flatMap { TimeOfDay(secondsSinceMidnight: Int($0)) }
    }
  }
}

extension PauseRules: StateWritable {
  func write(to state: inout StateWriter) {
    state.integer("length", lengthSeconds)
    state.integer("count", count)
  }
}

extension AccessRules: StateWritable {
  func write(to state: inout StateWriter) {
    state.integer("length", lengthSeconds)
    state.integer("count", count)
    state.integer("refill", refillSeconds)
  }
}

extension Reminder: StateWritable {
  func write(to state: inout StateWriter) {
    state.integer("afterEnd", afterEndSeconds)
    state.text("message", message)
  }
}

extension UnlockKey: StateWritable {
  func write(to state: inout StateWriter) {
    state.text("name", name)
    switch secret {
    case .hash(let digest): state.text("sha256", digest)
    case .text(let length): state.integer("length", length)
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
