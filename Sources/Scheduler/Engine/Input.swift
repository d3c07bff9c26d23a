import SchedulerCivilTime

/// An input that reaches the engine from outside.
public enum Input: Sendable {
  /// Time passed. It is also the input of the first evaluation after a start, where the boot ID shows a reboot.
  case time
  /// A client sends a command.
  case command(Command, by: Requester = Requester())
  /// A configuration was read and accepted.
  case configuration(Configuration)
  /// The wall clock was set.
  case clockStep(isSynchronised: Bool)
  /// The machine's own zone changed.
  case zoneChange(ZoneRules)
  /// A client states whether the shield may be applied at all. A withdrawal takes effect once no strict session runs.
  case authorization(AuthorizationStatus)
  /// Another program, or a test, delivers an edge by the name of its activity.
  case activity(name: String, userInfo: [String: String] = [:], ActivityPhase)
}

extension Input {
  /// Whether a client waits for the result.
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
