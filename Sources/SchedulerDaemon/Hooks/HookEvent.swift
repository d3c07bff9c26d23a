import Scheduler
import SchedulerCivilTime
import SchedulerJSON
import SchedulerStore

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

/// What an entry of history is about, as far as it is known by now.
struct EventSubject {
  /// The profile; nil for entries on none.
  let id: ProfileID?
  /// The profile as people call it; empty without one.
  let name: String
  /// In whose time it is told.
  let zone: ZoneRules
  /// Its session; nil when none runs any more.
  let session: Session?
  /// When the session ends by itself; nil for an open end, and without one.
  let end: Instant?

  init(of entry: JSONObject, in engine: Engine) {
    let configuration = engine.configuration
    let id = entry["id"]?.stringValue.flatMap(UUIDValue.init).map(ProfileID.init)
    let profile = id.flatMap { configuration.profile(withID: $0) }
    self.id = id
    name = profile?.name ?? entry["profile"]?.stringValue ?? ""
    zone = (profile.map { configuration.zone(of: $0) } ?? configuration.zone).rules
    session = id.flatMap { engine.book[$0] }
    end = engine.present.flatMap { [session] present in session?.plannedEnd(at: present).map(present.instant) }
  }
}

/// A hook that is to be run for one event.
///
/// Source: `[[hook]]` of the configuration. Names in braces in its arguments are replaced; the same texts are in variables
/// (`SCHEDCTL_EVENT`, `SCHEDCTL_PROFILE` and so on), and the line of history that records the event is standard input.
public struct HookRun: Hashable, Sendable {
  /// The hook as the configuration has it: its runs come one after the other.
  public let hook: Hook
  /// The number of the event in history; a run that is repeated after a crash has the same one.
  public let number: Int64
  /// The event.
  public let event: EventName
  /// The program and its arguments.
  public let words: [String]
  /// What is added to its environment, `NAME=value` each.
  public let variables: [String]
  /// What it finds on standard input.
  public let input: [UInt8]

  /// The runs that an event makes due, in the order of the hooks.
  ///
  /// - Parameter engine: the rules, whose hooks are run, and what goes on.
  static func due(by event: HookEvent, in engine: Engine) -> [HookRun] {
    let hooks = engine.configuration.hooks.filter { $0.events.contains(event.name) }
    guard !hooks.isEmpty else { return [] }
    let texts = event.texts(in: engine)
    let variables = texts.map { "SCHEDCTL_\($0.name.uppercased())=\($0.text.withoutNull)" }
    return hooks.map { hook in
      let arguments = hook.command.dropFirst().map { argument in
        Hook.filled(argument) { name in texts.first { $0.name == name }?.text.withoutNull }
      }
      return HookRun(
        hook: hook, number: event.number, event: event.name, words: hook.command.prefix(1) + arguments,
        variables: variables, input: event.line)
    }
  }
}

extension String {
  /// An argument of a program ends at the first null character.
  fileprivate var withoutNull: String { utf8.contains(0) ? String(filter { $0 != "\0" }) : self }
}
