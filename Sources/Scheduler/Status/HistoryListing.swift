import SchedulerCivilTime

/// The part of the past to list: the newest entries, or all since an instant.
public enum HistoryListing {
  /// Returns the default number of entries or sessions: 20, or `most` if all since an instant are listed.
  public static func usualCount<Count: BinaryInteger>(since: Instant?, most: Count) -> Count {
    since == nil ? 20 : most
  }

  /// Returns whether a listing includes something that happened at an instant; nil if the instant is unknown.
  public static func contains(_ instant: Instant?, since: Instant?) -> Bool {
    since.map { since in instant.map { $0 >= since } ?? false } ?? true
  }
}
