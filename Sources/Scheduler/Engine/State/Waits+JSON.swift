import SchedulerCivilTime
import SchedulerJSON

extension PlannedStart: StateWritable {
  func write(to state: inout StateWriter) {
    state.instant("at", instant)
    state.text("strategy", kind.rawValue)
    state.integer("length", lengthSeconds)
    state.unknown(unknown)
  }

  init(_ reader: inout StateReader) throws(StateProblem) {
    self.init(
      at: try reader.instant("at"), try reader.choice("strategy"), lengthSeconds: try reader.integerIfPresent("length"))
    unknown = reader.rest
  }
}

extension PendingReminder: StateWritable {
  func write(to state: inout StateWriter) {
    state.integer("due", due)
    state.uuid("session", session.uuid)
    state.text("message", message)
    state.unknown(unknown)
  }

  init(_ reader: inout StateReader) throws(StateProblem) {
    self.init(
      due: try reader.integer("due"), session: SessionID(try reader.uuid("session")),
      message: try reader.string("message"))
    unknown = reader.rest
  }
}

extension WaitingInterval: StateWritable {
  func write(to state: inout StateWriter) {
    state.object("occurrence", occurrence)
    state.instant("start", start)
    state.uuids("sessions", sessions.map(\.uuid))
    state.unknown(unknown)
  }

  init(_ reader: inout StateReader) throws(StateProblem) {
    guard let occurrence = try reader.object("occurrence", OccurrenceKey.init) else {
      throw reader.problem("occurrence", "an object")
    }
    self.init(
      occurrence: occurrence, start: try reader.instant("start"),
      sessions: try reader.list("sessions") { UUIDValue($0).map(SessionID.init) })
    unknown = reader.rest
  }
}
