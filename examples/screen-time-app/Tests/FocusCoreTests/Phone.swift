import FamilyControls
import ManagedSettings
import ScreenTimeTesting

@testable import FocusCore

extension FamilyActivitySelection {
  /// A selection as the picker makes it.
  init(applications: Set<ApplicationToken> = [], categories: Set<ActivityCategoryToken> = []) {
    self.init()
    applicationTokens = applications
    categoryTokens = categories
  }
}

/// A device with the app and a video app to be kept from.
struct Phone {
  static let video = "com.example.video"

  let device: VirtualDevice
  let app: InstalledApp

  /// Creates a phone, on which the app is authorized.
  ///
  /// - Parameter router: the handlers of the monitor: those of the app, or others that a test compares them with.
  init(
    at time: String, policy: SemanticsPolicy = .documented, faults: [Fault] = [],
    router: @escaping @Sendable () -> TimerRouter = { .standard }
  ) {
    device = VirtualDevice(at: time, in: "America/Los_Angeles", policy: policy, faults: faults)
    app = device.install(
      ScreenTimeApp(
        "com.example.focus", monitor: { FocusMonitor(router: router()) }, shieldAction: { FocusShieldAction() },
        shieldConfiguration: { FocusShieldConfiguration() }))
    device.addApplication(Self.video, category: "Entertainment", displayName: "Video")
  }

  /// Whether the video app is shielded.
  var isShielded: Bool { device.effective(for: Self.video).isShielded }

  /// The session as the app reads it.
  var session: Session? { device.run(in: app) { SharedData.session } }

  /// A profile that selects the video app.
  func profile(
    schedule: WeeklySchedule? = nil, breakMinutes: Int? = nil, timerMinutes: Int? = nil
  ) -> Profile {
    Profile(
      name: "Focus", selection: .init(applications: [device.token(for: Self.video)]), schedule: schedule,
      breakMinutes: breakMinutes, timerMinutes: timerMinutes)
  }

  /// Stores a profile as the app does.
  func save(_ profile: Profile) throws { try device.run(in: app) { try SessionCommands().save([profile]) } }

  /// Starts a session as the app does.
  func start(_ profile: Profile) throws { try device.run(in: app) { try SessionCommands().start(profile) } }

  /// Stops the session as the app does.
  func stop() { device.run(in: app) { SessionCommands().stop() } }

  /// Starts or ends a break as the app does.
  func toggleBreak() throws { try device.run(in: app) { try SessionCommands().toggleBreak() } }
}

extension WeeklySchedule {
  /// From 22:00 until 06:00, from Monday to Friday.
  static let weekdayNights = WeeklySchedule(
    weekdays: [2, 3, 4, 5, 6], start: ClockTime(hour: 22), end: ClockTime(hour: 6))
  /// From 09:00 until 17:00, from Monday to Friday.
  static let workdays = WeeklySchedule(
    weekdays: [2, 3, 4, 5, 6], start: ClockTime(hour: 9), end: ClockTime(hour: 17))
}

extension Profile {
  /// A profile that shields an app in the nights of weekdays. Its identity is the same in each run.
  static func nights(shielding token: ApplicationToken) -> Profile {
    let id = UUID(uuidString: "5D1C8E5A-0F3B-4C55-9B0E-5B7C2A3D4E6F") ?? UUID()
    return Profile(id: id, name: "Nights", selection: .init(applications: [token]), schedule: .weekdayNights)
  }
}
