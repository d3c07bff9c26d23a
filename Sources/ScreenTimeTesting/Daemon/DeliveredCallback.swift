import Foundation
import SchedulerCivilTime
import SchedulerJSON

/// A callback of a `DeviceActivityMonitor` that the history of a daemon stands for.
public struct DeliveredCallback: Hashable, Sendable {
  /// The callback. Its cases have the names of the methods of `DeviceActivityMonitor`.
  public enum Kind: Hashable, Sendable {
    case intervalDidStart, intervalDidEnd, intervalWillStartWarning, intervalWillEndWarning
    case eventDidReachThreshold(event: String)
    case eventWillReachThresholdWarning(event: String)
  }

  /// The callback.
  public let kind: Kind
  /// The name of the activity, such as `schedule:04f91bfa-82f1-5686-afe4-9a38d2e62035`.
  public let activity: String
  /// The time at which the callback was due, in whole seconds.
  public let planned: Date
  /// The time at which the daemon delivered it, in milliseconds.
  public let delivered: Date
  /// The number of the entry in history. Numbers ascend.
  public let sequence: Int64

  /// Creates a callback.
  public init(_ kind: Kind, activity: String, planned: Date, delivered: Date, sequence: Int64) {
    self.kind = kind
    self.activity = activity
    self.planned = planned
    self.delivered = delivered
    self.sequence = sequence
  }
}

/// An entry of history: its number, and the callback that it stands for.
struct HistoryCallback {
  let sequence: Int64
  /// Nil for an entry of another kind, also of kinds that newer daemons write.
  let callback: DeliveredCallback?

  /// Why an object is no entry of history.
  struct Problem: Error {
    let words: String
  }

  /// Reads an entry.
  ///
  /// - Throws: the first member that is missing or has another form.
  init(_ object: JSONObject) throws(Problem) {
    guard let sequence = object["sequence"]?.integerValue, sequence > 0 else { throw .member("sequence") }
    let word = try object.text("event")
    self.sequence = sequence
    guard let kind = try DeliveredCallback.Kind(word, of: object) else {
      callback = nil
      return
    }
    callback = DeliveredCallback(
      kind, activity: try object.text("activity"), planned: try object.date("planned"),
      delivered: try object.date("delivered"), sequence: sequence)
  }
}

extension HistoryCallback.Problem {
  fileprivate static func member(_ key: String) -> HistoryCallback.Problem {
    HistoryCallback.Problem(words: "'\(key)' is missing or has another form")
  }
}

extension DeliveredCallback.Kind {
  /// Returns nil for an event that is no callback, such as a limit of a profile, which belongs to no activity.
  fileprivate init?(_ word: String, of object: JSONObject) throws(HistoryCallback.Problem) {
    switch word {
    case "eventDidReachThreshold" where object["activity"] == nil: return nil
    case "eventWillReachThresholdWarning" where object["activity"] == nil: return nil
    case "intervalDidStart": self = .intervalDidStart
    case "intervalDidEnd": self = .intervalDidEnd
    case "intervalWillStartWarning": self = .intervalWillStartWarning
    case "intervalWillEndWarning": self = .intervalWillEndWarning
    case "eventDidReachThreshold": self = .eventDidReachThreshold(event: try object.text("message"))
    case "eventWillReachThresholdWarning": self = .eventWillReachThresholdWarning(event: try object.text("message"))
    default: return nil
    }
  }
}

extension JSONObject {
  fileprivate func text(_ key: String) throws(HistoryCallback.Problem) -> String {
    guard let text = self[key]?.stringValue, !text.isEmpty else { throw .member(key) }
    return text
  }

  /// Returns a time in UTC, with or without a fraction: `2026-11-23T08:00:00.250Z`.
  fileprivate func date(_ key: String) throws(HistoryCallback.Problem) -> Date {
    let text = try text(key)
    let parts = text.dropLast().split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let digits = parts.count > 1 ? parts[1] : "0"
    guard text.hasSuffix("Z"), let instant = Instant(rfc3339: parts[0] + "Z"),
      (1...9).contains(digits.utf8.count), let fraction = UInt64(digits), !digits.hasPrefix("+")
    else { throw .member(key) }
    let scale = Double(repeatElement(10, count: digits.utf8.count).reduce(1, *))
    return Date(timeIntervalSince1970: Double(instant.epochSeconds) + Double(fraction) / scale)
  }
}
