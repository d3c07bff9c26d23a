import CivilTime
import Diagnostics
import JSON
import Scheduler

extension JSONWriter {
  /// An array of strings.
  mutating func strings(_ texts: [String]) {
    beginArray()
    for text in texts { string(text) }
    endArray()
  }

  /// An instant with the offset in force in a zone.
  mutating func instant(_ instant: Instant, in zone: ZoneRules) {
    string { bytes in instant.appendRFC3339(in: zone, to: &bytes) }
  }

  /// An instant with the offset in force in a zone; nil is null.
  mutating func instant(orNull instant: Instant?, in zone: ZoneRules) {
    if let instant { self.instant(instant, in: zone) } else { null() }
  }

  /// A number; nil is null.
  mutating func integer(orNull number: Int64?) {
    if let number { integer(number) } else { null() }
  }

  /// A string; nil is null.
  mutating func string(orNull text: String?) {
    if let text { string(text) } else { null() }
  }

  /// A target that is open for a while, as an object.
  mutating func writeOpen(_ target: String, until end: Instant, in zone: ZoneRules) {
    beginObject()
    key("target")
    string(target)
    key("until")
    instant(end, in: zone)
    endObject()
  }

  /// Ends the object of a line, which says when it is made from the built-in sample.
  mutating func endSampleObject(_ isSample: Bool) {
    if isSample {
      key("sample")
      bool(true)
    }
    endObject()
  }

  /// A diagnostic with its places.
  mutating func diagnostic(_ diagnostic: LocatedDiagnostic) {
    beginObject()
    key("severity")
    string(diagnostic.severity.rawValue)
    key("code")
    string(diagnostic.code.name)
    key("message")
    string(diagnostic.message)
    if let primary = diagnostic.primary { members(of: primary.location) }
    key("labels")
    beginArray()
    for label in (diagnostic.primary.map { $0.message.isEmpty ? [] : [$0] } ?? []) + diagnostic.secondary {
      beginObject()
      members(of: label.location)
      key("message")
      string(label.message)
      endObject()
    }
    endArray()
    key("help")
    strings(diagnostic.help)
    endObject()
  }

  private mutating func members(of location: SourceLocation) {
    key("file")
    string(location.file)
    key("line")
    integer(location.line)
    key("column")
    integer(location.column)
    key("endLine")
    integer(location.endLine)
    key("endColumn")
    integer(location.endColumn)
  }
}

extension JSONWriter {
  /// Writes whether the shield may be applied, and what that becomes when no strict session runs, as members of an object.
  mutating func authorization(of engine: Engine) {
    key("authorization")
    string(engine.authorization.rawValue)
    key("awaitedAuthorization")
    string(orNull: engine.awaitedAuthorization?.rawValue)
  }
}
