import DeviceActivity
import ScreenTimeTesting
import Testing

@testable import FocusCore

/// Mistakes that are easy to make and hard to see on a device. Each test runs one scenario with the mistake, which shows
/// it, and with the code of the app.
@Suite(.virtualDevice) struct EasyMistakeTests {
  /// Tests the weekday at the delivery of the callback.
  struct WeekdayAtDelivery: TimerActivity {
    static let kind = ScheduleTimerActivity.kind

    func start(for profile: Profile) {
      let today = Calendar.current.component(.weekday, from: Date())
      guard profile.schedule?.weekdays.contains(today) == true else { return }
      SharedData.session = Session(profileID: profile.id, origin: .schedule, startedAt: Date())
      Restrictions.apply(profile)
    }

    func end(for profile: Profile) { ScheduleTimerActivity().end(for: profile) }
  }

  @Test func `a Friday night that begins after midnight is still Friday's`() throws {
    func isShielded(_ make: @escaping @Sendable () -> TimerRouter) throws -> Bool {
      let phone = Phone(at: "2026-08-14 21:00", router: make)
      try phone.save(phone.profile(schedule: .weekdayNights))
      phone.device.putDown()
      phone.device.advance(to: "00:30")
      // It is Saturday now, and the device delivers the start of Friday's window.
      phone.device.pickUp()
      return phone.isShielded
    }
    #expect(try !isShielded { TimerRouter(handlers: [WeekdayAtDelivery.kind: WeekdayAtDelivery()]) })
    #expect(try isShielded { .standard })
  }

  /// Lets timers run from midnight, and ends them at midnight.
  static func clampedWindow(from now: Date, minutes: Int) -> DeviceActivitySchedule {
    let end = now.addingTimeInterval(TimeInterval(minutes) * 60)
    let isToday = Calendar.current.isDate(end, inSameDayAs: now)
    let last = DateComponents(hour: 23, minute: 59, second: 59)
    return DeviceActivitySchedule(
      intervalStart: DateComponents(hour: 0, minute: 0, second: 0),
      intervalEnd: isToday ? Calendar.current.dateComponents([.hour, .minute, .second], from: end) : last,
      repeats: false)
  }

  @Test func `a timer runs across midnight, and just after midnight`() throws {
    func end(at time: String, _ window: (Date, Int) -> DeviceActivitySchedule) throws -> String? {
      let phone = Phone(at: time)
      try phone.device.run(in: phone.app) {
        try DeviceActivityCenter().startMonitoring(.init("timer"), during: window(Date(), 30))
      }
      phone.device.advance(by: .hours(1))
      return phone.device.transcript.last
    }
    #expect(try end(at: "2026-08-13 23:50", Self.clampedWindow) == "2026-08-13 23:59:59 intervalDidEnd timer")
    #expect(try end(at: "2026-08-13 23:50", TimerWindow.schedule) == "2026-08-14 00:20:00 intervalDidEnd timer")

    let phone = Phone(at: "2026-08-13 00:05")
    phone.device.run(in: phone.app) {
      let center = DeviceActivityCenter()
      #expect(throws: DeviceActivityCenter.MonitoringError.intervalTooShort) {
        try center.startMonitoring(.init("timer"), during: Self.clampedWindow(from: Date(), minutes: 5))
      }
      #expect(throws: Never.self) {
        try center.startMonitoring(.init("timer"), during: TimerWindow.schedule(from: Date(), minutes: 5))
      }
    }
  }

  /// Passes the computed list on, even if it is empty.
  static func removeOrphansUnguarded(keeping profiles: [Profile]) {
    let center = DeviceActivityCenter()
    let kept = Set(profiles.map(\.id))
    center.stopMonitoring(
      center.activities.filter { name in TimerRouter.parts(of: name).map { !kept.contains($0.profileID) } ?? true })
  }

  @Test func `removing orphans when there are none stops nothing`() throws {
    let phone = Phone(at: "2026-08-13 10:00")
    let profile = phone.profile(schedule: .workdays)
    try phone.save(profile)
    phone.device.run(in: phone.app) { ActivityScheduler().removeOrphans(keeping: [profile]) }
    #expect(phone.device.activities(of: phone.app).count == 1)
    #expect(phone.device.lints.isEmpty)

    phone.device.run(in: phone.app) { Self.removeOrphansUnguarded(keeping: [profile]) }
    #expect(phone.device.activities(of: phone.app).isEmpty)
    #expect(phone.device.lints == [.emptyStopStopsAll])
  }

  /// Believes that a timer starts only during a session.
  struct StartWithoutSession: TimerActivity {
    static let kind = StrategyTimerActivity.kind

    func start(for profile: Profile) { Restrictions.apply(profile) }

    func end(for profile: Profile) { StrategyTimerActivity().end(for: profile) }
  }

  @Test func `a start that arrives after stop leaves no shield behind`() throws {
    func isShielded(_ make: @escaping @Sendable () -> TimerRouter) throws -> Bool {
      // The callback takes three seconds, and the person is quicker.
      let policy = SemanticsPolicy.documented.with(\.latency, as: .observed).with(\.stopBeforeStart, as: .lateStart)
      let phone = Phone(at: "2026-08-13 10:00", policy: policy, router: make)
      let profile = phone.profile(timerMinutes: 25)
      try phone.save(profile)
      try phone.start(profile)
      phone.device.advance(by: .seconds(1))
      phone.stop()
      phone.device.advance(by: .days(1))
      return phone.isShielded
    }
    #expect(try isShielded { TimerRouter(handlers: [StartWithoutSession.kind: StartWithoutSession()]) })
    #expect(try !isShielded { .standard })
  }

  /// Shields after every break, also after the session has ended.
  struct EndWithoutSession: TimerActivity {
    static let kind = BreakTimerActivity.kind

    func start(for profile: Profile) { BreakTimerActivity().start(for: profile) }

    func end(for profile: Profile) { Restrictions.apply(profile) }
  }

  @Test func `stopping a session during its break leaves no shield behind`() throws {
    func isShielded(_ make: @escaping @Sendable () -> TimerRouter) throws -> Bool {
      let phone = Phone(at: "2026-08-13 10:00", router: make)
      let profile = phone.profile(breakMinutes: 5)
      try phone.save(profile)
      try phone.start(profile)
      try phone.toggleBreak()
      // `stopMonitoring` within the interval delivers its end.
      phone.stop()
      return phone.isShielded
    }
    #expect(try isShielded { TimerRouter(handlers: [EndWithoutSession.kind: EndWithoutSession()]) })
    #expect(try !isShielded { .standard })
  }
}
