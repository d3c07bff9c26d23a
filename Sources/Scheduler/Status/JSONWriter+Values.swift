import SchedulerCivilTime
import SchedulerJSON

extension JSONWriter {
  /// An array of strings.
  public mutating func strings(_ texts: [String]) {
    beginArray()
    for text in texts { string(text) }
    endArray()
  }

  /// An instant with the offset in force in a zone.
  public mutating func instant(_ instant: Instant, in zone: ZoneRules) {
    string { bytes in instant.appendRFC3339(in: zone, to: &bytes) }
  }

  /// An instant with the offset in force in a zone; nil is null.
  public mutating func instant(orNull instant: Instant?, in zone: ZoneRules) {
    if let instant { self.instant(instant, in: zone) } else { null() }
  }

  /// A number; nil is null.
  public mutating func integer(orNull number: Int64?) {
    if let number { integer(number) } else { null() }
  }

  /// A string; nil is null.
  public mutating func string(orNull text: String?) {
    if let text { string(text) } else { null() }
  }

  /// A target that is open for a while, as an object.
  public mutating func writeOpen(_ target: String, until end: Instant, in zone: ZoneRules) {
    beginObject()
    key("target")
    string(target)
    key("until")
    instant(end, in: zone)
    endObject()
  }
}

extension JSONWriter {
  /// Writes whether the shield may be applied, and what that becomes when no strict session runs, as members of an object.
  public mutating func authorization(of engine: Engine) {
    key("authorization")
    string(engine.authorization.rawValue)
    key("awaitedAuthorization")
    string(orNull: engine.awaitedAuthorization?.rawValue)
  }
}
