import Scheduler
import SchedulerCivilTime
import SchedulerJSON

/// What a person is told of something that happened: a desktop notification.
public struct Notice: Hashable, Sendable {
  /// The number of the event.
  public let number: Int64
  /// One line, such as `Deep work ends in 10 min`.
  public let title: String
  /// What there is to add; empty for nothing.
  public let body: String
  /// Whether it stays until somebody has seen it.
  public let isUrgent: Bool

  /// A notice as a client hears it; nil for what is none.
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
