import SchedulerCivilTime
import SchedulerJSON

extension JSONObject {
  /// Returns the instant of a time, without its fraction of a second; nil if the key has no valid time.
  public func instant(_ key: String) -> Instant? {
    guard let text = self[key]?.stringValue else { return nil }
    let second = text.utf8.count > 20 ? text.prefix(19) + "Z" : text[...]
    return Instant(rfc3339: second)
  }
}

extension JSONObject {
  /// Parses a line of the history. Returns nil for a damaged line, which is reported where the history is opened.
  public init?(historyLine bytes: [UInt8]) {
    do throws(JSONError) {
      guard let object = try JSONValue(parsing: bytes).objectValue else { return nil }
      self = object
    } catch {
      return nil
    }
  }
}
