/// The reason why a zone could not be read.
public enum ZoneError: Error, Hashable, Sendable {
  /// The database has no zone of this name.
  case unknownIdentifier(String)
  /// The text in `$TZ` is not a POSIX rule.
  case invalidRule(String, POSIXRuleError)
  /// None of the directories contains a zone database.
  case noDatabase(directories: [String])
  /// The file exists but cannot be read; the reason is the system's message.
  case unreadable(path: String, reason: String)
  /// The file is not a valid zone file.
  case damaged(path: String, TZifError)
}
