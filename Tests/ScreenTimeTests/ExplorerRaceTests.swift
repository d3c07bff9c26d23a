import DeviceActivity
import FamilyControls
import ManagedSettings
import ScreenTimeSystem
import ScreenTimeTesting
import Testing

/// Races that the explorer finds although a delivery removes, makes or authorizes another one.
@Suite struct ExplorerRaceTests {
  /// An app whose code runs `step` at the moment at which its interval starts.
  private static func atStart(policy: SemanticsPolicy = .documented, step: @escaping @Sendable () -> Void)
    -> VirtualDevice
  {
    let (device, app) = Workday.device(at: "2026-08-13 08:00", policy: policy)
    device.run(in: app) { Workday.start() }
    device.enqueue("step", in: app, after: .hours(1), running: step)
    return device
  }

  @Test(arguments: [SemanticsPolicy.Concurrency.serial, .concurrent])
  func `a stop that removes a start is tried after the start as well`(concurrency: SemanticsPolicy.Concurrency) {
    let transcripts = SharedState<Set<Transcript>>([])
    let report = Explorer().explore {
      Self.atStart(policy: .documented.with(\.concurrency, as: concurrency)) {
        DeviceActivityCenter().stopMonitoring([DeviceActivityName("work")])
      }
    } scenario: { device in
      device.advance(by: .hours(2))
      transcripts.withLock { _ = $0.insert(device.transcript) }
    } check: { _ in
      nil
    }
    #expect(report.orders == 2 && report.isComplete)
    #expect(
      transcripts.withLock { $0 } == [
        [], ["2026-08-13 09:00:00 intervalDidStart work", "2026-08-13 09:00:00 intervalDidEnd work"],
      ])
  }

  @Test func `a write without authorization depends on when the authorization is given back`() {
    let shielded = SharedState<Set<Bool>>([])
    let report = Explorer().explore {
      Self.atStart { AuthorizationCenter.shared.revokeAuthorization { _ in } }
    } scenario: { device in
      device.advance(by: .hours(2))
      shielded.withLock { _ = $0.insert(device.journal.contains { "\($0)".contains("intervalDidStart") }) }
    } check: { _ in
      nil
    }
    #expect(report.orders == 2)
    #expect(shielded.withLock { $0 } == [true, false])
  }

  @Test func `a race before a delivery that another one made is found`() {
    let shielded = SharedState<Set<Bool>>([])
    let report = Explorer().explore {
      let (device, app) = Workday.device(at: "2026-08-13 10:00")
      device.enqueue("press", in: app, as: .shieldAction) { ManagedSettingsStore().clearAllSettings() }
      device.enqueue("tap start", in: app) { Workday.start() }
      return device
    } scenario: { device in
      device.advance(by: .minutes(1))
      shielded.withLock { _ = $0.insert(device.effective(for: "com.example.video").isShielded) }
    } check: { _ in
      nil
    }
    #expect(report.isComplete)
    #expect(shielded.withLock { $0 } == [true, false])
  }

  @Test func `the order of two requests for a child is explored`() {
    let authorized = SharedState<Set<String>>([])
    let report = Explorer().explore {
      let device = VirtualDevice(at: "2026-08-13 10:00", in: "Europe/Berlin")
      for name in ["com.example.a", "com.example.b"] {
        let app = device.install(ScreenTimeApp(name), authorizedFor: nil)
        device.enqueue("ask", in: app) {
          let process = CurrentProcess.bound as? any AuthorizationProcess
          do throws(FamilyControlsError) {
            try process?.requestAuthorizationAtOnce(for: .child)
            authorized.withLock { _ = $0.insert(name) }
          } catch {
            #expect(error == .authorizationConflict)
          }
        }
      }
      return device
    } scenario: {
      $0.advance(by: .zero)
    } check: { _ in
      nil
    }
    #expect(report.orders == 2)
    #expect(authorized.withLock { $0 } == ["com.example.a", "com.example.b"])
  }
}
