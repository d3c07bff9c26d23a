import SchedulerCivilTime

/// What `status` tells: the sessions that run and the other profiles, and how they are kept.
public struct StatusAnswer: Sendable {
  /// The rules and what they come to now.
  let engine: Engine
  /// The present.
  let now: Moment
  /// What the configuration was read from.
  let title: String
  /// The state directory.
  let directory: String
  /// When the directory was evaluated last; nil for never.
  let evaluatedAt: Instant?
  /// How much has become due since then that nobody has done.
  let dueCount: Int
  /// Why the files of the configuration are not what is in force, in a sentence; nil when they are.
  let fault: String?
  /// What the shield on disk was like beside the state; nil where that was never evaluated.
  let shield: ShieldStanding?
  /// Who asks.
  let viewer: Viewer

  /// What an engine has come to.
  public init(
    of engine: Engine, at now: Moment, title: String, directory: String, evaluatedAt: Instant?, dueCount: Int = 0,
    fault: String? = nil, shield: ShieldStanding?, for viewer: Viewer = .everything
  ) {
    self.engine = engine
    self.now = now
    self.title = title
    self.directory = directory
    self.evaluatedAt = evaluatedAt
    self.dueCount = dueCount
    self.fault = fault
    self.shield = shield
    self.viewer = viewer
  }

  /// The sessions that are shown.
  var sessions: [Session] { engine.sessions.filter(viewer.sees) }

  /// The starts that were planned and are shown.
  var plannedStarts: [(profile: ProfileReference, start: PlannedStart)] {
    engine.plannedStarts.filter { planned in
      viewer == .everything || profiles.contains { $0.id == planned.profile.id }
        || engine.configuration.builtInProfiles.contains { built in
          built.id == planned.profile.id && viewer.sees(built, in: engine.configuration)
        }
    }
  }

  /// The profiles that are shown.
  var profiles: [Profile] { engine.configuration.profiles.filter { viewer.sees($0, in: engine.configuration) } }

  /// The present as the engine counts it.
  var present: Present { engine.present ?? Present(now, elapsed: 0) }
}
