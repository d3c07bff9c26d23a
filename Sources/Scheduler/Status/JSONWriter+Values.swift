import SchedulerCivilTime
import SchedulerJSON

extension JSONWriter {
  /// Writes an instant with the offset in force in a zone.
  public mutating func instant(_ instant: Instant, in zone: ZoneRules) {
    self.instant(instant, offset: zone.offset(at: instant))
  }

  /// An instant with an offset that is known to be in force.
  public mutating func instant(_ instant: Instant, offset: UTCOffset) {
    string(upTo: Instant.maximumTextLength) { instant.appendRFC3339(offset: offset, to: &$0) }
  }

  /// Writes a member that is an instant, with the offset in force in a zone.
  public mutating func member(_ key: StaticString, _ instant: Instant, in zone: ZoneRules) {
    self.key(key)
    self.instant(instant, in: zone)
  }

  /// Writes a member that is an instant, with the offset in force in a zone, or `null` for nil.
  public mutating func member(_ key: StaticString, orNull instant: Instant?, in zone: ZoneRules) {
    self.key(key)
    if let instant { self.instant(instant, in: zone) } else { null() }
  }

  /// Writes a target that is open until an instant, as an object.
  public mutating func writeOpen(_ target: String, until end: Instant, in zone: ZoneRules) {
    object { json in
      json.member("target", target)
      json.member("until", end, in: zone)
    }
  }
}

extension JSONWriter {
  /// Writes the members that state whether the shield may be applied, and what that becomes when no strict session runs.
  public mutating func authorization(of engine: Engine) {
    member("authorization", engine.authorization.rawValue)
    member("awaitedAuthorization", orNull: engine.awaitedAuthorization?.rawValue)
  }
}
