import Foundation
import OSLog

/// What the buttons of the app do.
struct SessionCommands {
  private let scheduler = ActivityScheduler()
  private let logger = Logger(subsystem: "com.example.focus", category: "sessions")

  /// Stores the profiles, and monitors their schedules.
  func save(_ profiles: [Profile]) throws {
    SharedData.profiles = profiles
    scheduler.removeOrphans(keeping: profiles)
    for profile in profiles { try scheduler.updateSchedule(of: profile) }
  }

  /// Starts a session of a profile.
  func start(_ profile: Profile) throws {
    SharedData.session = Session(profileID: profile.id, origin: .person, startedAt: Date())
    Restrictions.apply(profile)
    logger.info("session of \(profile.name, privacy: .private) starts")
    try scheduler.startTimer(of: profile)
  }

  /// Stops the session that runs.
  func stop() {
    guard let session = SharedData.session else { return }
    SharedData.session = nil
    Restrictions.lift()
    scheduler.stopTimers(of: session.profileID)
    logger.info("session stops")
  }

  /// Ends a session whose timer has run out, in case that its callback never came. The app calls it when it is opened.
  func reconcile() {
    guard let session = SharedData.session, session.origin == .person,
      let minutes = SharedData.profile(session.profileID)?.timerMinutes,
      session.startedAt.addingTimeInterval(TimeInterval(minutes) * 60) <= Date()
    else { return }
    stop()
  }

  /// Starts a break, or ends the one that runs. Does nothing without a session.
  func toggleBreak() throws {
    guard let session = SharedData.session, let profile = SharedData.profile(session.profileID) else { return }
    if session.breakStartedAt == nil {
      try scheduler.startBreak(of: profile)
    } else {
      scheduler.endBreak(of: profile)
    }
  }
}
