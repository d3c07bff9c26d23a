import Scheduler
import SchedulerCivilTime
import SchedulerPlatform
import SchedulerStore

@testable import SchedulerDaemon

/// A daemon in memory with one limit, the clock that a test advances, and the programs that run.
final class UseWorld {
  private(set) var loop: DaemonLoop
  var files = SimulatedFileSystem()
  let clock = VirtualClock(VirtualDay.start)
  private(set) var actions: [LoopAction] = []
  /// Answers whether an application runs; without it, questions stay unanswered.
  var evidence: ((ApplicationIdentity) -> UseEvidence)?
  /// The programs that a look finds; nil leaves it unanswered.
  var running: [ApplicationIdentity]?

  init(_ limit: String) throws {
    let text = "timezone = \"UTC\"\n[profile.p.limit]\n\(limit)\n"
    var engine = try DurableEngine.open(ConfigurationVersions(configuration(text)), in: &files)
    _ = try engine.handle(.time, at: clock.moment, in: &files)
    var host = NoEnvironment()
    host.peerUser = UserIdentity(name: "kim")
    loop = DaemonLoop(
      engine,
      control: ControlServer(try ControlService(ownerID: 1000), host: host, lastNumber: engine.engine.lastNumber)
    )
  }

  @discardableResult
  func report(_ name: String?, by user: String = "kim", from connection: UInt64 = 1) -> ControlOutcome {
    report(name.map { ApplicationIdentity(fileNames: [$0]) }, by: user, from: connection)
  }

  /// Reports the use of the program at a path.
  func report(path: String, from connection: UInt64 = 1) {
    _ = report(ApplicationIdentity(paths: [path]), from: connection)
  }

  func report(
    _ application: ApplicationIdentity?, by user: String = "kim", from connection: UInt64 = 1, idleSeconds: Int64 = 0
  ) -> ControlOutcome {
    var step = LoopStep(now: clock.moment, isSynchronised: true, zone: .utc)
    let targets = application.map { [UsedTarget(application: $0)] } ?? []
    let report = UseReport(
      of: UserIdentity(name: user), targets: targets, source: "test", idleSeconds: idleSeconds)
    let outcome = loop.take(report, from: ConnectionID(connection), userID: 1000, step: &step, in: &files)
    loop.endOveruse(&step, in: &files)
    perform(loop.finish(&step))
    return outcome
  }

  func handle(_ event: LoopEvent, after seconds: Int64 = 0) {
    clock.advance(to: clock.seconds + seconds)
    perform(loop.handle(event, at: clock.moment, isSynchronised: true, in: &files))
  }

  /// Puts another configuration in force.
  func change(to text: String) throws {
    var step = LoopStep(now: clock.moment, isSynchronised: true, zone: .utc)
    loop.evaluate([.configuration(try configuration(text))], step: &step, in: &files)
    perform(loop.finish(&step))
  }

  /// Ends a connection.
  func close(_ connection: UInt64) { handle(.client(.closed(ConnectionID(connection)))) }

  /// Answers what the loop asks of the machine, as the machine does.
  private func perform(_ new: [LoopAction]) {
    for action in new {
      actions.append(action)
      switch action {
      case .checkUse(let check):
        if let evidence { handle(.useChecked(check, evidence(check.application))) }
      case .findPrograms(except: let users):
        if let running { handle(.programsFound(users.contains(1000) ? [:] : [1000: running])) }
      default: break
      }
    }
  }

  /// Wakes the loop whenever it asks to be woken.
  func run(seconds: Int64) throws {
    let end = clock.seconds + seconds
    while let next = clock.second(of: loop.deadline), next < end {
      handle(.woken, after: max(1, next - clock.seconds))
    }
    handle(.woken, after: end - clock.seconds)
  }

  var standing: LimitStanding? { loop.engine.engine.limitStandings(at: clock.moment).first }
  var publications: Int { actions.count { if case .publish = $0 { true } else { false } } }
  var looks: Int { actions.count { if case .findPrograms = $0 { true } else { false } } }
  var checks: Int { actions.count { if case .checkUse = $0 { true } else { false } } }
  var messages: [String] { actions.compactMap { if case .log(let entry) = $0 { entry.message } else { nil } } }
  var disbeliefs: [String] { messages.filter { $0.hasPrefix("ignores the agent") } }
  var endings: [UsageLimit.Consequence] {
    actions.compactMap { if case .endSessions(userID: 1000, let consequence) = $0 { consequence } else { nil } }
  }
}
