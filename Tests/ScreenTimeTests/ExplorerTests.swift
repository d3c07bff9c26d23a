import DeviceActivity
import ManagedSettings
import ScreenTimeTesting
import Synchronization
import Testing

/// The explorer runs every order that matters, and reports the shortest one that breaks a scenario.
@Suite struct ExplorerTests {
  private static func device(apps: Int = 3) -> (VirtualDevice, [InstalledApp]) {
    let device = VirtualDevice(at: "2026-08-13 09:00", in: "Europe/Berlin")
    return (device, (0..<apps).map { device.install(ScreenTimeApp("com.example.app\($0)")) })
  }

  /// Three processes with some deliveries each, which `body` describes.
  private static func prepare(_ counts: [Int], body: @escaping @Sendable (Int, Int) -> Void) -> VirtualDevice {
    let (device, apps) = device(apps: counts.count)
    for (process, count) in counts.enumerated() {
      for step in 0..<count { device.enqueue("step \(step)", in: apps[process]) { body(process, step) } }
    }
    return device
  }

  @Test(
    arguments: [([2, 2], 6), ([1, 1, 1], 6), ([2, 2, 2], 90), ([3, 3, 1], 140), ([4], 1), ([], 1)] as [([Int], Int)])
  func `every order is run when the check runs after each delivery`(counts: [Int], orders: Int) {
    let seen = Mutex<Set<[String]>>([])
    let report = Explorer(checking: .afterEachDelivery).explore {
      Self.prepare(counts) { _, _ in }
    } scenario: { device in
      device.advance(by: .zero)
      seen.withLock { _ = $0.insert(device.journal.filter { $0.app != nil }.map { "\($0.app ?? "") \($0)" }) }
    } check: { _ in
      nil
    }
    #expect(report.orders == orders)
    #expect(report.isComplete)
    #expect(seen.withLock(\.count) == orders)
  }

  @Test func `orders of deliveries that share nothing are run once`() {
    let report = Explorer().explore {
      Self.prepare([4, 4, 4]) { _, step in ManagedSettingsStore().dateAndTime.requireAutomaticDateAndTime = step == 0 }
    } scenario: {
      $0.advance(by: .zero)
    } check: { _ in
      nil
    }
    // Each app has its own store, but all stores decide together.
    #expect(report.orders <= 34_650)
    #expect(report.isComplete)
    let idle = Explorer().explore {
      Self.prepare([4, 4, 4]) { _, _ in _ = ManagedSettingsStore().dateAndTime.requireAutomaticDateAndTime }
    } scenario: {
      $0.advance(by: .zero)
    } check: { _ in
      nil
    }
    #expect(idle.orders == 1)
  }

  @Test func `all 34650 orders of 12 deliveries`() {
    let clock = ContinuousClock()
    var report: Explorer.Report?
    let time = clock.measure {
      report = Explorer(checking: .afterEachDelivery).explore {
        Self.prepare([4, 4, 4]) { _, step in
          ManagedSettingsStore().dateAndTime.requireAutomaticDateAndTime = step == 0
        }
      } scenario: {
        $0.advance(by: .zero)
      } check: { _ in
        nil
      }
    }
    print(time, report!)
  }
}
