import ScreenTimeSystem
import Synchronization
import Testing

/// The state that all code of a test program shares, which a test of an app must find clean and leave clean.
///
/// | state | inside `withIsolatedEnvironment` and tests with `.virtualDevice` |
/// |---|---|
/// | `UserDefaults` of code on a device | each device and app has its own, with and without an environment |
/// | the app that code outside of any process means | only one of devices made inside, never of other tests |
/// | `UserDefaults` of code on no device | empty at first; the values are dropped at the end |
/// | `TimeZone.current`, `Calendar.current`, `NSTimeZone.default` | that of the device; put back at the end |
/// | statics of the app, `UserDefaults.register(defaults:)` | not reset: they live as long as the program |
///
/// Environments are in force one after another, so that tests which need one run one after another.
public enum AppEnvironment {
  /// Whether `UserDefaults` of devices are separate. They are not in a program that contains Foundation statically.
  public static var separatesDefaults: Bool { SeparatePreferences.isInEffect }

  /// Held while an environment is in force.
  private static let turns = TurnLock()

  /// The number of environments in force: more than one if they are nested.
  private static let depth = Atomic(0)

  /// Whether the running task is inside of an environment already, which then holds the lock.
  @TaskLocal private static var isInside = false

  /// Shows the time zone of a device to the whole program until the environment ends.
  ///
  /// - Returns: false if no environment is in force. The zone then stays as it is, because other tests read it.
  @discardableResult
  package static func show(zone: TimeZone) -> Bool {
    guard depth.load(ordering: .acquiring) > 0 else { return false }
    ProgramZone.show(zone)
    return true
  }

  /// Runs `body` in an environment of its own, after all others have ended.
  static func isolated<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    if isInside { return try await inForce(body) }
    await turns.take()
    defer { turns.giveBack() }
    let scope = enterScope()
    defer { CurrentProcess.leaveEnvironment() }
    return try await $isInside.withValue(true) {
      try await CurrentProcess.$scope.withValue(scope) { try await inForce(body) }
    }
  }

  /// Runs `body` in an environment of its own, and blocks the thread until all others have ended.
  static func isolatedBlocking<Result>(_ body: () throws -> Result) rethrows -> Result {
    if isInside { return try inForce(body) }
    turns.takeBlocking()
    defer { turns.giveBack() }
    let scope = enterScope()
    defer { CurrentProcess.leaveEnvironment() }
    return try $isInside.withValue(true) { try CurrentProcess.$scope.withValue(scope) { try inForce(body) } }
  }

  /// Returns the scope of the devices of an environment. Code that belongs to no test, such as that of a queue or of a
  /// detached task, means its devices too.
  private static func enterScope() -> ProcessScope {
    let scope = ProcessScope()
    CurrentProcess.enterEnvironment(of: scope) { Test.current != nil }
    return scope
  }

  private static func inForce<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    let before = begin()
    defer { end(before) }
    return try await body()
  }

  private static func inForce<Result>(_ body: () throws -> Result) rethrows -> Result {
    let before = begin()
    defer { end(before) }
    return try body()
  }

  /// What is put back when an environment ends.
  private struct Before {
    let storage: DeviceStorage?
    let zone: ProgramZone
  }

  private static func begin() -> Before {
    let storage = DeviceStorage()
    let before = Before(
      storage: SeparatePreferences.fallback.withLock { current in
        defer { current = storage }
        return current
      },
      zone: ProgramZone())
    depth.add(1, ordering: .acquiringAndReleasing)
    return before
  }

  private static func end(_ before: Before) {
    depth.subtract(1, ordering: .acquiringAndReleasing)
    before.zone.putBack()
    let ended = SeparatePreferences.fallback.withLock { current in
      defer { current = before.storage }
      return current
    }
    // The storage clears its suites when it goes, which must not happen under the lock.
    withExtendedLifetime(ended) {}
  }
}

/// Runs `body` with clean shared state, and puts the state back afterwards.
///
/// Tests of XCTest run in it when their class says so:
///
/// ```swift
/// override func invokeTest() {
///   withIsolatedEnvironment {
///     super.invokeTest()
///     for call in VirtualDevice.takeUnboundCalls() { XCTFail(call) }
///   }
/// }
/// ```
///
/// The thread waits while another environment is in force. Tests of Swift Testing use the trait `.virtualDevice`
/// instead, which blocks no thread.
public func withIsolatedEnvironment<Result>(_ body: () throws -> Result) rethrows -> Result {
  try AppEnvironment.isolatedBlocking(body)
}

/// Runs `body` with clean shared state, and puts the state back afterwards. The task waits while another environment is
/// in force.
public func withIsolatedEnvironment<Result>(
  isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
) async rethrows -> Result {
  try await AppEnvironment.isolated(isolation: isolation, body)
}
