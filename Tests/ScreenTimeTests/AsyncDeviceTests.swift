import ScreenTimeTesting
import Testing
import UserNotifications

/// What asynchronous code of a device reads as the time.
@Suite struct AsyncDeviceTests {
  private static let noon = "2026-08-13 12:00"

  private static func device() -> (VirtualDevice, InstalledApp) {
    let device = VirtualDevice(at: noon, in: "America/Los_Angeles")
    return (device, device.install(ScreenTimeApp("com.example.focus")))
  }

  @Test func `Date shows the time of the device before and after a suspension point`() async throws {
    let (device, app) = Self.device()
    let dates = await device.run(in: app) {
      var dates = [Date()]
      await Task.yield()
      dates.append(Date())
      device.advance(by: .minutes(1))
      await Task.yield()
      dates.append(Date())
      return dates
    }
    #expect(dates.map { $0.timeIntervalSince(dates[0]) } == [0, 0, 60])
    #expect(dates.last == device.now)
  }

  @Test func `a sleep of asynchronous code takes real time, and leaves the clock of the device`() async throws {
    let (device, app) = Self.device()
    let before = ContinuousClock.now
    let dates = try await device.run(in: app) {
      let before = Date()
      try await Task.sleep(for: .milliseconds(40))
      try await Task.sleep(nanoseconds: 40_000_000)
      return [before, Date()]
    }
    #expect(before.duration(to: .now) >= .milliseconds(80))
    #expect(dates == [device.now, device.now])
  }

  @Test func `a sleep without an end is cancelled`() async {
    let (device, app) = Self.device()
    await device.run(in: app) {
      await withTaskGroup(of: Void.self) { group in
        group.addTask { try? await Task.sleep(nanoseconds: .max) }
        group.addTask { try? await Task.sleep(for: .seconds(Int64.max / 2)) }
        await Task.yield()
        group.cancelAll()
      }
    }
  }

  @MainActor
  @Test func `a notification of the main actor is due in the device's time, although Date is real there`() async throws
  {
    let (device, app) = Self.device()
    let next = try await device.run(in: app) {
      #expect(Date() != device.now)
      let trigger = UNTimeIntervalNotificationTrigger(timeInterval: 90, repeats: false)
      let center = UNUserNotificationCenter.current()
      _ = try await center.requestAuthorization(options: [.alert])
      try await center.add(
        UNNotificationRequest(identifier: "later", content: UNMutableNotificationContent(), trigger: trigger))
      let evening = UNCalendarNotificationTrigger(dateMatching: DateComponents(hour: 18), repeats: false)
      return [trigger.nextTriggerDate(), evening.nextTriggerDate()]
    }
    #expect(next == [device.now.addingTimeInterval(90), device.now.addingTimeInterval(6 * 3_600)])
    device.advance(by: .seconds(89))
    #expect(device.notifications(of: app).isEmpty)
    device.advance(by: .seconds(1))
    #expect(device.notifications(of: app).map(\.date) == [device.now])
  }

  @Test func `child tasks and actors of asynchronous code read the time of the device`() async {
    actor Clerk {
      func date() -> Date { Date() }
    }
    let (device, app) = Self.device()
    let dates = await device.run(in: app) {
      async let child = Date()
      let clerk = Clerk()
      return [await child, await clerk.date(), Date()]
    }
    #expect(Set(dates) == [device.now])
  }
}
