import SchedulerCivilTime
import SchedulerJSON
import SchedulerStore

extension HistoryLine {
  /// The time at which an event was delivered or a session ended. Nil for missed intervals, which may be long past, and
  /// for a line without such a time.
  var instant: Instant? {
    guard let entry = JSONObject(historyLine: bytes) else { return nil }
    return entry.instant("delivered") ?? entry.instant("realEnd")
  }
}
