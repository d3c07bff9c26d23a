import Foundation
import SchedulerCivilTime
import SchedulerJSON

/// A callback of a `DeviceActivityMonitor` that the history of a daemon stands for.
public struct DeliveredCallback: Hashable, Sendable {
  /// The method, the activity, such as `schedule:04f91bfa-82f1-5686-afe4-9a38d2e62035`, and the event.
  public let callback: MonitorCallback
  /// The time at which the callback was due, in whole seconds.
  public let planned: Date
  /// The time at which the daemon delivered it, in milliseconds.
  public let delivered: Date
  /// The number of the entry in history. Numbers ascend.
  public let sequence: Int64

  /// Creates a callback.
  public init(_ callback: MonitorCallback, planned: Date, delivered: Date, sequence: Int64) {
    self.callback = callback
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
    // The limit of a profile belongs to no activity.
    guard let kind = MonitorCallback.Kind(rawValue: word), !kind.isEvent || object["activity"] != nil else {
      callback = nil
      return
    }
    let event = kind.isEvent ? try object.text("message") : nil
    callback = DeliveredCallback(
      MonitorCallback(kind, activity: try object.text("activity"), event: event),
      planned: try object.date("planned"), delivered: try object.date("delivered"), sequence: sequence)
  }
}

extension HistoryCallback.Problem {
  fileprivate static func member(_ key: String) -> HistoryCallback.Problem {
    HistoryCallback.Problem(words: "'\(key)' is missing or has another form")
  }
}

extension MonitorCallback.Kind {
  /// Whether the method concerns an event.
  fileprivate var isEvent: Bool { self == .eventDidReachThreshold || self == .eventWillReachThresholdWarning }
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
