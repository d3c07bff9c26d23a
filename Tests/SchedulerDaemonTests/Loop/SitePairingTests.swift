import Scheduler
import SchedulerEnforcement
import SchedulerJSON
import Testing

@testable import SchedulerDaemon

private let second: Int64 = 1_000_000_000

/// A visit of a site that a name server and a browser report is one attempt.
@Suite struct SitePairingTests {
  private static let session = SessionID(UUIDValue("00000000-0000-5000-8000-000000000000")!)

  @Test(
    arguments: [
      ("youtube.com", 9, true), ("www.youtube.com", 9, true), ("com", 9, true), ("youtube.com", 10, false),
      ("notyoutube.com", 1, false), (".", 1, false),
    ] as [(String, Int64, Bool)])
  func `reports of two adapters about a name, or one above or below it, are one within ten seconds`(
    name: String, seconds: Int64, isKnown: Bool
  ) {
    for (first, other) in [
      (EnforcementSettings.Adapter.dnsmasq, EnforcementSettings.Adapter.shieldPage), (.shieldPage, .dnsmasq),
    ] {
      var pairing = SitePairing()
      let isFirstKnown = pairing.isKnown("youtube.com", by: first, atBoot: 0)
      let isOwnKnown = pairing.isKnown("youtube.com", by: first, atBoot: 0)
      let isOtherKnown = pairing.isKnown(name, by: other, atBoot: seconds * second)
      #expect(!isFirstKnown && !isOwnKnown && isOtherKnown == isKnown)
    }
  }

  @Test func `very many names take little memory, and the latest is known`() {
    var pairing = SitePairing()
    for number in 0..<1_000 {
      _ = pairing.isKnown("a\(number).example", by: .dnsmasq, atBoot: second)
    }
    let known = ["a0.example", "a999.example"].map {
      pairing.isKnown($0, by: .shieldPage, atBoot: second)
    }
    #expect(known == [false, true])
  }

  @Test func `the daemon counts what a name server and then a browser report once`() throws {
    var day = try VirtualDay(
      VirtualDay.nestedWindows.replacing("[profile.a]", with: "[profile.a]\nusers = [\"root\"]"))
    day.adapters = [.dnsmasq: VirtualAdapter(delay: 1)]
    day.control = ControlServer(try ControlService(ownerID: 0), host: NoEnvironment(), lastNumber: 0)
    let key = try #require(ProfileKey("a"))
    let profile = try #require(day.configuration.profile(key)).reference
    var work = AdapterWork()
    work.attempts = [
      BlockAttempt(
        adapter: .dnsmasq, outcome: .denied, name: "www.a.example", profile: profile, session: Self.session,
        boot: (9 * 60 + 30) * 60 * second)
    ]
    let call = #"{"method":"io.schedctl.Control.ReportAttempt","parameters":{"domain":"a.example"}}"#
    day.at(9, 10, .client(.opened(ConnectionID(1), Peer(userID: 1_000, groupID: 1_000, processID: 1))))
    day.at(9, 30, .reports([AdapterReport(from: .dnsmasq, .worked(work))]))
    day.at(9, 30, .client(.received(Array(call.utf8) + [0], from: ConnectionID(1))))
    day.at(9, 40, .client(.received(Array(call.utf8) + [0], from: ConnectionID(1))))
    let machine = try day.live(hours: 10)
    let counted = machine.sent.filter { $0.contains("\"counted\"") }.map { $0.contains("\"counted\":true") }
    #expect(counted == [false, true], "\(machine.sent)")
    let lines = String(decoding: try #require(day.history), as: UTF8.self).split(separator: "\n")
    #expect(lines.count { $0.contains("\"shieldDidBlock\"") } == 2)
  }
}
