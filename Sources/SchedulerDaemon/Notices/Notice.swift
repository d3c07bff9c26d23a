import Scheduler

/// A notice for a user about an event: a desktop notification.
public struct Notice: Hashable, Sendable {
  /// The number of the event.
  public let number: Int64
  /// One line, for example `Deep work ends in 10 min`.
  public let title: String
  /// Additional text; empty for none.
  public let body: String
  /// Whether the notice stays until a user has seen it.
  public let isUrgent: Bool

  /// Parses a notice received by a client. Returns nil for other objects.
  public init?(_ json: JSONObject) {
    guard let number = json["number"]?.integerValue, let title = json["title"]?.stringValue else { return nil }
    self.init(
      number: number, title: title, body: json["body"]?.stringValue ?? "", isUrgent: json["urgent"]?.boolValue ?? false)
  }

  init(number: Int64, title: String, body: String = "", isUrgent: Bool = false) {
    (self.number, self.title, self.body, self.isUrgent) = (number, title, body, isUrgent)
  }

  var json: JSONObject {
    ["number": .integer(number), "title": .string(title), "body": .string(body), "urgent": .bool(isUrgent)]
  }
}

extension Notice {
  /// The age, in seconds since delivery, up to which an event causes a notice.
  private static let freshness: Int64 = 600

  /// Creates the notice for a peer about a history entry. Returns nil for old entries, and for entries without a notice.
  init?(on entry: HistoryRecord, in engine: Engine, for role: PeerRole) {
    guard let event = entry.event, let number = entry.number, let planned = entry.planned,
      let delivered = entry.delivered, let present = engine.present,
      present.wall.seconds(since: delivered) <= Self.freshness
    else { return nil }
    var words = EventWords(entry, in: engine, planned: planned, delivered: delivered)
    if let user = entry.user, !role.isUser(named: user) { words.person = PrintableText.printable(user) }
    guard let (title, body) = words.text(of: event) else { return nil }
    self.init(number: number, title: title, body: body, isUrgent: event == .clockTamper)
  }
}

/// The texts about an event, in the zone of its profile.
private struct EventWords {
  private let engine: Engine
  private let planned: Instant
  private let delivered: Instant
  private let message: String
  /// The kind of the phase that began or ended; nil for other events.
  private let mode: Pomodoro.Mode?
  /// Whether a program ran when the shield came into force.
  private let isClosing: Bool
  private let subject: EventSubject
  /// The identity of the session; empty for none.
  private let session: String
  /// The person whose use reached a limit, if it is not the one who receives the notice; nil otherwise.
  var person: String?

  init(_ entry: HistoryRecord, in engine: Engine, planned: Instant, delivered: Instant) {
    (self.engine, self.planned, self.delivered) = (engine, planned, delivered)
    message = entry.message ?? ""
    mode = entry.mode.flatMap(Pomodoro.Mode.init)
    isClosing = entry.attempt?.outcome == ShieldAttempt.Outcome.closing.rawValue
    subject = EventSubject(of: entry, in: engine)
    session = entry.session
  }

  private var name: String { subject.name }
  private var end: Instant? { subject.end }

  func text(of event: EventName) -> (title: String, body: String)? {
    switch event {
    case .intervalWillStartWarning: startWarning
    case .intervalWillEndWarning: endWarning
    case .sessionDidStart: ("\(name) has started", end.map { "until \(time($0))" } ?? "")
    case .sessionDidEnd: ("\(name) has ended", "")
    case .sessionReminder: message.isEmpty ? ("Time for \(name)", "") : (message, name)
    case .phaseDidEnd: phaseEnd
    case .breakDidStart: ("\(name) has a break", breakEnd.map { "until \(time($0))" } ?? "")
    case .breakDidEnd: ("The break of \(name) is over", end.map { "until \(time($0))" } ?? "")
    case .pauseDidEnd: ("\(name) continues", end.map { "until \(time($0))" } ?? "")
    case .accessDidEnd: ("\(message) is blocked again", name)
    case .shieldDidBlock: blocked
    case .emergencyDidUse: ("An emergency ended \(name)\(person.map { " for \($0)" } ?? "")", message)
    case .clockTamper: ("The clock was set", "what is strict goes by the clock that nobody sets")
    case .stateDidLose: name.isEmpty ? nil : ("The session of \(name) is lost", message)
    case .eventWillReachThresholdWarning: name.isEmpty ? nil : ("\(name): the use is nearly used up", limit)
    case .eventDidReachThreshold: name.isEmpty ? nil : ("\(name): the use is used up", limit)
    case .intervalDidStart, .intervalDidEnd, .phaseDidStart, .pauseDidStart, .accessDidStart, .shieldDidChange,
      .trustedClockDidChange, .configurationDidChange, .authorizationDidChange, .useGapDidStart, .useGapDidEnd:
      nil
    }
  }

  /// The limit in words, with the person if that is someone else.
  private var limit: String { person.map { "\($0): \(message)" } ?? message }

  private var startWarning: (String, String)? {
    guard let start = subject.id.flatMap(engine.timeline)?.next(after: planned)?.start else { return nil }
    return ("\(name) starts in \(length(until: start))", "at \(time(start))")
  }

  private var endWarning: (String, String)? {
    guard let edge = subject.id.flatMap(engine.timeline)?.interval(containing: planned)?.end else { return nil }
    // Another hold may extend the session beyond its window.
    let goesOn = end.map { $0 > edge } ?? (subject.session != nil)
    return goesOn
      ? ("The window of \(name) ends in \(length(until: edge))", "its session continues")
      : ("\(name) ends in \(length(until: edge))", "at \(time(edge))")
  }

  /// The end of a phase, the phase that comes next, and how long that lasts; nil if the pomodoro is over.
  private var phaseEnd: (String, String)? {
    guard let mode, let present = engine.present, let pomodoro = subject.session?.pomodoro else { return nil }
    let title = "The \(mode.words) of \(name) is over"
    let next = pomodoro.waitingMode ?? pomodoro.mode
    let length = LengthWords.text(seconds: pomodoro.seconds(of: next))
    guard pomodoro.isWaiting else {
      let end = time(present.instant(of: .elapsed(pomodoro.deadline)))
      return (title, "\(next.words) until \(end), \(length)")
    }
    return (title, "'schedctl start \(subject.key)' begins the \(next.words), \(length)")
  }

  /// The words of the shield, and until when it blocks the application; nil if it blocks no more.
  private var blocked: (String, String)? {
    guard let applied = engine.shield.first(where: { $0.session.description == session }),
      subject.session?.isShielding == true || applied.limit != nil
    else { return nil }
    if isClosing { return closing(applied) }
    let words = applied.layer.screen.words
    let end = applied.until.map { " until \(time($0)) (\(length(until: $0)) left)" } ?? ", without an end"
    let lines = [words.subtitle, "\(PrintableText.printable(message)) is blocked\(end)"].filter { !$0.isEmpty }
    return (words.title.isEmpty ? name : words.title, lines.joined(separator: "\n"))
  }

  /// When a program that runs is ended, and until when it is blocked.
  private func closing(_ applied: AppliedLayer) -> (String, String) {
    let settings = engine.configuration.enforcement
    let when =
      settings.freezes
      ? "is stopped"
      : settings.graceSeconds == 0 ? "is closed" : "closes within \(LengthWords.text(seconds: settings.graceSeconds))"
    return ("\(PrintableText.printable(message)) \(when)", name + (applied.until.map { ", until \(time($0))" } ?? ""))
  }

  /// The end of its break.
  private var breakEnd: Instant? {
    guard let present = engine.present, let lift = subject.session?.lift else { return nil }
    return present.instant(of: .elapsed(lift.deadline))
  }

  private func time(_ instant: Instant) -> String {
    ZonedText(instant, in: subject.zone).words(besides: ZonedText(delivered, in: subject.zone))
  }

  private func length(until instant: Instant) -> String {
    LengthWords.text(seconds: max(0, instant.seconds(since: delivered)))
  }
}
