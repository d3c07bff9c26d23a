import SchedulerCivilTime
import SchedulerJSON

extension JSONWriter {
  /// Writes an instant with the offset that applies in a zone.
  public mutating func instant(_ instant: Instant, in zone: ZoneRules) {
    self.instant(instant, offset: zone.offset(at: instant))
  }

  /// Writes an instant with an offset that is known to apply.
  public mutating func instant(_ instant: Instant, offset: UTCOffset) {
    string(upTo: Instant.maximumTextLength) { instant.appendRFC3339(offset: offset, to: &$0) }
  }

  /// Writes a member with an instant, with the offset that applies in a zone.
  public mutating func member(_ key: StaticString, value instant: Instant, in zone: ZoneRules) {
    self.key(key)
    self.instant(instant, in: zone)
  }

  /// Writes a member with an instant, with the offset that applies in a zone, or `null` for nil.
  public mutating func member(_ key: StaticString, orNull instant: Instant?, in zone: ZoneRules) {
    self.key(key)
    if let instant { self.instant(instant, in: zone) } else { null() }
  }

  /// Writes a target that is open until an instant, as an object.
  public mutating func writeOpen(_ target: String, until end: Instant, in zone: ZoneRules) {
    object { json in
      json.member("target", value: target)
      json.member("until", value: end, in: zone)
    }
  }
}

extension JSONWriter {
  /// Writes the members for the authorization of the shield, and for its value once no strict session runs.
  public mutating func authorization(of engine: Engine) {
    member("authorization", value: engine.authorization.rawValue)
    member("awaitedAuthorization", orNull: engine.awaitedAuthorization?.rawValue)
  }
}
