/// A state evaluated in memory up to now, without a lock and without writing.
public struct StateView: Sendable {
  /// The engine with the rules and their current results.
  public let engine: Engine
  /// The present.
  public let now: Moment
  /// The time at which the state was last evaluated, or nil if it never was.
  public let evaluatedAt: Instant?
  /// The entries that have become due since then. No process has carried them out, but `engine` includes them.
  public let due: [HistoryEntry]
  /// The comparison of the shield on disk with the state, or nil before the first evaluation.
  public let shield: ShieldFileStatus?
  /// The instance of the state.
  public let instance: Instance
  /// The configuration and its source.
  public let update: ConfigurationUpdate
  /// Notices for the user about the state.
  public let notices: [InstanceNotice]
  /// What enforces the shield, as the daemon says. The reader of the state asks it; without a daemon nothing does.
  public var enforcement = EnforcementStatus()

  /// The running sessions, ordered by profile key.
  public var sessions: [Session] { engine.sessions }

  /// Returns whether the shield of a session is to be applied.
  public func isShielding(_ session: Session) -> Bool { engine.isShielding(session) }

  /// The planned starts of the existing profiles, the next one first.
  public var plannedStarts: [(profile: ProfileReference, start: PlannedStart)] { engine.plannedStarts }

  /// The present by the engine's clock.
  public var present: Present { engine.present ?? Present(now, elapsed: 0) }

  /// Returns the rules of the zone in which the times of a profile are displayed: the profile's zone, or the
  /// configuration's if the profile no longer exists.
  public func zone(of profile: ProfileReference) -> ZoneRules { engine.zone(of: profile) }

  /// The answer of `schedctl status`.
  public var status: StatusAnswer {
    StatusAnswer(
      of: engine, at: now, title: update.title, directory: instance.directory, evaluatedAt: evaluatedAt,
      dueCount: due.count, fault: update.fault?.message, shield: shield, enforcement: enforcement)
  }
}

extension Instance {
  /// Returns a view of the state. A missing or empty directory is viewed as a state that was never evaluated.
  ///
  /// - Throws: the errors of `readState` and `configurationUpdate`.
  /// - Complexity: linear in the size of the configuration and the state, plus an evaluation in memory.
  public func view() throws(InstanceError) -> StateView {
    // Read before the state, which another process may continue meanwhile.
    let known = knownProgress(inBoot: try host.moment().bootID)
    let reading = try readState()
    let stored = reading?.configuration ?? .none
    let update = try configurationUpdate(stored: stored, trust: .preview, at: host.clocks.wall())
    var problems: [StateProblem] = []
    var engine = engine(of: reading, with: update, problems: &problems)
    let shield = try shieldFileStatus(beside: engine)
    let evaluatedAt = engine.present?.wall
    // A concurrent writer has an earlier present than this one.
    let now = try host.moment()
    let losses = losses(of: reading, beside: engine, problems: problems, known: known)
    let lost = notices(of: losses, problems: problems, engine: engine, at: now)
    var due: [HistoryEntry] = []
    for input in engine.inputs(toReach: now, with: update, isSynchronised: host.clocks.isSynchronised()) {
      due += engine.handle(input, at: now).entries
    }
    return StateView(
      engine: engine, now: now, evaluatedAt: evaluatedAt, due: due, shield: shield, instance: self,
      update: update, notices: notices(of: update, stored: stored) + lost)
  }

  /// Returns the engine of a state as of its last evaluation, or a new engine if there is no state.
  package func engine(
    of reading: StateReading?, with update: ConfigurationUpdate, problems: inout [StateProblem]
  ) -> Engine {
    reading?.engine(
      update.previous, router: router, authorization: firstAuthorization, problems: &problems)
      ?? Engine(update.previous.configuration, router: router, authorization: firstAuthorization)
  }
}
