import Scheduler
import SchedulerEnforcement
import SchedulerJSON
import Testing

@testable import SchedulerDaemon

private let second: Int64 = 1_000_000_000

/// A visit of a site that a name server and a browser report is one attempt.
@Suite struct SitePairingTests {
  private static let session = SessionID(UUIDValue("00000000-0000-5000-8000-000000000000")!)

  private static let other = SessionID(UUIDValue("00000000-0000-5000-8000-000000000001")!)

  private static func report(
    _ name: String, by adapter: EnforcementSettings.Adapter = .shieldPage, in session: SessionID = session,
    user: String? = nil, at seconds: Int64 = 0
  ) -> SitePairing.Report {
    SitePairing.Report(name: name, adapter: adapter, session: session, user: user, boot: seconds * second)
  }

  @Test(
    arguments: [
      ("youtube.com", 9, true), ("www.youtube.com", 9, true), ("com", 9, true), ("youtube.com", 10, false),
      ("notyoutube.com", 1, false), (".", 9, true), (".", 10, false),
    ] as [(String, Int64, Bool)])
  func `reports of two adapters about a name, or one above or below it, are one within ten seconds`(
    name: String, seconds: Int64, isKnown: Bool
  ) {
    for (first, other) in [
      (EnforcementSettings.Adapter.dnsmasq, EnforcementSettings.Adapter.shieldPage), (.shieldPage, .dnsmasq),
    ] {
      var pairing = SitePairing()
      let isFirstKnown = pairing.isKnown(Self.report("youtube.com", by: first))
      let isOwnKnown = pairing.isKnown(Self.report("youtube.com", by: first))
      let isOtherKnown = pairing.isKnown(Self.report(name, by: other, at: seconds))
      #expect(!isFirstKnown && !isOwnKnown && isOtherKnown == isKnown)
    }
  }

  @Test func `one report of a name server is one visit, and further visits count`() {
    var pairing = SitePairing()
    let known = [
      Self.report("youtube.com", by: .dnsmasq), Self.report("www.youtube.com", by: .dnsmasq),
      Self.report("youtube.com", user: "ada"), Self.report("www.youtube.com", user: "ben"),
      Self.report("youtube.com", user: "ben"), Self.report("m.youtube.com", user: "ada"),
      // What a browser asks for besides belongs to its visit.
      Self.report("i.youtube.com", by: .dnsmasq),
    ].map { pairing.isKnown($0) }
    #expect(known == [false, false, true, true, false, false, true])
  }

  @Test func `names of two sessions, and reports of two users, are visits of their own`() {
    for (report, isKnown) in [
      (Self.report("www.youtube.com", in: Self.other), false), (Self.report("youtube.com", in: Self.other), true),
      (Self.report("youtube.com", user: "ada"), true), (Self.report("youtube.com", user: "ben"), false),
    ] {
      var pairing = SitePairing()
      let isFirstKnown = pairing.isKnown(Self.report("youtube.com", by: .dnsmasq, user: "ada"))
      #expect(!isFirstKnown && pairing.isKnown(report) == isKnown, "\(report)")
    }
  }

  @Test func `the further names of a session, which a name server does not tell apart, are all known`() {
    var pairing = SitePairing()
    let known = [
      Self.report(".", by: .dnsmasq), Self.report("a.example"), Self.report("b.example", at: 9),
      Self.report("c.example", in: Self.other), Self.report("d.example", at: 10),
    ].map { pairing.isKnown($0) }
    #expect(known == [false, true, true, false, false])
  }

  @Test func `very many names take little memory, and the latest is known`() {
    var pairing = SitePairing()
    for number in 0..<1_000 { _ = pairing.isKnown(Self.report("a\(number).example", by: .dnsmasq)) }
    let known = ["a0.example", "a999.example"].map { pairing.isKnown(Self.report($0)) }
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
        adapter: .dnsmasq, outcome: .denied, name: "a.example", profile: profile, session: Self.session,
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
