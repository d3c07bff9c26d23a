import SchedulerCivilTime

/// What reaches the engine from outside.
public enum Input: Sendable {
  /// Time passed; also the first evaluation after a start, when another boot shows by its id.
  case time
  /// Somebody wants something.
  case command(Command, by: Requester = Requester())
  /// The configuration was read anew and accepted.
  case configuration(Configuration)
  /// The wall clock was set.
  case clockStep(isSynchronised: Bool)
  /// The machine's own zone is another.
  case zoneChange(ZoneRules)
  /// Somebody says whether the shield may be applied at all. Less than before counts as soon as no strict session runs.
  case authorization(AuthorizationStatus)
  /// Another program, or a test, delivers an edge by the name of its activity.
  case activity(name: String, userInfo: [String: String] = [:], ActivityPhase)
}

extension Input {
  /// Whether somebody waits to hear what became of it.
  var isAnswered: Bool {
    switch self {
    case .command, .authorization: true
    case .time, .configuration, .clockStep, .zoneChange, .activity: false
    }
  }
}

/// The two edges of an interval that are delivered to handlers.
public enum ActivityPhase: String, Sendable {
  case start, end
}
