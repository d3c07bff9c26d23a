import FamilyControls
import Foundation

/// What a person wants to be kept from, and when.
struct Profile: Codable, Equatable, Identifiable {
  /// The identity, which is a part of the names of the profile's activities.
  var id = UUID()
  /// The name that the shield shows.
  var name: String
  /// What is shielded.
  var selection = FamilyActivitySelection()
  /// The web domains that the browser refuses.
  var domains: Set<String> = []
  /// Whether apps cannot be removed during a session.
  var isStrict = false
  /// When sessions start by themselves; nil for never.
  var schedule: WeeklySchedule?
  /// The length of a break in minutes; nil for no breaks.
  var breakMinutes: Int?
  /// The length of a session that a person starts, in minutes; nil for a session without an end.
  var timerMinutes: Int?
}

/// A window that opens at a time of day on some weekdays.
struct WeeklySchedule: Codable, Equatable {
  /// The weekdays on which the window opens, counted as in `Calendar`: 1 is Sunday.
  var weekdays: Set<Int>
  /// The time at which the window opens.
  var start: ClockTime
  /// The time at which the window closes: on the next day, if it is not later than the start.
  var end: ClockTime
}

/// A time of day.
struct ClockTime: Codable, Equatable {
  /// The hour, 0 to 23.
  var hour: Int
  /// The minute, 0 to 59.
  var minute = 0

  /// The components that the time matches every day.
  var components: DateComponents { DateComponents(hour: hour, minute: minute) }
}
