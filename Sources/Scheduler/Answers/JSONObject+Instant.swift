import CivilTime
import JSON

extension JSONObject {
  /// The second of a time with or without a fraction of it.
  public func instant(_ key: String) -> Instant? {
    guard let text = self[key]?.stringValue else { return nil }
    let second = text.utf8.count > 20 ? text.prefix(19) + "Z" : text[...]
    return Instant(rfc3339: second)
  }
}
