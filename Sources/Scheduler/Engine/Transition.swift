import SchedulerStore

/// What an evaluation changed, and what its caller has to do about it: first write the state, then apply the shield, then
/// record history, and then answer.
public struct Transition: Hashable, Sendable {
  /// The state to make durable, all of it or nothing, before anything else is done. The keys are `engine`, `profile:<uuid>`,
  /// and `rules:<profile uuid>` for what its session copied; the payload is one JSON value.
  public internal(set) var changes: [StateChange] = []
  /// The layers to apply from now on, in the order of profile keys: the whole shield, never a difference. Nil if the shield
  /// stays as it is.
  public internal(set) var shield: [AppliedLayer]?
  /// What happened: events, then missed intervals, then finished sessions, in ascending order of their numbers.
  public internal(set) var entries: [HistoryEntry] = []
  /// Activities that were delivered under a name that is none.
  public internal(set) var refusedActivities: [RefusedActivity] = []
  /// The answer to the command; nil for any other input.
  public internal(set) var reply: CommandOutcome?

  /// A transition that changes nothing.
  init() {}

  /// Whether nothing changed and nothing is to be done.
  public var isEmpty: Bool {
    changes.isEmpty && shield == nil && entries.isEmpty && refusedActivities.isEmpty && reply == nil
  }

  /// The events among the entries.
  public var events: [Event] { entries.compactMap { if case .event(let event) = $0 { event } else { nil } } }

  /// The records of missed intervals among the entries.
  public var missed: [Missed] { entries.compactMap { if case .missed(let missed) = $0 { missed } else { nil } } }

  /// The finished sessions among the entries.
  public var finished: [FinishedSession] {
    entries.compactMap { if case .finished(let session) = $0 { session } else { nil } }
  }

  /// Returns this transition and then a later one as a single one: the newest state of each key, the later shield and reply.
  func followed(by later: Transition) -> Transition {
    let keys = Set(later.changes.map(\.key))
    var result = later
    result.changes = changes.filter { !keys.contains($0.key) } + later.changes
    result.shield = later.shield ?? shield
    result.entries = entries + later.entries
    result.refusedActivities = refusedActivities + later.refusedActivities
    return result
  }
}

/// A numbered entry of history.
public enum HistoryEntry: Hashable, Sendable {
  /// Something happened.
  case event(Event)
  /// Intervals passed while nobody evaluated.
  case missed(Missed)
  /// A session is over.
  case finished(FinishedSession)

  /// Its place in history, from 1; no number comes twice.
  public var number: Int64 {
    switch self {
    case .event(let event): event.number
    case .missed(let missed): missed.number
    case .finished(let session): session.number
    }
  }

  /// The profile that it concerns; nil for the shield, the configuration and registered activities.
  public var profile: ProfileReference? {
    switch self {
    case .event(let event): event.profile
    case .missed(let missed): missed.profile
    case .finished(let session): session.profile
    }
  }
}

/// An activity that was delivered under a name that is none: nothing was applied.
public struct RefusedActivity: Hashable, Sendable {
  /// The name.
  public let name: String
  /// Why it is none.
  public let reason: ActivityNameError
}
