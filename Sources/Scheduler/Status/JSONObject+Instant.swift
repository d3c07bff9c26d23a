import SchedulerCivilTime
import SchedulerJSON

extension JSONObject {
  /// The second of a time with or without a fraction of it.
  public func instant(_ key: String) -> Instant? {
    guard let text = self[key]?.stringValue else { return nil }
    let second = text.utf8.count > 20 ? text.prefix(19) + "Z" : text[...]
    return Instant(rfc3339: second)
  }
}

extension JSONObject {
  /// The object of a line of history; nil for a damaged one, which is told of where history is opened.
  public init?(historyLine bytes: [UInt8]) {
    do throws(JSONError) {
      guard let object = try JSONValue(parsing: bytes).objectValue else { return nil }
      self = object
    } catch {
      return nil
    }
  }
}
