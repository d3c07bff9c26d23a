import Scheduler
import SchedulerCivilTime
import SchedulerJSON
import SchedulerPlatform
import SchedulerStore
import Testing

@testable import SchedulerDaemon

/// Hooks in the loop: a run is started, and ends when the test says so.
@Suite struct HookLoopTests {
  private static let text = """
    timezone = "Europe/Berlin"
    [[hook]]
    on = ["sessionDidStart", "sessionDidEnd"]
    run = ["/bin/hook", "{event} {profile}"]
    [profile.a]
    window = ["09:00-10:00"]
    [profile.b]
    window = ["11:00-12:00"]
    """
  private static let began = "sessionDidStart a"

  private static func arguments(_ actions: [LoopAction]) -> [String] {
    actions.compactMap { if case .startHook(_, let run) = $0 { run.words[1] } else { nil } }
  }

  /// All that runs one after the other, with the date of its event, each ended as soon as it has started.
  private static func runs(
    _ loop: inout DaemonLoop, _ actions: [LoopAction], _ clock: VirtualClock, in files: inout SimulatedFileSystem
  ) throws -> [String] {
    var found: [String] = []
    var actions = actions
    while case .startHook(let id, let run)? = actions.first(where: { if case .startHook = $0 { true } else { false } })
    {
      let planned = try JSONValue(parsing: run.input.dropLast()).objectValue?["planned"]?.stringValue
      found.append("\(planned?.prefix(10) ?? "") \(run.words[1])")
      actions = end(&loop, clock, id, in: &files)
    }
    return found
  }

  private static func log(_ actions: [LoopAction]) -> [String] {
    actions.compactMap { if case .log(let entry) = $0 { entry.message } else { nil } }
  }

  /// A daemon on a directory, begun at a second of the day.
  private static func begin(
    _ clock: VirtualClock, at second: Int64, _ text: String = text, in files: inout SimulatedFileSystem
  ) throws -> (loop: DaemonLoop, actions: [LoopAction]) {
    clock.advance(to: second)
    var engine = try DurableEngine.open(ConfigurationVersions(configuration(text)), in: &files)
    let first = try engine.handle(.time, at: clock.moment, in: &files)
    var loop = DaemonLoop(engine)
    let actions = loop.begin([first], at: clock.moment, in: &files)
    return (loop, actions)
  }

  private static func wake(
    _ loop: inout DaemonLoop, _ clock: VirtualClock, at second: Int64, in files: inout SimulatedFileSystem
  ) -> [LoopAction] {
    clock.advance(to: second)
    return loop.handle(.woken, at: clock.moment, isSynchronised: true, in: &files)
  }

  private static func end(
    _ loop: inout DaemonLoop, _ clock: VirtualClock, _ id: UInt64, _ outcome: HookOutcome = .ended(.exit(0)),
    output: String = "", in files: inout SimulatedFileSystem
  ) -> [LoopAction] {
    let event = LoopEvent.hookEnded(id, outcome, output: Array(output.utf8))
    return loop.handle(event, at: clock.moment, isSynchronised: true, in: &files)
  }

  private static func through(_ files: SimulatedFileSystem) throws -> Int64? {
    try files["hooks.json"].map { try JSONValue(parsing: $0) }?.objectValue?["through"]?.integerValue
  }

  @Test func `hooks run in the order of events, and the ledger advances when a hook ends`() throws {
    var files = SimulatedFileSystem()
    let clock = VirtualClock(VirtualDay.start)
    var (loop, actions) = try Self.begin(clock, at: 0, in: &files)
    #expect(Self.arguments(actions) == [])
    actions = Self.wake(&loop, clock, at: 32_400, in: &files)
    #expect(Self.arguments(actions) == [Self.began])
    let before = try #require(try Self.through(files))
    // The end comes while the first still runs.
    actions = Self.wake(&loop, clock, at: 36_000, in: &files)
    #expect(Self.arguments(actions) == [])
    #expect(try Self.through(files) == before)
    actions = Self.end(&loop, clock, 1, output: "one\ntwo\u{1B}[0m", in: &files)
    #expect(Self.arguments(actions) == ["sessionDidEnd a"])
    for said in ["one", "two␛[0m"] {
      #expect(Self.log(actions).contains("hook '/bin/hook' on sessionDidStart: \(said)"))
    }
    #expect(try #require(try Self.through(files)) > before)
    actions = Self.end(&loop, clock, 2, .ended(.exit(3)), in: &files)
    #expect(Self.log(actions) == ["hook '/bin/hook' on sessionDidEnd ended with exit code 3"])
    #expect(try Self.through(files) == loop.newestLine)
  }

  @Test func `a hook run that a crash interrupts is repeated with the same number, and a finished run is not`() throws {
    var files = SimulatedFileSystem()
    let clock = VirtualClock(VirtualDay.start)
    var (loop, actions) = try Self.begin(clock, at: 0, in: &files)
    actions = Self.wake(&loop, clock, at: 32_400, in: &files)
    #expect(Self.arguments(actions) == [Self.began])
    files.crash()
    (loop, actions) = try Self.begin(clock, at: 32_410, in: &files)
    #expect(Self.arguments(actions) == [Self.began])
    _ = Self.end(&loop, clock, 1, in: &files)
    files.crash()
    (loop, actions) = try Self.begin(clock, at: 32_420, in: &files)
    #expect(Self.arguments(actions) == [])
  }

  @Test func `a daemon runs hooks for events of the last day that were evaluated while no daemon ran`() throws {
    var files = SimulatedFileSystem()
    let clock = VirtualClock(VirtualDay.start)
    _ = try Self.begin(clock, at: 0, in: &files)
    files.crash()
    clock.advance(to: 32_400)
    var engine = try DurableEngine.open(ConfigurationVersions(configuration(Self.text)), in: &files)
    _ = try engine.handle(.time, at: clock.moment, in: &files)
    engine.close(in: &files)
    // What the first evaluation does comes behind it, once.
    var (loop, actions) = try Self.begin(clock, at: 36_001, in: &files)
    let first = try Self.runs(&loop, actions, clock, in: &files)
    #expect(first == ["2026-11-23 sessionDidStart a", "2026-11-23 sessionDidEnd a"])
    // Somebody evaluates again: what was done is not done again.
    files.crash()
    clock.advance(to: 39_600)
    engine = try DurableEngine.open(ConfigurationVersions(configuration(Self.text)), in: &files)
    _ = try engine.handle(.time, at: clock.moment, in: &files)
    engine.close(in: &files)
    (loop, actions) = try Self.begin(clock, at: 39_700, in: &files)
    #expect(try Self.runs(&loop, actions, clock, in: &files) == ["2026-11-23 sessionDidStart b"])
    // No hook runs for an event that is over a day old.
    files.crash()
    clock.advance(to: 43_200)
    engine = try DurableEngine.open(ConfigurationVersions(configuration(Self.text)), in: &files)
    _ = try engine.handle(.time, at: clock.moment, in: &files)
    engine.close(in: &files)
    (loop, actions) = try Self.begin(clock, at: 32_400 + 2 * 86_400, in: &files)
    #expect(try Self.runs(&loop, actions, clock, in: &files) == ["2026-11-25 sessionDidStart a"])
  }

  @Test func `the first daemon runs hooks for events of its own start, and for none before`() throws {
    var files = SimulatedFileSystem()
    let clock = VirtualClock(VirtualDay.start)
    clock.advance(to: 32_400)
    var engine = try DurableEngine.open(ConfigurationVersions(configuration(Self.text)), in: &files)
    _ = try engine.handle(.time, at: clock.moment, in: &files)
    engine.close(in: &files)
    let (_, actions) = try Self.begin(clock, at: 36_000, in: &files)
    #expect(Self.arguments(actions) == ["sessionDidEnd a"])
  }

  @Test func `the daemon ends a hook that takes too long and continues with the next one`() throws {
    var files = SimulatedFileSystem()
    let clock = VirtualClock(VirtualDay.start)
    var (loop, actions) = try Self.begin(clock, at: 0, in: &files)
    _ = Self.wake(&loop, clock, at: 32_400, in: &files)
    #expect(clock.second(of: loop.deadline) == 32_430)
    actions = Self.wake(&loop, clock, at: 32_430, in: &files)
    #expect(actions.contains { if case .stopHook(1, isForced: false) = $0 { true } else { false } })
    actions = Self.wake(&loop, clock, at: 32_435, in: &files)
    #expect(actions.contains { if case .stopHook(1, isForced: true) = $0 { true } else { false } })
    actions = Self.end(&loop, clock, 1, .ended(.signal(9)), in: &files)
    #expect(Self.log(actions) == ["hook '/bin/hook' on sessionDidStart took longer than 30 seconds, and was ended"])
    #expect(clock.second(of: loop.deadline) == 36_000)
  }

  @Test func `an edge takes effect on time while hooks hang, and hooks still run on a full disk`() throws {
    var files = SimulatedFileSystem()
    let clock = VirtualClock(VirtualDay.start)
    var (loop, actions) = try Self.begin(clock, at: 0, in: &files)
    _ = Self.wake(&loop, clock, at: 32_400, in: &files)
    actions = Self.wake(&loop, clock, at: 36_000, in: &files)
    #expect(loop.engine.engine.book.sessions.isEmpty)
    files.plan.capacity = 0
    actions = Self.end(&loop, clock, 1, in: &files)
    #expect(Self.arguments(actions) == ["sessionDidEnd a"])
    #expect(Self.log(actions).contains { $0.hasPrefix("what hooks were run cannot be written: ") })
    actions = Self.end(&loop, clock, 2, .failed(.missingFile), in: &files)
    #expect(Self.log(actions).first == "hook '/bin/hook' on sessionDidEnd cannot be run: no such file or directory")
  }

  @Test func `a stopping daemon starts no more hooks, and the next daemon starts them`() throws {
    var files = SimulatedFileSystem()
    let clock = VirtualClock(VirtualDay.start)
    var (loop, actions) = try Self.begin(clock, at: 0, in: &files)
    clock.advance(to: 32_400)
    actions = loop.handle(.signal(.terminate), at: clock.moment, isSynchronised: true, in: &files)
    #expect(loop.engine.engine.book.sessions.count == 1 && Self.arguments(actions) == [])
    files.crash()
    (loop, actions) = try Self.begin(clock, at: 32_410, in: &files)
    #expect(Self.arguments(actions) == [Self.began])
  }
}
