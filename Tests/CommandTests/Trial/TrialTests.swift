import Scheduler
import SchedulerInstance
import SchedulerPlatform
import Synchronization
import Testing

@testable import SchedulerEnforcement
@testable import schedctl

/// A trial in this process, and what it looks at.
@Suite struct TrialTests {
  /// The sweeper's place, taken by an adapter that notes its orders.
  private struct NotingAdapter: EnforcementAdapter {
    var name = EnforcementSettings.Adapter.sweeper
    let notes: Notes
    /// The times of the attempts that its component has when the shield is reverted.
    var last: [Int64] = []
    private var waiting: [Int64] = []

    init(_ name: EnforcementSettings.Adapter = .sweeper, notes: Notes, last: [Int64] = []) {
      (self.name, self.notes, self.last) = (name, notes, last)
    }

    mutating func probe() -> AdapterAvailability { .available }
    mutating func apply(_ shield: ShieldSet) -> AdapterEffect {
      notes.add("apply")
      return AdapterEffect()
    }
    mutating func verify() {}
    mutating func revert() {
      notes.add("revert")
      (waiting, last) = (last, [])
    }
    mutating func work(atBoot boot: Int64) -> AdapterWork {
      var work = AdapterWork()
      guard !waiting.isEmpty, let key = ProfileKey("work") else { return work }
      // Later than the report of the order.
      Pause.wait(milliseconds: 50)
      let session = SessionID(UUIDValue(version5Of: "1", in: .urlNamespace))
      work.attempts = waiting.map { boot in
        BlockAttempt(
          adapter: name, outcome: name == .sweeper ? .ended : .denied, name: "game", program: "/usr/games/game",
          user: 7,
          process: 1, profile: ProfileReference(key: key), session: session, boot: boot)
      }
      waiting = []
      return work
    }
  }

  private final class Notes: Sendable {
    private let words = Mutex<[String]>([])
    var all: [String] { words.withLock { $0 } }
    func add(_ word: String) { words.withLock { $0.append(word) } }
  }

  private let notes = Notes()

  private func plan(
    freezes: Bool = false, running: [RunningBlocked] = [], closesRunning: Bool = false
  ) throws -> TrialPlan {
    let configuration = try ExampleWeek.configuration(text: "[profile.work]\nblock.domains = [\"a.example\"]\n")
    let layer = configuration.layer(of: try #require(configuration.profiles.first))
    let now = Moment(wall: Instant(epochSeconds: 1000), nanosecond: 0, boot: 5_500_000_000, bootID: "b")
    let shield = TrialPlan.shield(of: layer, seconds: 30, from: now)
    var settings = configuration.enforcement
    settings.freezes = freezes
    return TrialPlan(
      profile: "work", seconds: 30, layer: layer, shield: shield, settings: settings, blocks: [],
      names: NameCheck(of: shield, machine: .ofThisMachine, path: "/nonexistent"), running: running,
      closesRunning: closesRunning)
  }

  private func checks() -> TrialChecks {
    TrialChecks(of: [], preferring: 1000, own: 1000, freezing: FrozenPrograms(in: "/nonexistent"))
  }

  private func trial(_ adapters: (any EnforcementAdapter)...) throws -> Trial {
    try Trial(
      try plan(), adapters: adapters.isEmpty ? [NotingAdapter(notes: notes)] : adapters,
      following: SharedEnforcementSettings(), signals: try SignalQueue([]), checks: checks())
  }

  @Test func `attempts that an adapter has when it reverts are seen, and a start that two adapters report is one`()
    throws
  {
    let second: Int64 = 1_000_000_000
    var trial = try trial(
      NotingAdapter(notes: notes, last: [second, 2 * second]),
      NotingAdapter(.execGuard, notes: notes, last: [second + 1, 3 * second]))
    try trial.apply()
    try trial.revert([])
    #expect(trial.takeAttempts().map { $0.boot / second }.sorted() == [1, 2, 3])
  }

  @Test func `a trial whose adapters cannot work ends at once`() throws {
    var trial = try trial(AbsentAdapter(.hosts, reason: "no right", remedy: "be root"))
    try trial.apply()
    let begin = SystemClocks.boot()
    try trial.revert([])
    #expect(SystemClocks.boot() - begin < 3_000_000_000 && !trial.report.isEnforced)
  }

  @Test func `the sweeper applies the shield again after the look, as an order like any other`() throws {
    var trial = try trial()
    try trial.apply()
    #expect(trial.report.isEnforced && notes.all == ["apply", "apply"])
    try trial.revert([])
    #expect(trial.report.leftovers.isEmpty && notes.all == ["apply", "apply", "revert"])
  }

  @Test func `an end right after the look reverts once`() throws {
    var trial = try trial()
    try trial.apply()
    trial.end()
    try trial.revert([])
    #expect(trial.report.leftovers.isEmpty && notes.all == ["apply", "apply", "revert"])
    #expect(trial.report.isInterrupted)
  }

  @Test func `an end before an adapter has answered is not the same as nothing to block`() throws {
    var trial = try trial()
    trial.end()
    try trial.apply()
    #expect(trial.report.isInterrupted && !trial.report.isEnforced && trial.report.code == .no)
    try trial.revert([])
    #expect(trial.report.leftovers.isEmpty && trial.report.code == .no)
  }

  @Test func `programs that do not stand still are a fault, and count only when they do`() throws {
    let start = ["/bin/sh", "-c", "sleep 1000 >/dev/null 2>&1 </dev/null & echo $!"]
    let output = String(decoding: try ChildProcess(start).run().output, as: UTF8.self)
    let process = try #require(Int32(output.filter(\.isNumber)).flatMap { ProcessIdentity($0) })
    let running = RunningBlocked(name: "game", program: "/bin/sleep", user: 0, process: process)
    let plan = try plan(freezes: true, running: [running], closesRunning: true)
    var checks = checks()
    checks.patience = 0
    var sight = checks.lookAtSweeper(plan, isGuarded: false)
    #expect(sight.faults == ["'game' is not stopped as process \(process.number)"])
    #expect(sight.words == "0 of 1 running stopped" && sight.seenCount == 0)
    try process.stop()
    checks.patience = 60_000_000_000
    sight = checks.lookAtSweeper(plan, isGuarded: false)
    #expect(sight.faults.isEmpty && sight.words == "1 of 1 running stopped" && sight.seenCount == 1)
    try process.kill()
  }

  @Test func `names that cannot be looked up are not verified, and a sentence says why`() throws {
    let names = NameCheck(
      of: try plan().shield, machine: MachineNames(), path: HostsFile.systemPath,
      resolver: NameResolver(getent: "/nonexistent/getent"))
    var checks = checks()
    let sight = checks.look(up: names, until: try SignalQueue([]))
    let fault = "the names were not looked up: there is no '/nonexistent/getent'"
    #expect(sight == TrialChecks.Sight(blockedCount: 2, faults: [fault]))
    var trial = AdapterTrial(standing: AdapterStanding(.hosts))
    trial.standing.state = .applied(generation: 1)
    (trial.blockedCount, trial.faults) = (2, sight.faults)
    #expect(!trial.isVerified && trial.word == "not verified")
    let report = TrialReport(adapters: [trial])
    #expect(report.code == .no)
    #expect(report.text(columns: nil).contains("\nhosts was not seen to work: \(fault)\n"))
  }

  @Test func `the shield begins after the question, with the one layer of the profile and time to apply it`() throws {
    var plan = try plan()
    let later = Moment(wall: Instant(epochSeconds: 5000), nanosecond: 0, boot: 9_500_000_000, bootID: "b")
    try plan.begin(at: later)
    #expect(plan.shield.layers.map(\.layer) == [plan.layer])
    #expect(plan.shield.writtenAt == later.wall && plan.shield.validUntil == Instant(epochSeconds: 5040))
  }
}
