/// Why a zone cannot be had.
public enum ZoneError: Error, Hashable, Sendable {
  /// The database has no zone of this name.
  case unknownIdentifier(String)
  /// The text that should be a POSIX rule, in `$TZ`, is none.
  case invalidRule(String, POSIXRuleError)
  /// There is no zone database in any of the directories.
  case noDatabase(directories: [String])
  /// The file exists and cannot be read; the reason is the system's own words.
  case unreadable(path: String, reason: String)
  /// The file can be read and is no zone file.
  case damaged(path: String, TZifError)
}
