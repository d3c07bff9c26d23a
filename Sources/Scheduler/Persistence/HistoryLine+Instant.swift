import SchedulerCivilTime
import SchedulerJSON
import SchedulerStore

extension HistoryLine {
  /// When an event was delivered or a session ended; nil for what was missed, which may have been long ago, and for a line
  /// that does not say.
  var instant: Instant? {
    guard let entry = JSONObject(historyLine: bytes) else { return nil }
    return entry.instant("delivered") ?? entry.instant("realEnd")
  }
}
