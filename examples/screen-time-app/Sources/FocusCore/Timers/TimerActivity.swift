import DeviceActivity
import Foundation

/// A kind of activity, and what its start and end do.
protocol TimerActivity {
  /// The first part of the names of its activities. Names outlive versions of the app, so it never changes.
  static var kind: String { get }

  /// Handles the start of an interval.
  func start(for profile: Profile)

  /// Handles the end of an interval.
  func end(for profile: Profile)
}

extension TimerActivity {
  /// Returns the name of a profile's activity, such as `BreakTimerActivity:<uuid>`.
  static func name(for profileID: UUID) -> DeviceActivityName { DeviceActivityName("\(kind):\(profileID.uuidString)") }
}
