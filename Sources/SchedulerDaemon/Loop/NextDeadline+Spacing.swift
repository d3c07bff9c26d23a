import Scheduler
import SchedulerCivilTime

extension NextDeadline {
  /// So many nanoseconds are between an evaluation and the next one where nothing else happens: a second.
  private static let leastDistance: Int64 = 1_000_000_000

  /// What to wait for behind an evaluation at a moment: this, but a second where it is not ahead. An evaluation that
  /// did not do what was due would else be repeated without a pause.
  func spaced(after moment: Moment) -> NextDeadline {
    nanoseconds(after: moment) == 0 ? NextDeadline(wall: nil, boot: moment.boot + Self.leastDistance) : self
  }
}
