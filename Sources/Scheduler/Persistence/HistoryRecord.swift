import SchedulerCivilTime
import SchedulerJSON
import SchedulerStore

/// An entry of history as it is read back from a line. Every version of the program may have written the line, so each
/// value may be missing.
///
/// Parsing is O(length of the line). Each property looks its member up and converts it when it is asked for.
public struct HistoryRecord: Hashable, Sendable {
  /// The members of the line, unchanged.
  public let object: JSONObject

  /// Creates the record of an object of a line.
  public init(_ object: JSONObject) { self.object = object }

  /// Parses a line. Returns nil for a damaged line, which is reported where the history is opened.
  public init?(line: [UInt8]) {
    do throws(JSONError) {
      guard let object = try JSONValue(parsing: line).objectValue else { return nil }
      self.object = object
    } catch {
      return nil
    }
  }
}

// The values that all entries have.
extension HistoryRecord {
  /// The number of the entry.
  public var number: Int64? { object["sequence"]?.integerValue }

  /// The word for the kind of the entry: the name of an event, `missed` or `sessionDidFinish`; empty if it is missing.
  public var kind: String { text("event") ?? "" }

  /// The event; nil for other entries, and for events of newer versions.
  public var event: EventName? { EventName(rawValue: kind) }

  /// The name of the activity; empty for none.
  public var activity: String { text("activity") ?? "" }

  /// The kind of the activity, the part of its name before the first colon; empty for none.
  public var activityKind: String { String(activity.prefix { $0 != ":" }) }

  /// The key that the profile had; empty for none.
  public var profile: String { text("profile") ?? "" }

  /// The identity of the profile, as written; nil for an entry without a profile.
  public var profileText: String? { text("id") }

  /// The identity of the profile; nil for an entry without a profile.
  public var profileID: ProfileID? { profileText.flatMap(UUIDValue.init).map(ProfileID.init) }

  /// The identity of the session; empty for none.
  public var session: String { text("session") ?? "" }

  /// The planned time of an event.
  public var planned: Instant? { object.instant("planned") }

  /// The time of delivery of an event.
  public var delivered: Instant? { object.instant("delivered") }

  /// The time of delivery of an event, as written; nil for other entries.
  public var deliveredText: String? { text("delivered") }

  /// Whether an event was delivered late.
  public var isLate: Bool { object["late"]?.boolValue ?? false }

  /// The message of an event; nil for none.
  public var message: String? { text("message") }

  /// The user who attempted to use something, whose use came near a limit or reached it, whose limit an emergency lifted,
  /// or whose use was not measured; nil for other events.
  public var user: String? {
    switch event {
    case .shieldDidBlock, .eventWillReachThresholdWarning, .eventDidReachThreshold, .emergencyDidUse, .useGapDidStart,
      .useGapDidEnd:
      text("user")
    default: nil
    }
  }

  /// The kind of the phase that began or ended, as written; nil for other events.
  public var mode: String? { text("mode") }

  /// The planned start of a session that was lost, if it was known; nil for other events.
  public var lostStart: Instant? { event == .stateDidLose ? object.instant("start") : nil }

  /// The planned end of the block that a used-up limit began, if it was known; nil for other events.
  public var blockEnd: Instant? { event == .eventDidReachThreshold ? object.instant("until") : nil }

  /// The beginning of a gap in the measurement of use, which is noted later; nil for other events.
  var gapStart: Instant? { event == .useGapDidStart ? object.instant("start") : nil }

  /// The time of the entry: the planned time of an event, or the end of a session or of the last missed interval.
  public var happened: Instant? { planned ?? object.instant("end") ?? missed?.spans.last?.end }

  /// The time at which the entry was made. Nil for missed intervals, which may be long past.
  public var noted: Instant? { delivered ?? object.instant("realEnd") }

  private func text(_ member: String) -> String? { object[member]?.stringValue }
}

// The values of missed intervals and finished sessions.
extension HistoryRecord {
  /// Intervals that passed without an evaluation.
  public struct MissedIntervals: Hashable, Sendable {
    /// The newest of them, the oldest first.
    public let spans: [Missed.Span]
    /// The number of older ones.
    public let further: Int64
  }

  /// The missed intervals; nil for other entries.
  public var missed: MissedIntervals? {
    guard let intervals = object["intervals"]?.arrayValue else { return nil }
    return MissedIntervals(
      spans: intervals.compactMap { $0.objectValue.flatMap(Missed.Span.init) },
      further: object["further"]?.integerValue ?? 0)
  }

  /// The planned start and end of a finished session; nil for other entries.
  public var span: Missed.Span? { Missed.Span(object) }

  /// The origins of a finished session's holds, as written.
  public var origins: [String] { object["origins"]?.arrayValue?.compactMap(\.stringValue) ?? [] }

  /// The time at which the start of a finished session was noticed, as written; empty if it is missing.
  public var realStart: String { text("realStart") ?? "" }

  /// The time at which the end of a finished session was noticed, as written; nil if it is missing.
  public var realEnd: String? { text("realEnd") }

  /// The duration of a finished session in seconds, by a clock that users cannot set; nil if it is missing.
  public var seconds: Int64? { number("seconds") }

  /// The time that a finished session spent in breaks, in seconds.
  public var breakSeconds: Int64 { number("breakSeconds") ?? 0 }

  /// The number of attempts to use what a finished session blocked; nil for other entries, and for those of versions
  /// that did not record it.
  public var attemptCount: Int64? { number("attempts") }

  /// A number of a finished session, which is damaged if it is negative or no number that a clock or a person reaches.
  private func number(_ member: String) -> Int64? { object[member]?.integerValue.map { min(max(0, $0), 1 << 53) } }

  /// How a finished session spent its time; nil for other entries, and for those of versions that did not record it.
  public var spent: SessionSeconds? {
    guard let seconds, let paused = number("pauseSeconds"), let waiting = number("waitingSeconds") else { return nil }
    return SessionSeconds(
      total: seconds, onBreak: breakSeconds, paused: paused, waiting: waiting, focus: number("focusSeconds"),
      rounds: number("rounds"))
  }
}

extension Missed.Span {
  fileprivate init?(_ object: JSONObject) {
    guard let start = object.instant("start"), let end = object.instant("end") else { return nil }
    self.init(start: start, end: end)
  }
}

extension HistoryLine {
  /// The time at which the entry was made. Nil for missed intervals, and for a line without such a time.
  var instant: Instant? { HistoryRecord(line: bytes)?.noted }
}

extension JSONObject {
  /// Returns the instant of a time, without its fraction of a second; nil if the member is not a valid time.
  fileprivate func instant(_ member: String) -> Instant? {
    guard let text = self[member]?.stringValue else { return nil }
    let second = text.utf8.count > 20 ? text.prefix(19) + "Z" : text[...]
    return Instant(rfc3339: second)
  }
}
