import SchedulerCivilTime
import SchedulerJSON

extension LiveState {
  /// The content of the file. Every key is there, null where there is nothing to say.
  public var json: JSONObject {
    [
      "version": .integer(Self.version), "writtenAt": .time(writtenAt), "shield": .string(shield.rawValue),
      "sessions": .array(sessions.map { .object($0.json) }),
    ]
  }

  /// Whether a file tells the same to readers who count on by themselves, whenever it was written.
  public func hasSameContent(as file: JSONObject) -> Bool { json.withoutTime == file.withoutTime }
}

extension JSONObject {
  /// The content of the file without what changes by the mere passing of time.
  fileprivate var withoutTime: JSONObject {
    var content = self
    content["writtenAt"] = nil
    content["sessions"] = self["sessions"]?.arrayValue.map { sessions in
      .array(
        sessions.map { value in
          guard var session = value.objectValue else { return value }
          for key in ["remainingSeconds", "elapsedSeconds", "displayTime", "color"] { session[key] = nil }
          return .object(session)
        })
    }
    return content
  }
}

extension LiveSession {
  /// The session as it stands in the file.
  public var json: JSONObject {
    [
      "id": .string(id.description), "profile": .string(profile.text), "link": .string(link),
      "remainingSeconds": .nullable(remainingSeconds, JSONValue.integer), "elapsedSeconds": .integer(elapsedSeconds),
      "totalDuration": .nullable(totalDuration, JSONValue.integer), "modeIdentifier": .string(mode.rawValue),
      "modeDisplayName": .string(mode.displayName), "modeLabel": .string(mode.label),
      "stateIdentifier": .string(state.rawValue), "displayTime": .string(displayTime),
      "timerEndDate": .nullable(timerEndDate, JSONValue.time), "sessionCount": .integer(sessionCount),
      "staleDate": .nullable(staleDate, JSONValue.time), "color": .string(color),
      "lift": .nullable(lift) { .object(["kind": .string($0.kind.rawValue), "until": .time($0.until)]) },
      "access": .array(access.map { .object(["target": .string($0.target.text), "until": .time($0.until)]) }),
    ]
  }
}

extension JSONValue {
  /// A time in UTC.
  fileprivate static func time(_ instant: Instant) -> JSONValue { .string(instant.description) }

  /// What is made of a value; null where there is none.
  fileprivate static func nullable<Value>(_ value: Value?, _ make: (Value) -> JSONValue) -> JSONValue {
    value.map(make) ?? .null
  }
}
