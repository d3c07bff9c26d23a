import SchedulerCivilTime
import SchedulerJSON

/// How much of the past is shown: the newest, or all since an instant.
public enum HistoryListing {
  /// So many entries or sessions are shown unless something else is asked for: the newest 20, and all since an instant.
  public static func usualCount<Count: BinaryInteger>(since: Instant?, most: Count) -> Count {
    since == nil ? 20 : most
  }

  /// Whether something that happened at an instant, nil for unknown, is asked for.
  public static func contains(_ instant: Instant?, since: Instant?) -> Bool {
    since.map { since in instant.map { $0 >= since } ?? false } ?? true
  }
}

extension JSONObject {
  /// When what a line of history tells happened, or of what was missed when it ended; nil where it does not say.
  public var happened: Instant? {
    if let instant = instant("planned") ?? instant("end") { return instant }
    return self["intervals"]?.arrayValue?.last?.objectValue?.instant("end")
  }
}
