import SchedulerJSON
import SchedulerStore

extension HistoryLine {
  /// Creates the line of an entry. Returns nil if the entry is too long for a line.
  init?(_ entry: HistoryEntry) {
    self.init(sequence: UInt64(clamping: entry.number), object: String(decoding: entry.json.bytes, as: UTF8.self))
  }
}

extension HistoryEntry {
  /// The stored form of the entry, without its number.
  var json: JSONObject {
    switch self {
    case .event(let event): event.json
    case .missed(let missed): missed.json
    case .finished(let session): session.json
    }
  }
}

extension Event {
  /// The stored form of the event, without its number.
  var json: JSONObject {
    let longestMessage = attempt == nil ? Self.longestText : Self.longestName
    return JSONObject([
      "event": .string(name.rawValue), "activity": activity.map { .string($0.description) },
      "profile": profile.map { .string($0.key.text) }, "id": profile.map { .string($0.id.description) },
      "session": session.map { .string($0.description) }, "planned": .string(planned.description),
      "delivered": .string(delivered.description), "late": isLate ? .bool(true) : nil,
      "message": message.map { .string(Self.recorded($0, upTo: longestMessage)) },
      "mode": mode.map { .string($0.rawValue) }, "start": start.map { .string($0.description) },
      "adapter": attempt.map { .string($0.adapter.rawValue) }, "outcome": attempt.map { .string($0.outcome.rawValue) },
      "program": attempt.flatMap { Self.known($0.program, upTo: Self.longestText) },
      "user": (attempt?.user ?? user).flatMap { Self.known($0, upTo: Self.longestName) },
      "count": attempt.map { .integer($0.count) }, "until": until.map { .string($0.description) },
    ])
  }

  /// Returns the recorded part of a text that is empty where it is unknown; then nil.
  private static func known(_ text: String, upTo limit: Int) -> JSONValue? {
    text.isEmpty ? nil : .string(recorded(text, upTo: limit))
  }

  /// Returns the part of a text that is recorded. A long text is truncated, because its line would exceed
  /// `HistoryLine.limit`.
  ///
  /// - Parameter limit: the maximum number of recorded Unicode scalars.
  private static func recorded(_ text: String, upTo limit: Int) -> String {
    guard text.utf8.count > limit else { return text }
    let scalars = text.unicodeScalars
    return scalars.count <= limit ? text : String(scalars.prefix(limit - 1)) + "…"
  }

  /// The maximum number of recorded Unicode scalars of the one text of an event that may be long: its message, or the
  /// path of a program. JSON uses up to six bytes for each. No path is longer.
  private static let longestText = 4_096
  /// The maximum number of recorded Unicode scalars of the name of an application or of a user.
  private static let longestName = 256
}

extension Missed {
  /// The stored form of the missed intervals, without their number.
  var json: JSONObject {
    let spans = intervals.map { span in
      JSONValue.object(["start": .string(span.start.description), "end": .string(span.end.description)])
    }
    return JSONObject([
      "event": .string("missed"), "activity": .string(activity.description),
      "profile": profile.map { .string($0.key.text) }, "id": profile.map { .string($0.id.description) },
      "intervals": .array(spans), "further": .integer(further),
    ])
  }
}

extension FinishedSession {
  /// The stored form of the session, without its number.
  var json: JSONObject {
    let spent = spent
    return JSONObject([
      "event": .string("sessionDidFinish"), "profile": .string(profile.key.text),
      "id": .string(profile.id.description), "session": .string(id.description),
      "origins": .array(origins.sorted().map { .string($0.rawValue) }), "start": .string(start.description),
      "end": .string(end.description), "realStart": .string(realStart.description),
      "realEnd": .string(realEnd.description), "seconds": .integer(spent.total),
      "enforcingSeconds": .integer(spent.enforcing), "breakSeconds": .integer(spent.onBreak),
      "pauseSeconds": .integer(spent.paused), "waitingSeconds": .integer(spent.waiting),
      "focusSeconds": spent.focus.map { .integer($0) }, "rounds": spent.rounds.map { .integer($0) },
      "attempts": .integer(attemptCount),
    ])
  }
}

extension Delivery: CustomStringConvertible {
  /// The time in UTC according to RFC 3339, with milliseconds: `2026-11-23T08:00:00.250Z`.
  public var description: String {
    let second = instant.description
    guard second.utf8.last == UInt8(ascii: "Z") else { return second }
    let digits = String(nanosecond / 1_000_000 + 1_000).dropFirst()
    return "\(second.dropLast()).\(digits)Z"
  }
}
