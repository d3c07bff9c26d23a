import SchedulerEnforcement
import Testing

@Suite struct CoveredUsersTests {
  @Test func `everybody but root is every other user`() {
    #expect(!CoveredUsers.everybodyButRoot.contains(0))
    #expect(CoveredUsers.everybodyButRoot.contains(1000))
    #expect(CoveredUsers.only([0]).contains(0))
    #expect(!CoveredUsers.only([0]).contains(1000))
  }
}
