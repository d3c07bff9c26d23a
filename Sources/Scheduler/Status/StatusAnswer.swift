import SchedulerCivilTime

/// The answer of `status`: the running sessions, the other profiles, and the state of the state directory.
public struct StatusAnswer: Sendable {
  /// The engine with the rules and their current results.
  let engine: Engine
  /// The present.
  let now: Moment
  /// The source of the configuration.
  let title: String
  /// The state directory.
  let directory: String
  /// The time at which the directory was last evaluated, or nil for never.
  let evaluatedAt: Instant?
  /// The number of events that have become due since then and were not carried out.
  let dueCount: Int
  /// A sentence about why the configuration files are not in force, or nil if they are.
  let fault: String?
  /// The comparison of the shield on disk with the state, or nil if the state was never evaluated.
  let shield: ShieldFileStatus?
  /// What enforces the shield.
  let enforcement: EnforcementStatus
  /// The viewer for whom the answer is made.
  let viewer: Viewer

  /// Creates the answer for an engine.
  public init(
    of engine: Engine, at now: Moment, title: String, directory: String, evaluatedAt: Instant?, dueCount: Int = 0,
    fault: String? = nil, shield: ShieldFileStatus?, enforcement: EnforcementStatus,
    for viewer: Viewer = .everything
  ) {
    self.engine = engine
    self.now = now
    self.title = title
    self.directory = directory
    self.evaluatedAt = evaluatedAt
    self.dueCount = dueCount
    self.fault = fault
    self.shield = shield
    self.enforcement = enforcement
    self.viewer = viewer
  }

  /// The sessions that the viewer sees.
  var sessions: [Session] { engine.sessions.filter(viewer.sees) }

  /// The planned starts that the viewer sees.
  var plannedStarts: [(profile: ProfileReference, start: PlannedStart)] {
    if viewer == .everything { return engine.plannedStarts }
    let builtIn = engine.configuration.builtInProfiles.filter { viewer.sees($0, in: engine.configuration) }
    let seen = Set((profiles + builtIn).map(\.id))
    return engine.plannedStarts.filter { seen.contains($0.profile.id) }
  }

  /// The profiles that the viewer sees.
  var profiles: [Profile] { engine.configuration.profiles.filter { viewer.sees($0, in: engine.configuration) } }

  /// The present by the engine's clock.
  var present: Present { engine.present ?? Present(now, elapsed: 0) }
}
