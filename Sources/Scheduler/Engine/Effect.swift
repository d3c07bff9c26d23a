import SchedulerStore

/// What an evaluation asks of its surroundings, in the order in which it is to be done: the state, the shield, the numbered
/// stream (events, missed intervals, finished sessions, their numbers ascending), then what was refused and the reply.
public enum Effect: Hashable, Sendable {
  /// State to be made durable, all of it or nothing, before anything else is done. The keys are `engine`, `profile:<uuid>`,
  /// and `rules:<profile uuid>` for what its session copied; the payload is one JSON value.
  case stateDidChange([StateChange])
  /// The layers to be applied now, in the order of profile keys: the whole shield, never a difference.
  case shieldDidChange([AppliedLayer])
  /// Something happened. To be handed on once the state is durable.
  case event(Event)
  /// Intervals passed unseen.
  case missed(Missed)
  /// A session is over.
  case sessionDidFinish(FinishedSession)
  /// An activity was delivered under a name that is none: nothing was applied.
  case activityRefused(name: String, ActivityNameError)
  /// The answer to the command.
  case reply(CommandOutcome)
}
