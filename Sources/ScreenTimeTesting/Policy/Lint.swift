import DeviceActivity
import VirtualTime

/// Something that an app did which is allowed, and probably not meant.
public enum Lint: Hashable, Sendable {
  /// The start and the end of a schedule have different components, so that the interval may have begun long ago.
  case mismatchedComponents(activity: String)
  /// Components have a time zone without a calendar. Foundation ignores it.
  case timeZoneWithoutCalendar(activity: String)
  /// The clocks jump over the start or the end, so that the interval lasts a day longer.
  case dstStretchedInterval(activity: String, minutes: Int)
  /// `stopMonitoring` was called with an empty array, which stops every activity.
  case emptyStopStopsAll
  /// A threshold is 0, so that its event comes with the start.
  case thresholdOfZero(activity: String, event: String)
  /// A threshold has units other than days, hours, minutes and seconds, which do not count.
  case thresholdUnits(activity: String, event: String)
  /// An event has tokens that are void for the app. Their use does not count.
  case voidTokens(activity: String, event: String)
  /// Callbacks start each other without end, as one does that registers its own running activity again. The device stops
  /// delivering at that moment.
  case endlessDeliveries(last: String)
  /// Code of an app waits in real time, as with `Task.sleep`, a timer or `asyncAfter`. The device does not wait for it.
  case realTimeWait(app: String, wait: RealWait)
  /// `stopMonitoring` was called in a callback. On a device the end came on a second thread
  /// meanwhile; where both took one lock, the call was measured to block for 31 seconds.
  case stopInCallback(activity: String)
}

extension Lint: CustomStringConvertible {
  /// The lint as a sentence without a full stop.
  public var description: String {
    switch self {
    case .mismatchedComponents(let activity):
      "'\(activity)' has different components at its start and its end"
    case .timeZoneWithoutCalendar(let activity): "'\(activity)' has a time zone without a calendar, which is ignored"
    case .dstStretchedInterval(let activity, let minutes):
      "'\(activity)' lasts \(minutes) minutes because the clocks change"
    case .emptyStopStopsAll: "an empty array passed to stopMonitoring stops every activity"
    case .thresholdOfZero(let activity, let event): "event '\(event)' of '\(activity)' has a threshold of 0"
    case .thresholdUnits(let activity, let event):
      "event '\(event)' of '\(activity)' has units that do not count in its threshold"
    case .voidTokens(let activity, let event): "event '\(event)' of '\(activity)' has void tokens"
    case .endlessDeliveries(let last): "callbacks start each other without end, the last of them \(last)"
    case .realTimeWait(let app, let wait): "\(app) waits in real time: \(wait.rawValue)"
    case .stopInCallback(let activity): "stopMonitoring was called in a callback of '\(activity)'"
    }
  }
}
