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
/// On a suite the trait holds for each of its tests, and for each argument of these.
public struct VirtualDeviceTrait: TestTrait, SuiteTrait, TestScoping {
  /// Whether tests in suites of the suite have the trait too: they do.
  public var isRecursive: Bool { true }

  /// Runs one test.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await AppEnvironment.isolated(function)
  }
}

extension Trait where Self == VirtualDeviceTrait {
  /// Runs the test in an `AppEnvironment` of its own, after the tests before it that have this trait.
  public static var virtualDevice: Self { Self() }
}
