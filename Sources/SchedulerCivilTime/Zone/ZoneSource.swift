/// Where zone rules come from: the machine's zone files, or whatever a test hands in.
public protocol ZoneSource: Sendable {
  /// The rules of an IANA identifier such as `Europe/Berlin`, or of `UTC` (which needs no file).
  func rules(for identifier: String) throws(ZoneError) -> ZoneRules
  /// The rules that the machine itself follows: `$TZ`, else `/etc/localtime`, else UTC.
  func systemRules() throws(ZoneError) -> ZoneRules
  /// Every identifier that can be asked for, sorted; empty when there is no zone database. Reads directories.
  func identifiers() -> [String]
}
