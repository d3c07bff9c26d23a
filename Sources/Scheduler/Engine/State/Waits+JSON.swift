import CivilTime
import JSON

extension PlannedStart {
  var json: JSONObject {
    JSONObject(
      [
        "at": .instant(instant), "strategy": .string(kind.rawValue), "length": lengthSeconds.map(JSONValue.integer),
      ], unknown: unknown)
  }

  init(_ reader: inout StateReader) throws(StateProblem) {
    self.init(
      at: try reader.instant("at"), try reader.choice("strategy"), lengthSeconds: try reader.integerIfPresent("length"))
    unknown = reader.rest
  }
}

extension PendingReminder {
  var json: JSONObject {
    JSONObject(
      ["due": .integer(due), "session": .string(session.description), "message": .string(message)], unknown: unknown)
  }

  init(_ reader: inout StateReader) throws(StateProblem) {
    self.init(
      due: try reader.integer("due"), session: SessionID(try reader.uuid("session")),
      message: try reader.string("message"))
    unknown = reader.rest
  }
}

extension WaitingInterval {
  var json: JSONObject {
    JSONObject(
      [
        "occurrence": .object(occurrence.json), "start": .instant(start),
        "sessions": .texts(sessions.map(\.description)),
      ], unknown: unknown)
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
