import CivilTime
import JSON
import Scheduler

/// An event as a line of history has it.
struct HookEvent {
  /// A text that is known of it, by the name that it has in braces and, in capitals, as a variable.
  struct Text {
    let name: String
    let text: String
    /// Whether it may stand in an argument.
    var isPlaceholder = true
  }

  let name: EventName
  let number: Int64
  /// When it was delivered; nil when the line does not say.
  let delivered: Instant?
  private let object: JSONObject

  /// An event; nil for other lines.
  init?(_ line: [UInt8]) {
    do throws(JSONError) {
      guard let object = try JSONValue(parsing: line).objectValue,
        let name = object["event"]?.stringValue.flatMap(EventName.init), let number = object["sequence"]?.integerValue
      else { return nil }
      (self.object, self.name, self.number) = (object, name, number)
      delivered = object["delivered"]?.stringValue.flatMap(Self.instant)
    } catch {
      // A line that is damaged is told of where history is opened.
      return nil
    }
  }

  /// What is known of it; nothing where the event has no such thing. Times are those of the profile's zone.
  func texts(in engine: Engine) -> [Text] {
    let id = object["id"]?.stringValue.flatMap(UUIDValue.init).map(ProfileID.init)
    let profile = engine.configuration.profiles.first { $0.id == id }
    let zone = profile.map { engine.configuration.zone(of: $0).rules } ?? engine.configuration.zone.rules
    let session = id.flatMap { engine.book[$0] }
    let present = engine.present
    let end = present.flatMap { session?.plannedEnd(at: $0).map($0.instant(of:)) }
    let remaining = end.flatMap { end in present.map { max(0, end.seconds(since: $0.wall)) } }
    func text(_ key: String) -> String { object[key]?.stringValue ?? "" }
    return [
      Text(name: "event", text: name.rawValue), Text(name: "profile", text: text("profile")),
      Text(name: "name", text: profile?.name ?? text("profile")), Text(name: "id", text: text("id")),
      Text(name: "session", text: text("session")), Text(name: "activity", text: text("activity")),
      Text(name: "at", text: Self.instant(text("planned")).map { $0.rfc3339(in: zone) } ?? ""),
      Text(name: "until", text: end.map { $0.rfc3339(in: zone) } ?? ""),
      Text(name: "remaining", text: remaining.map { LengthWords.text(seconds: $0) } ?? ""),
      Text(name: "remaining_seconds", text: remaining.map { "\($0)" } ?? "", isPlaceholder: false),
      Text(name: "number", text: "\(number)", isPlaceholder: false),
    ]
  }

  /// A time of history, which may have milliseconds.
  private static func instant(_ text: String) -> Instant? {
    let second = text.prefix { $0 != "." }
    return Instant(rfc3339: second.utf8.count < text.utf8.count ? "\(second)Z" : text)
  }
}
