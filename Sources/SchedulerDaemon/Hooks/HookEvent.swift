import Scheduler

/// An event parsed from a line of the history.
struct HookEvent {
  /// A value of the event with its lower-case name. In arguments, the name stands in braces; in variables, it is in
  /// upper case with a prefix.
  typealias Text = (name: String, text: String)

  let name: EventName
  let number: Int64
  /// The line, including its line feed.
  let line: [UInt8]
  private let record: HistoryRecord

  /// Whether a hook is run on the event.
  func runs(_ hook: Hook) -> Bool {
    hook.events.contains(name) && (!name.concernsInterval || hook.activities.contains(kind: record.activityKind))
  }

  /// The time of delivery, or nil if the line does not contain it.
  var delivered: Instant? { record.delivered }

  /// Parses an event. Returns nil for other lines.
  init?(_ line: [UInt8]) {
    guard let record = HistoryRecord(line: line), let name = record.event, let number = record.number else {
      return nil
    }
    (self.record, self.name, self.number) = (record, name, number)
    self.line = line.last == UInt8(ascii: "\n") ? line : line + [UInt8(ascii: "\n")]
  }

  /// Returns the values of the event; texts are empty where the event has no such value. Times are in the profile's
  /// zone.
  func texts(in engine: Engine) -> [Text] {
    let subject = EventSubject(of: record, in: engine)
    let (end, present) = (record.blockEnd ?? subject.end, engine.present)
    let attempt = record.attempt
    let remaining = end.flatMap { end in present.map { max(0, $0.moment.seconds(until: end)) } }
    return [
      ("event", name.rawValue), ("profile", record.profile),
      ("name", subject.name), ("id", record.profileText ?? ""),
      ("session", record.session), ("activity", record.activity), ("kind", record.activityKind),
      ("mode", record.mode ?? ""),
      ("at", record.planned.map { $0.rfc3339(in: subject.zone) } ?? ""),
      ("until", end.map { $0.rfc3339(in: subject.zone) } ?? ""),
      ("remaining", remaining.map { LengthWords.text(seconds: $0) } ?? ""),
      ("remaining_seconds", remaining.map { "\($0)" } ?? ""),
      ("number", "\(number)"), ("application", attempt?.application ?? ""), ("program", attempt?.program ?? ""),
      ("user", record.user ?? ""), ("count", attempt.map { "\($0.count)" } ?? ""),
      ("outcome", attempt?.outcome ?? ""),
    ]
  }
}

/// The subject of a history entry, as far as it is known now.
struct EventSubject {
  /// The profile, or nil for entries without one.
  let id: ProfileID?
  /// The key of the profile; empty without one.
  let key: String
  /// The display name of the profile; empty without one.
  let name: String
  /// The zone in which times are displayed.
  let zone: ZoneRules
  /// The running session of the profile, or nil if there is none.
  let session: Session?
  /// The time at which the session ends by itself; nil for an open end, and without a session.
  let end: Instant?

  init(of entry: HistoryRecord, in engine: Engine) {
    let configuration = engine.configuration
    let id = entry.profileID
    let profile = id.flatMap { configuration.profile(withID: $0) }
    self.id = id
    key = profile?.key.text ?? entry.profile
    name = profile?.name ?? entry.profile
    zone = (profile.map { configuration.zone(of: $0) } ?? configuration.zone).rules
    session = id.flatMap { engine.book[$0] }
    end = engine.present.flatMap { [session] present in session?.plannedEnd(at: present).map(present.instant) }
  }
}

/// A run of a hook for one event.
///
/// Source: `[[hook]]` of the configuration. Names in braces in the arguments are replaced by values of the event.
/// Variables contain the same values (`SCHEDCTL_EVENT`, `SCHEDCTL_PROFILE` and so on). Standard input is the event's
/// line in the history.
public struct HookRun: Hashable, Sendable {
  /// The configured hook. Its runs are sequential.
  public let hook: Hook
  /// The number of the event in the history. A run repeated after a crash has an equal number.
  public let number: Int64
  /// The event.
  public let event: EventName
  /// The program and its arguments.
  public let words: [String]
  /// The additional environment variables, each as `NAME=value`.
  public let variables: [String]
  /// The content of standard input.
  public let input: [UInt8]

  /// Returns the runs that an event makes due, in the order of the hooks.
  ///
  /// - Parameter engine: the engine with the hooks and the running sessions.
  static func due(by event: HookEvent, in engine: Engine) -> [HookRun] {
    let hooks = engine.configuration.hooks.filter(event.runs)
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
  /// The text without null characters. An argument of a program would end at the first one.
  fileprivate var withoutNull: String { utf8.contains(0) ? String(filter { $0 != "\0" }) : self }
}
