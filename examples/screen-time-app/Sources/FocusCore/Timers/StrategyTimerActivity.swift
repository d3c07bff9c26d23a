import Foundation

/// The timer of a session that a person started. Its end ends the session.
struct StrategyTimerActivity: TimerActivity {
  static let kind = "StrategyTimerActivity"

  func start(for profile: Profile) {
    // The app has started the session. If the person has stopped it meanwhile, the start comes too late.
    guard SharedData.session?.profileID == profile.id else { return }
    Restrictions.apply(profile)
  }

  func end(for profile: Profile) {
    guard SharedData.session?.profileID == profile.id else { return }
    SharedData.session = nil
    Restrictions.lift()
  }
}
