import SchedulerStore

/// What an evaluation asks for, or several do together.
struct EvaluationWork: Sendable {
  /// The new state, one change for each key.
  private(set) var changes: [StateChange] = []
  private(set) var events: [Event] = []
  private(set) var missed: [Missed] = []
  private(set) var finished: [FinishedSession] = []
  private(set) var refusedActivities: [RefusedActivity] = []
  private(set) var reply: CommandOutcome?
  /// What history has to say of it, in ascending order of numbers.
  private(set) var lines: [HistoryLine] = []

  /// Nothing.
  init() {}

  /// What one evaluation asks for.
  init(_ effects: [Effect]) {
    for effect in effects {
      switch effect {
      case .stateDidChange(let changes): self.changes = changes
      case .shieldDidChange: break
      case .event(let event): events.append(event)
      case .missed(let missed): self.missed.append(missed)
      case .sessionDidFinish(let session): finished.append(session)
      case .activityRefused(let name, let reason): refusedActivities.append(RefusedActivity(name: name, reason: reason))
      case .reply(let outcome): reply = outcome
      }
    }
    lines = effects.compactMap(HistoryLine.init)
  }

  /// This and then what a later evaluation asks for: of each key the newest state.
  func joined(by later: EvaluationWork) -> EvaluationWork {
    if changes.isEmpty { return later }
    let keys = Set(later.changes.map(\.key))
    var result = later
    result.changes = changes.filter { !keys.contains($0.key) } + later.changes
    result.events = events + later.events
    result.missed = missed + later.missed
    result.finished = finished + later.finished
    result.refusedActivities = refusedActivities + later.refusedActivities
    result.lines = lines + later.lines
    return result
  }
}
