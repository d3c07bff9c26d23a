import ScreenTimeTesting
import XCTest

@testable import FocusCore

/// Tests of XCTest work too. `invokeTest` gives each of them an environment of its own, and fails for calls that meant no
/// app.
final class LegacyTests: XCTestCase {
  override func invokeTest() {
    withIsolatedEnvironment {
      super.invokeTest()
      for call in VirtualDevice.takeUnboundCalls() { XCTFail(call) }
    }
  }

  func testAStrictProfileForbidsTheRemovalOfApps() throws {
    let phone = Phone(at: "2026-08-13 10:00")
    var profile = phone.profile()
    profile.isStrict = true
    try phone.save(profile)
    try phone.start(profile)
    XCTAssertEqual(phone.device.run(in: phone.app) { Date() }, phone.device.now)
    XCTAssertTrue(phone.isShielded)
    phone.stop()
    XCTAssertFalse(phone.isShielded)
  }
}
