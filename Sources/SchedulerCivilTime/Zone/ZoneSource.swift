/// A source of zone rules: the machine's zone files, or fixed rules in tests.
public protocol ZoneSource: Sendable {
  /// Returns the rules of an IANA identifier such as `Europe/Berlin`, or of `UTC`, which needs no file.
  func rules(for identifier: String) throws(ZoneError) -> ZoneRules
  /// Returns the rules of the machine: `$TZ`, else `/etc/localtime`, else UTC.
  func systemRules() throws(ZoneError) -> ZoneRules
  /// Returns every available identifier, sorted; empty if there is no zone database. Reads directories.
  func identifiers() -> [String]
}
