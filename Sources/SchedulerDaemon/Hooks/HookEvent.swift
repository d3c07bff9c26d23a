import Scheduler
import SchedulerCivilTime
import SchedulerJSON

/// An event as a line of history has it.
struct HookEvent {
  /// A text that is known of it, by the name that it has as a variable, in small letters, and where it may stand in an
  /// argument, in braces.
  struct Text {
    let name: String
    let text: String
  }

  let name: EventName
  let number: Int64
  /// The line, with its end.
  let line: [UInt8]
  private let object: JSONObject

  /// When it was delivered; nil when the line does not say.
  var delivered: Instant? { object.instant("delivered") }

  /// An event; nil for other lines.
  init?(_ line: [UInt8]) {
    guard let object = JSONObject(historyLine: line),
      let name = object["event"]?.stringValue.flatMap(EventName.init), let number = object["sequence"]?.integerValue
    else { return nil }
    (self.object, self.name, self.number) = (object, name, number)
    self.line = line.last == UInt8(ascii: "\n") ? line : line + [UInt8(ascii: "\n")]
  }

  /// What is known of it; nothing where the event has no such thing. Times are those of the profile's zone.
  func texts(in engine: Engine) -> [Text] {
    let subject = EventSubject(of: object, in: engine)
    let (end, present) = (subject.end, engine.present)
    let remaining = end.flatMap { end in present.map { max(0, $0.moment.seconds(until: end)) } }
    func text(_ key: String) -> String { object[key]?.stringValue ?? "" }
    return [
      Text(name: "event", text: name.rawValue), Text(name: "profile", text: text("profile")),
      Text(name: "name", text: subject.name), Text(name: "id", text: text("id")),
      Text(name: "session", text: text("session")), Text(name: "activity", text: text("activity")),
      Text(name: "at", text: object.instant("planned").map { $0.rfc3339(in: subject.zone) } ?? ""),
      Text(name: "until", text: end.map { $0.rfc3339(in: subject.zone) } ?? ""),
      Text(name: "remaining", text: remaining.map { LengthWords.text(seconds: $0) } ?? ""),
      Text(name: "remaining_seconds", text: remaining.map { "\($0)" } ?? ""),
      Text(name: "number", text: "\(number)"),
    ]
  }
}
