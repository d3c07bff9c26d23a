import DeviceActivity
import Foundation

/// The window of a profile's schedule, which opens and closes a session.
struct ScheduleTimerActivity: TimerActivity {
  static let kind = "ScheduleTimerActivity"

  func start(for profile: Profile) {
    guard SharedData.session == nil, isDue(for: profile) else { return }
    SharedData.session = Session(profileID: profile.id, origin: .schedule, startedAt: Date())
    Restrictions.apply(profile)
  }

  func end(for profile: Profile) {
    guard let session = SharedData.session, session.profileID == profile.id, session.origin == .schedule else { return }
    SharedData.session = nil
    Restrictions.lift()
  }

  /// Whether the window opened on one of the schedule's weekdays.
  ///
  /// The callback may come late, even on the next day, because a device delivers it when it is used. So it is the
  /// start of the running interval that counts, not today.
  private func isDue(for profile: Profile) -> Bool {
    guard let weekdays = profile.schedule?.weekdays else { return false }
    let interval = DeviceActivityCenter().schedule(for: Self.name(for: profile.id))?.nextInterval
    return weekdays.contains(Calendar.current.component(.weekday, from: interval?.start ?? Date()))
  }
}
