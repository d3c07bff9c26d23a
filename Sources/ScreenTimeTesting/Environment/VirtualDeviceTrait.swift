import Testing

/// Runs a test in an `AppEnvironment` of its own. Tests with this trait run one after another, in the order in which
/// they ask, while other tests run beside them.
///
/// ```swift
/// @Suite(.virtualDevice) struct SchedulingTests {
///   @Test func `an interval begins`() { … }
/// }
/// ```
///
/// Code of the test that runs in no process, such as a closure on a queue, means the only app that the test has installed.
/// If there is none or more than one, its call of the system does nothing, and the trait records an issue.
///
/// On a suite the trait holds for each of its tests, and for each argument of these.
public struct VirtualDeviceTrait: TestTrait, SuiteTrait, TestScoping {
  /// Whether tests in suites of the suite have the trait too: they do.
  public var isRecursive: Bool { true }

  /// Runs one test.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await AppEnvironment.isolated {
      defer { Self.recordUnboundCalls(of: test) }
      try await function()
    }
  }

  private static func recordUnboundCalls(of test: Test) {
    for call in VirtualDevice.takeUnboundCalls() {
      Issue.record("\(call): run it in 'VirtualDevice.run(in:)'", sourceLocation: test.sourceLocation)
    }
  }
}

extension Trait where Self == VirtualDeviceTrait {
  /// Runs the test in an `AppEnvironment` of its own, after the tests before it that have this trait.
  public static var virtualDevice: Self { Self() }
}
