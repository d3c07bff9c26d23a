import DeviceActivity
import Foundation

/// Finds the handler and the profile of an activity by its name.
struct TimerRouter {
  /// The handlers by the kind of their activities.
  var handlers: [String: any TimerActivity]

  /// The handlers of the app.
  static var standard: TimerRouter {
    TimerRouter(handlers: [
      ScheduleTimerActivity.kind: ScheduleTimerActivity(),
      BreakTimerActivity.kind: BreakTimerActivity(),
      StrategyTimerActivity.kind: StrategyTimerActivity(),
    ])
  }

  /// Handles the start of an activity's interval. Returns whether the activity is known.
  @discardableResult
  func start(_ activity: DeviceActivityName) -> Bool { route(activity) { $0.start(for: $1) } }

  /// Handles the end of an activity's interval. Returns whether the activity is known.
  @discardableResult
  func end(_ activity: DeviceActivityName) -> Bool { route(activity) { $0.end(for: $1) } }

  private func route(_ activity: DeviceActivityName, to body: (any TimerActivity, Profile) -> Void) -> Bool {
    guard let (kind, id) = Self.parts(of: activity), let handler = handlers[kind],
      let profile = SharedData.profile(id)
    else { return false }
    body(handler, profile)
    return true
  }

  /// Returns the kind and the profile of a name. Version 1 had schedules only, and named them by the profile alone.
  static func parts(of activity: DeviceActivityName) -> (kind: String, profileID: UUID)? {
    let parts = activity.rawValue.split(separator: ":", maxSplits: 1).map(String.init)
    guard let id = parts.last.flatMap(UUID.init(uuidString:)) else { return nil }
    return (parts.count == 2 ? parts[0] : ScheduleTimerActivity.kind, id)
  }
}
