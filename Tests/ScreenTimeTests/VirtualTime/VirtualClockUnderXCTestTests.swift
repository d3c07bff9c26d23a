import VirtualTime
import XCTest

/// XCTest runs its tests on the main thread, where the clock works too.
final class VirtualClockUnderXCTestTests: XCTestCase {
  func test_a_test_of_XCTest_reads_the_clock() {
    let clock = VirtualClock()
    clock.set(wall: 9_000_000_000, boot: 0, monotonic: 0)
    XCTAssertEqual(clock.within { Date().timeIntervalSince1970 }, 9)
    XCTAssertGreaterThan(Date().timeIntervalSince1970, 1_700_000_000)
  }
}
