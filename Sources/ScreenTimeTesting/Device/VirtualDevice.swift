import DeviceActivity
import ManagedSettings
import Scheduler
import SchedulerCivilTime
import ScreenTimeSystem
import Synchronization
import VirtualTime

/// A device on which apps that use Screen Time run in virtual time.
///
/// ```swift
/// let device = VirtualDevice(at: "2026-08-13 21:00", in: "America/Los_Angeles")
/// let app = device.install(ScreenTimeApp("com.example.focus") { FocusMonitor() })
/// try device.run(in: app) { try FocusScheduler().start() }
/// device.advance(by: .hours(12))
/// #expect(device.transcript == ["2026-08-13 22:00:00 intervalDidStart night", …])
/// ```
///
/// Time passes only in `advance` and in the calls that say so. Callbacks run on the thread that advances the device, one
/// after another, unless the policy says otherwise. A new device is switched on and in use, with the home screen in
/// front. One thread at a time drives a device; code on it may call the system from any thread.
public final class VirtualDevice: Sendable {
  /// The choices of the device.
  public let policy: SemanticsPolicy
  let state: SharedState<DeviceState>
  let processes = SharedState<[ProcessID: VirtualProcess]>([:])
  let appRecords = SharedState<[String: AppRecords]>([:])
  let clock = VirtualClock()
  let storage = DeviceStorage()
  /// Whether the device was made inside of an environment, so that the whole program shows its zone.
  let isInEnvironment = CurrentProcess.scope != nil

  /// Creates a device.
  ///
  /// - Parameters:
  ///   - time: the date and time that its clock shows, such as `2026-08-13 21:00`.
  ///   - zone: the identifier of its time zone, such as `Europe/Berlin`.
  ///   - policy: the choices where Apple's documents leave more than one behavior open.
  ///   - faults: the failures to inject.
  /// - Precondition: the time and the zone exist. A test with a mistyped one ends with a message.
  public convenience init(
    at time: String, in zone: String, policy: SemanticsPolicy = .documented, faults: [Fault] = []
  ) {
    let scheduleZone = Self.zone(zone)
    guard let civil = CivilDateTime(parsing: time) else {
      preconditionFailure("'\(time)' is not a date and time such as '2026-08-13 21:00'")
    }
    self.init(at: Date(scheduleZone.rules.resolve(civil).compatible), in: zone, policy: policy, faults: faults)
  }

  /// Creates a device whose clock shows a date.
  ///
  /// - Precondition: the zone exists.
  public init(at date: Date, in zone: String, policy: SemanticsPolicy = .documented, faults: [Fault] = []) {
    self.policy = policy
    RealWaits.watch()
    state = SharedState(DeviceState(at: date, in: Self.zone(zone), policy: policy, faults: faults))
  }

  private static func zone(_ identifier: String) -> ScheduleZone {
    guard let zone = ScheduleZone(identifier: identifier) else { preconditionFailure("no time zone '\(identifier)'") }
    return zone
  }

  /// The time that the device's clock shows.
  public var now: Date { state.withLock { Date(timeIntervalSince1970: Double($0.clocks.wallNanoseconds) / 1e9) } }

  /// The device's time zone.
  public var timeZone: TimeZone { state.withLock { $0.zone.timeZone } }

  /// The callbacks that were delivered, in order.
  public var transcript: Transcript {
    Transcript(
      lines: journal.compactMap { entry in if case .callback = entry.occurrence { entry.description } else { nil } })
  }

  /// The callbacks that were delivered to an app, in order.
  public func transcript(of app: InstalledApp) -> Transcript {
    Transcript(
      lines: journal.compactMap { entry in
        if case .callback = entry.occurrence, entry.app == app.bundleIdentifier { entry.description } else { nil }
      })
  }

  /// Everything that happened: callbacks, calls of apps, and actions of the test and the user.
  public var journal: [JournalEntry] { state.withLock(\.journal) }

  /// What the apps did that is allowed, and probably not meant.
  public var lints: [Lint] { state.withLock(\.lints) }

  /// What the device did not do although an app may expect it, such as settings over the limit.
  public var diagnostics: [SettingsDiagnostic] { state.withLock(\.diagnostics) }

  /// The calls from code that ran in no process, while there was not exactly one device that it could mean. Reading
  /// them forgets them. In an environment they are those of its test, otherwise those of the program.
  public static func takeUnboundCalls() -> [String] {
    CurrentProcess.takeUnboundCalls().map { $0.apps == 1 ? "\($0.call) with 1 app" : "\($0.call) with \($0.apps) apps" }
  }
}

/// An app on a device.
public struct InstalledApp: Hashable, Sendable {
  /// The bundle identifier.
  public let bundleIdentifier: String
}
