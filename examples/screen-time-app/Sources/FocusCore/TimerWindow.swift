import DeviceActivity
import Foundation

/// The interval of a timer, which has to be at least 15 minutes long however short the timer is.
enum TimerWindow {
  /// The shortest interval that the system accepts, in seconds.
  static let shortest: TimeInterval = 15 * 60

  /// Returns a schedule that runs from now for some minutes.
  ///
  /// A short timer begins in the past: what counts is the length of the interval, not what is left of it. Both ends have
  /// the same components, so that they may lie on both sides of midnight.
  static func schedule(from now: Date, minutes: Int) -> DeviceActivitySchedule {
    let end = now.addingTimeInterval(TimeInterval(minutes) * 60)
    let start = min(now, end.addingTimeInterval(-shortest))
    return DeviceActivitySchedule(
      intervalStart: components(of: start), intervalEnd: components(of: end), repeats: false)
  }

  private static func components(of date: Date) -> DateComponents {
    Calendar.current.dateComponents([.hour, .minute, .second], from: date)
  }
}
