import Scheduler
import SchedulerCivilTime
import SchedulerPlatform
import SchedulerStore

/// What a state comes to now, found out without a lock and without writing anything.
public struct StateView: Sendable {
  /// The rules and what they come to now.
  public let engine: Engine
  /// The present.
  public let now: Moment
  /// When the state was last evaluated; nil for never.
  public let evaluatedAt: Instant?
  /// What has become due since then. No process has done it; `engine` shows it as done.
  public let due: [HistoryEntry]
  /// How the shield on disk compares with the state; nil before the first evaluation.
  public let shield: ShieldStanding?
  /// Where the state is.
  public let instance: Instance
  /// The configuration and where it comes from.
  public let update: ConfigurationUpdate
  /// What a person should know about it.
  public let notices: [InstanceNotice]

  /// The running sessions, in the order of profile keys.
  public var sessions: [Session] { engine.sessions }

  /// Whether the shield of a session is to be applied.
  public func isShielding(_ session: Session) -> Bool { engine.isShielding(session) }

  /// The planned starts of the profiles that exist, the next one first.
  public var plannedStarts: [(profile: ProfileReference, start: PlannedStart)] { engine.plannedStarts }

  /// The present as the engine counts it.
  public var present: Present { engine.present ?? Present(now, elapsed: 0) }

  /// The rules of the zone in which the times of a profile are shown: its own, or the configuration's when the profile is
  /// gone.
  public func zone(of profile: ProfileReference) -> ZoneRules { engine.zone(of: profile) }

  /// The answer of `schedctl status`.
  public var status: StatusAnswer {
    StatusAnswer(
      of: engine, at: now, title: update.title, directory: instance.directory, evaluatedAt: evaluatedAt,
      dueCount: due.count, fault: update.fault?.message, shield: shield)
  }
}

extension Instance {
  /// Looks at the state. A directory that is missing or empty is shown as one that was never evaluated.
  ///
  /// - Throws: as `readState` and `configurationUpdate`.
  /// - Complexity: that of reading the configuration and the state, and of an evaluation in memory.
  public func view() throws(InstanceError) -> StateView {
    let reading = try readState()
    let stored = reading?.configuration ?? .none
    let update = try configurationUpdate(stored: stored, trust: .preview, at: host.clocks.wall())
    var problems: [StateProblem] = []
    var engine = engine(of: reading, with: update, problems: &problems)
    let shield = try shieldFileStatus(beside: engine)
    let evaluatedAt = engine.present?.wall
    // A process that writes meanwhile has an earlier present than this one.
    let now = try host.moment()
    let lost = notices(of: reading?.losses(beside: engine, problems) ?? [], problems: problems, engine: engine, at: now)
    var due: [HistoryEntry] = []
    for input in engine.inputs(toReach: now, with: update, isSynchronised: host.clocks.isSynchronised()) {
      due += engine.handle(input, at: now).entries
    }
    return StateView(
      engine: engine, now: now, evaluatedAt: evaluatedAt, due: due, shield: shield, instance: self,
      update: update, notices: notices(of: update, stored: stored) + lost)
  }

  /// The engine of a state as of its last evaluation; a new one where there is no state.
  package func engine(
    of reading: StateReading?, with update: ConfigurationUpdate, problems: inout [StateProblem]
  ) -> Engine {
    reading?.engine(
      update.previous, router: router, authorization: firstAuthorization, problems: &problems)
      ?? Engine(update.previous.configuration, router: router, authorization: firstAuthorization)
  }
}
