import SchedulerEnforcement
import SchedulerInstance
import SchedulerJSON
import Testing

@testable import schedctl

/// What `try` prints and with which code it ends, as values.
@Suite struct TrialReportTests {
  private func trial(
    _ adapter: EnforcementSettings.Adapter, _ state: AdapterStanding.State,
    _ change: (inout AdapterTrial) -> Void = { _ in }
  ) -> AdapterTrial {
    var trial = AdapterTrial(standing: AdapterStanding(adapter))
    trial.standing.state = state
    change(&trial)
    return trial
  }

  private func json(of trial: AdapterTrial) throws -> JSONValue {
    var bytes: [UInt8] = []
    JSONWriter.append(to: &bytes) { $0.value(trial) }
    return try JSONValue(parsing: bytes)
  }

  private var works: AdapterTrial {
    trial(.execGuard, .applied(generation: 1)) { trial in
      (trial.blockedCount, trial.seenCount, trial.seen) = (3, 3, "3 starts denied")
      trial.nanoseconds = 1_440_000
    }
  }

  @Test func `each adapter has a line, and what is wrong with it, its limits and what helps follow`() {
    let sweeper = trial(.sweeper, .applied(generation: 1)) { trial in
      (trial.blockedCount, trial.seen, trial.faults) = (1, "none runs", ["'/usr/bin/hb' was started and not ended"])
      trial.nanoseconds = 14_600_000
    }
    let hosts = trial(.hosts, .unavailable(reason: "there is no '/etc/hosts'")) { trial in
      trial.standing.remedy = "create it"
      trial.standing.limits = ["exact names only"]
    }
    #expect(
      TrialReport(adapters: [works, sweeper, hosts, trial(.dnsmasq, .ready)]).text(columns: nil) == """
        adapter     state         blocks      verified         after
        exec-guard  applied       3 programs  3 starts denied  1.4 ms
        sweeper     not verified  1 program   none runs        15 ms
        hosts       unavailable
        dnsmasq     not needed

        sweeper was not seen to work: '/usr/bin/hb' was started and not ended
        hosts is unavailable: there is no '/etc/hosts'
        hosts: exact names only
          help: create it

        """)
  }

  @Test func `who is not root is not advised to run a daemon as root, which a trial has not`() {
    let hosts = trial(.hosts, .unavailable(reason: "no")) { $0.standing.remedy = "run the daemon as root, and check" }
    let other = trial(.dnsmasq, .unavailable(reason: "no")) { $0.standing.remedy = "install it" }
    let report = TrialReport(adapters: [hosts, other])
    #expect(
      report.text(columns: nil, hasRights: false).hasSuffix(
        "\nhosts is unavailable: no\ndnsmasq is unavailable: no\n  help: install it\n"))
    #expect(report.text(columns: nil).contains("\n  help: run the daemon as root, and check\n"))
  }

  @Test func `a narrow terminal wraps the remarks`() {
    let hosts = trial(.hosts, .degraded(reason: "'a.example' still resolves to 192.0.2.1"))
    let text = TrialReport(adapters: [hosts]).text(columns: 40)
    #expect(text.hasSuffix("\nhosts is degraded: 'a.example' still\nresolves to 192.0.2.1\n"), "\(text)")
  }

  @Test func `applications that are not installed are one line`() {
    let absent = trial(.execGuard, .ready) { trial in
      trial.standing.limits = [
        "no application 'hb' is installed", "there is no user 'kim'", "no application 'b' is installed",
      ]
    }
    let text = TrialReport(adapters: [absent]).text(columns: nil)
    #expect(text.hasSuffix("\n\nexec-guard: there is no user 'kim'\nexec-guard: not installed: hb, b\n"), "\(text)")
    let one = trial(.execGuard, .ready) { $0.standing.limits = ["no application 'hb' is installed"] }
    #expect(
      TrialReport(adapters: [one]).text(columns: nil).hasSuffix("\nexec-guard: no application 'hb' is installed\n"))
  }

  @Test func `the code says whether all, a part or nothing was blocked, and whether it was reverted`() {
    let absent = trial(.hosts, .unavailable(reason: "no"))
    let named = trial(.hosts, .unavailable(reason: "no")) { $0.isNamed = true }
    let failed = trial(.hosts, .degraded(reason: "no"))
    let late = trial(.hosts, .applying)
    let unseen = trial(.sweeper, .applied(generation: 1)) { $0.faults = ["'hb' could be started"] }
    #expect(TrialReport(adapters: [works]).code == .success)
    #expect(TrialReport(adapters: [works, absent, trial(.sweeper, .ready)]).code == .success)
    for other in [named, failed, late, unseen] { #expect(TrialReport(adapters: [works, other]).code == .no) }
    #expect(TrialReport(adapters: [unseen]).code == .no)
    let all = trial(.hosts, .unavailable(reason: "all domains", generation: 1))
    let part = trial(.hosts, .degraded(reason: "all domains", generation: 1)) { $0.seenCount = 2 }
    #expect(TrialReport(adapters: [works, all]).code == .no, "it should block something")
    #expect(TrialReport(adapters: [part]).code == .no && TrialReport(adapters: [all]).code == .unavailable)
    #expect(all.word == "unavailable" && part.word == "degraded")
    #expect(TrialReport(adapters: []).code == .unavailable)
    #expect(TrialReport(adapters: [absent, trial(.sweeper, .ready)]).code == .unavailable)
    #expect(TrialReport(adapters: [named, failed]).code == .unavailable)
    #expect(TrialReport(adapters: [works], leftovers: ["'/etc/hosts' still has it"]).code == .no)
  }

  @Test func `the object of an adapter has what it says of itself and what was seen`() throws {
    let object = try json(of: works)
    #expect(object["standing"]?["name"]?.stringValue == "exec-guard")
    #expect(object["standing"]?["state"]?.stringValue == "applied")
    #expect(object["verified"]?.boolValue == true)
    #expect(object["blocked"]?.integerValue == 3 && object["seen"]?.integerValue == 3)
    #expect(object["faults"]?.arrayValue?.isEmpty == true && object["microseconds"]?.integerValue == 1440)
    let unseen = try json(of: trial(.sweeper, .applied(generation: 1)))
    #expect(unseen["verified"]?.boolValue == false, "nothing was looked at")
    let program = try json(of: trial(.program, .applied(generation: 1)))
    #expect(program["verified"]?.boolValue == true, "its own 'verify' has passed")
    let absent = try json(of: trial(.hosts, .unavailable(reason: "no")))
    #expect(absent["verified"]?.boolValue == false && absent["microseconds"] == .null)
  }

  @Test func `running programs have a line for each application and user`() {
    let running = [("hb", 7, 1), ("game", 1000, 2), ("hb", 7, 3), ("hb", 1000, 4)].map { name, user, number in
      RunningBlocked(
        name: name, program: "/usr/bin/\(name)", user: user, process: ProcessIdentity(number: number, startTime: 1))
    }
    #expect(
      TrialReport.lines(of: running) { $0 == 7 ? "kim" : "\($0)" } == [
        "'hb' runs as processes 1, 3 of kim", "'game' runs as process 2 of 1000", "'hb' runs as process 4 of 1000",
      ])
  }

  @Test func `attempts are counted by program, the most wanted first`() throws {
    var attempts = TrialAttempts()
    #expect(attempts.text == "no attempts")
    let profile = ProfileReference(key: try #require(ProfileKey("work")))
    for name in ["hb", "game", "chess", "game"] {
      attempts.add(
        BlockAttempt(
          adapter: .execGuard, outcome: .denied, name: name, program: "/usr/games/\(name)", user: 1000, process: 7,
          profile: profile, session: SessionID(profile.id.uuid), boot: 1))
      if name == "hb" { #expect(attempts.text == "1 attempt: hb 1") }
    }
    #expect(attempts.count == 4 && attempts.text == "4 attempts: game 2, chess 1, hb 1")
    attempts.add(
      BlockAttempt(
        adapter: .sweeper, outcome: .ended, name: "game", program: "/usr/bin/dash", user: 1000, process: 7,
        profile: profile, session: SessionID(profile.id.uuid), boot: 1))
    #expect(attempts.text == "5 attempts: game 3, chess 1, hb 1", "an application is named once")
    #expect(attempts.unprintedCount == 0)
    #expect(attempts.rows.first == TrialAttempts.Row(name: "game", program: "/usr/games/game", count: 2))
  }

  @Test func `the shield of a trial is that of a session, and ends by itself`() throws {
    let text = "[profile.work]\nlock = \"strict\"\nblock.domains = [\"a.example\"]\n"
    let configuration = try ExampleWeek.configuration(text: text)
    let profile = try #require(configuration.profiles.first)
    let now = Moment(wall: Instant(epochSeconds: 1000), nanosecond: 0, boot: 5_500_000_000, bootID: "b")
    let shield = TrialPlan.shield(of: configuration.layer(of: profile), seconds: 30, from: now)
    #expect(shield.layers.map(\.layer) == [configuration.layer(of: profile)])
    #expect(!shield.isStrict && shield.validUntil == Instant(epochSeconds: 1030))
    #expect(try ShieldSet(parsing: shield.bytes) == shield)
    #expect(shield.isInForce(at: now))
    let later = Moment(wall: Instant(epochSeconds: 1030), nanosecond: 0, boot: 6_000_000_000, bootID: "b")
    #expect(!shield.isInForce(at: later))
  }
}
