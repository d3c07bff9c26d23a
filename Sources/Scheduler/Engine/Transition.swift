import SchedulerCivilTime
import SchedulerStore

/// The changes of an evaluation. The caller first writes the state, then applies the shield, then records history, and
/// then answers.
public struct Transition: Hashable, Sendable {
  /// The state to make durable before anything else is done, all of it or nothing. The keys are `engine`,
  /// `profile:<uuid>`, `rules:<profile uuid>` for the rules that its session copied, `monitored:<name>` for the progress
  /// of a monitored activity, `use` for the use of the device, and `limit:<profile uuid>:<position>:<user>` for what a
  /// limit has counted, and `measured` for what measures the use of people. The payload is one JSON value.
  public internal(set) var changes: [StateChange] = []
  /// The layers to apply from now on, in the order of profile keys: the whole shield, never a difference. Nil if the
  /// shield does not change.
  public internal(set) var shield: [AppliedLayer]?
  /// The entries of history: events, then missed intervals, then finished sessions, in ascending order of their
  /// numbers.
  public internal(set) var entries: [HistoryEntry] = []
  /// The activities that were delivered under an invalid name.
  public internal(set) var refusedActivities: [RefusedActivity] = []
  /// The answer to a command; nil for any other input.
  public internal(set) var reply: CommandOutcome?
  /// The answer to an activity that was delivered; nil for any other input, and for an invalid name.
  public internal(set) var delivery: ActivityDelivery?

  /// Whether nothing changed and the caller has nothing to do.
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

  /// Returns this transition combined with a later one: the newest state of each key, all entries, the later shield if
  /// there is one, and the later reply.
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
  /// An event.
  case event(Event)
  /// Intervals that passed without an evaluation.
  case missed(Missed)
  /// A finished session.
  case finished(FinishedSession)

  /// The position in history, from 1. No number occurs twice.
  public var number: Int64 {
    switch self {
    case .event(let event): event.number
    case .missed(let missed): missed.number
    case .finished(let session): session.number
    }
  }

  /// The profile that the entry concerns; nil for the shield, the configuration and registered activities.
  public var profile: ProfileReference? {
    switch self {
    case .event(let event): event.profile
    case .missed(let missed): missed.profile
    case .finished(let session): session.profile
    }
  }
}

/// An activity that was delivered under an invalid name and therefore not applied.
public struct RefusedActivity: Hashable, Sendable {
  /// The name as delivered.
  public let name: String
  /// The reason why the name is invalid.
  public let reason: ActivityNameError
}

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
  /// A client states whether the shield may be applied at all. A withdrawal takes effect once no strict session runs and
  /// no limit of a strict profile is used up.
  case authorization(AuthorizationStatus)
  /// Another program, or a test, delivers an edge by the name of its activity.
  case activity(name: String, userInfo: [String: String] = [:], ActivityPhase)
  /// An adapter reports attempts to use what the shield blocks. Each element becomes one event.
  /// While a `DurableEngine` cannot write its state, it keeps up to 1,000 entries and gives up further attempts.
  case attempts([ShieldAttempt])
  /// A program monitors an activity. One of that name is replaced, without an event; if an interval contains the
  /// present, it starts at once.
  case startMonitoring(MonitoredActivity)
  /// A program no longer monitors activities. An open interval ends. The progress that is kept of activities that the
  /// router lacks is removed without an event. Unknown names have no effect.
  case stopMonitoring(names: [String])
  /// A person begins or ends using the device, or something else comes in front. Thresholds of monitored activities
  /// count it.
  case deviceUse(DeviceUse)
  /// A person's use of their session changes, or is no longer known. Limits of profiles count it.
  case use(UseReport)
  /// The machine was suspended for some nanoseconds since the last evaluation, which are no use.
  case suspension(Int64)
  /// Locking or ending a person's sessions has no effect: the person still uses what is used up. The limits that do so
  /// block instead until their periods end.
  case endingsInVain(of: String)
  /// The program starts or stops, and knows of no use: reports end, and what limits have counted is stored.
  case useEnds
}

extension Input {
  /// Whether a client waits for the result.
  var isAnswered: Bool {
    switch self {
    case .command, .authorization, .activity, .startMonitoring, .stopMonitoring: true
    case .time, .configuration, .clockStep, .zoneChange, .attempts, .deviceUse, .use, .suspension, .useEnds,
      .endingsInVain:
      false
    }
  }
}

/// The two edges of an interval that are delivered to handlers.
public enum ActivityPhase: String, Sendable {
  case start, end
}
