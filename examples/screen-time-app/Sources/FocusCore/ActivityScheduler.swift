import DeviceActivity
import Foundation

/// Registers the activities of profiles.
struct ActivityScheduler {
  private let center = DeviceActivityCenter()

  /// Monitors the profile's schedule, or stops that if it has none.
  func updateSchedule(of profile: Profile) throws {
    let name = ScheduleTimerActivity.name(for: profile.id)
    guard let schedule = profile.schedule, !schedule.weekdays.isEmpty else { return center.stopMonitoring([name]) }
    // One activity covers all weekdays, because an app and its extensions may monitor only 20. The handler checks the
    // weekday.
    try center.startMonitoring(
      name,
      during: DeviceActivitySchedule(
        intervalStart: schedule.start.components, intervalEnd: schedule.end.components, repeats: true))
  }

  /// Lets a break begin now.
  func startBreak(of profile: Profile) throws {
    guard let minutes = profile.breakMinutes else { return }
    try center.startMonitoring(
      BreakTimerActivity.name(for: profile.id), during: TimerWindow.schedule(from: Date(), minutes: minutes))
  }

  /// Ends a break. The monitor hears of it as of an end at its time.
  func endBreak(of profile: Profile) { center.stopMonitoring([BreakTimerActivity.name(for: profile.id)]) }

  /// Lets the timer of a session begin now.
  func startTimer(of profile: Profile) throws {
    guard let minutes = profile.timerMinutes else { return }
    try center.startMonitoring(
      StrategyTimerActivity.name(for: profile.id), during: TimerWindow.schedule(from: Date(), minutes: minutes))
  }

  /// Stops the timers of a session, and leaves the schedule.
  func stopTimers(of profileID: UUID) {
    center.stopMonitoring([BreakTimerActivity.name(for: profileID), StrategyTimerActivity.name(for: profileID)])
  }

  /// Stops the activities of profiles that no longer exist.
  func removeOrphans(keeping profiles: [Profile]) {
    let kept = Set(profiles.map(\.id))
    let orphans = center.activities.filter { name in
      TimerRouter.parts(of: name).map { !kept.contains($0.profileID) } ?? true
    }
    // An empty array would stop everything.
    if !orphans.isEmpty { center.stopMonitoring(orphans) }
  }
}
