import Foundation

/// A break of a session. It lifts the restrictions for a while.
struct BreakTimerActivity: TimerActivity {
  static let kind = "BreakTimerActivity"

  func start(for profile: Profile) {
    guard SharedData.session?.profileID == profile.id else { return }
    SharedData.session?.breakStartedAt = Date()
    Restrictions.lift()
  }

  func end(for profile: Profile) {
    // The session may have ended during the break: then there is nothing to shield again.
    guard SharedData.session?.profileID == profile.id else { return }
    SharedData.session?.breakStartedAt = nil
    Restrictions.apply(profile)
  }
}
