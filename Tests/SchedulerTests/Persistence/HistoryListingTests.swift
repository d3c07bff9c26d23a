import Scheduler
import SchedulerCivilTime
import Testing

/// Which part of the past is listed.
@Suite struct HistoryListingTests {
  @Test(arguments: [(-1, false), (0, true), (1, true)] as [(Int64, Bool)])
  func `a listing since an instant includes what happened at that instant and after it`(offset: Int64, isListed: Bool) {
    let since = Instant(epochSeconds: 1_795_420_800)
    #expect(HistoryListing.contains(since.adding(seconds: offset), since: since) == isListed)
    #expect(HistoryListing.contains(since.adding(seconds: offset), since: nil))
  }

  @Test func `what happened at an unknown instant is listed only if no instant is asked for`() {
    #expect(!HistoryListing.contains(nil, since: Instant(epochSeconds: 0)))
    #expect(HistoryListing.contains(nil, since: nil))
  }

  @Test func `a listing has the newest 20 entries, and all up to the maximum since an instant`() {
    #expect(HistoryListing.usualCount(since: nil, most: 1_000) == 20)
    #expect(HistoryListing.usualCount(since: Instant(epochSeconds: 0), most: 1_000) == 1_000)
  }
}
