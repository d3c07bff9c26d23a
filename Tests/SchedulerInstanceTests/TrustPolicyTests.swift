import Testing

@testable import SchedulerInstance

/// What happens to files that others than root can change.
@Suite struct TrustPolicyTests {
  @Test(arguments: [TrustPolicy.preview, .check, .act])
  func `a user other than root may read files that others can change`(policy: TrustPolicy) {
    #expect([true, false].allSatisfy { policy.reaction(isNamed: $0, isRoot: false) == .ignore })
  }

  @Test(arguments: [(.preview, .ignore), (.check, .warn), (.act, .refuse)] as [(TrustPolicy, TrustPolicy.Reaction)])
  func `root is refused exposed files that were looked up; for named files the action decides`(
    policy: TrustPolicy, named: TrustPolicy.Reaction
  ) {
    #expect(policy.reaction(isNamed: false, isRoot: true) == .refuse)
    #expect(policy.reaction(isNamed: true, isRoot: true) == named)
  }
}
