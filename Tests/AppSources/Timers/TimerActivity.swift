import DeviceActivity
import Foundation

protocol TimerActivity {
  static var id: String { get }
  func getDeviceActivityName(from profileId: String) -> DeviceActivityName
  func start(for profile: ProfileSnapshot)
  func stop(for profile: ProfileSnapshot)
}

extension TimerActivity {
  func getDeviceActivityName(from profileId: String) -> DeviceActivityName {
    DeviceActivityName(rawValue: "\(Self.id):\(profileId)")
  }

  func getAllActivities(from activities: [DeviceActivityName]) -> [DeviceActivityName] {
    activities.filter { $0.rawValue.starts(with: Self.id) }
  }
}

enum TimerRouter {
  static func startTimerActivity(for activity: DeviceActivityName) {
    guard let (timer, profile) = resolve(activity) else { return }
    timer.start(for: profile)
  }

  static func stopTimerActivity(for activity: DeviceActivityName) {
    guard let (timer, profile) = resolve(activity) else { return }
    timer.stop(for: profile)
  }

  private static func resolve(_ activity: DeviceActivityName) -> (any TimerActivity, ProfileSnapshot)? {
    let components = activity.rawValue.split(separator: ":")
    // Older versions used the bare identifier of the profile.
    let (kind, profileId) =
      components.count == 2
      ? (String(components[0]), String(components[1])) : (ScheduleTimerActivity.id, activity.rawValue)
    guard let profile = SharedData.snapshot(for: profileId) else { return nil }
    switch kind {
    case ScheduleTimerActivity.id: return (ScheduleTimerActivity(), profile)
    case BreakTimerActivity.id: return (BreakTimerActivity(), profile)
    case StrategyTimerActivity.id: return (StrategyTimerActivity(), profile)
    default: return nil
    }
  }
}
