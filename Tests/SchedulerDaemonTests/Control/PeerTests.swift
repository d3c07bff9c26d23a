import SchedulerDaemon
import Testing

@Suite struct PeerTests {
  @Test(arguments: [(UInt32(0), true), (1, false), (65534, false)])
  func `only user 0 is root`(user: UInt32, isRoot: Bool) {
    #expect(Peer(userID: user, groupID: 0, processID: 1).isRoot == isRoot)
  }
}
