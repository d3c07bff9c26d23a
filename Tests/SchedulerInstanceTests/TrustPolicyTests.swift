import Testing

@testable import SchedulerInstance

/// What happens to files that others than root can change.
@Suite struct TrustPolicyTests {
  @Test(arguments: [TrustPolicy.preview, .check, .act])
  func `who is not root reads whatever they may read`(policy: TrustPolicy) {
    #expect([true, false].allSatisfy { policy.reaction(isNamed: $0, isRoot: false) == .ignore })
  }

  @Test(arguments: [(.preview, .ignore), (.check, .warn), (.act, .refuse)] as [(TrustPolicy, TrustPolicy.Reaction)])
  func `root is refused what was looked up, and what was named by what is done with it`(
    policy: TrustPolicy, named: TrustPolicy.Reaction
  ) {
    #expect(policy.reaction(isNamed: false, isRoot: true) == .refuse)
    #expect(policy.reaction(isNamed: true, isRoot: true) == named)
  }
}
