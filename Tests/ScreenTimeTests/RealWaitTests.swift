import Dispatch
import Foundation
import ScreenTimeTesting
import Synchronization
import Testing
import VirtualTime

/// Waits that no virtual clock shortens are lints.
@Suite struct RealWaitTests {
  private static func lints(of body: @Sendable () throws -> Void) rethrows -> [Lint] {
    let device = VirtualDevice(at: "2026-08-13 09:00", in: "Europe/Berlin")
    let app = device.install(ScreenTimeApp("com.example.focus"))
    try device.run(in: app, body)
    return device.lints
  }

  private static func lint(_ wait: RealWait) -> Lint { .realTimeWait(app: "com.example.focus", wait: wait) }

  @Test func `a sleeping thread, a delayed block and timers of an app are lints`() {
    #expect(Self.lints { usleep(1) } == [Self.lint(.thread)])
    #expect(Self.lints { Thread.sleep(forTimeInterval: 0.000_001) } == [Self.lint(.thread)])
    #expect(Self.lints { DispatchQueue.global().asyncAfter(deadline: .now()) {} } == [Self.lint(.queue)])
    #expect(
      Self.lints {
        let timer = DispatchSource.makeTimerSource()
        timer.schedule(deadline: .distantFuture)
        timer.resume()
        timer.cancel()
      } == [Self.lint(.timer)])
    #expect(
      Self.lints { Timer.scheduledTimer(withTimeInterval: 1_000, repeats: false) { _ in }.invalidate() }
        == [Self.lint(.timer)])
  }

  @Test func `a task of an app that sleeps is a lint, on any thread`() async throws {
    let device = VirtualDevice(at: "2026-08-13 09:00", in: "Europe/Berlin")
    let app = device.install(ScreenTimeApp("com.example.focus"))
    let task = device.run(in: app) { Task { try await Task.sleep(nanoseconds: 1_000) } }
    try await task.value
    #expect(device.lints == [Self.lint(.task)])
    #expect(device.lints.first?.description == "com.example.focus waits in real time: Task.sleep")
  }

  @Test func `code that does not wait has no lint, and code of no app is not watched`() {
    #expect(Self.lints { _ = Date() } == [])
    let device = VirtualDevice(at: "2026-08-13 09:00", in: "Europe/Berlin")
    usleep(1)
    #expect(device.lints == [])
  }
}
