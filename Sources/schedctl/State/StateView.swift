import Scheduler
import SchedulerCivilTime
import SchedulerPlatform
import SchedulerStore

/// What a state directory comes to now, found out without a lock and without writing anything.
struct StateView {
  /// The rules and what they come to now.
  let engine: Engine
  /// The present.
  let now: Moment
  /// When the directory was evaluated last; nil for never.
  let evaluatedAt: Instant?
  /// What has become due since then, which nobody has done: it is shown as if it had been.
  let due: [HistoryEntry]
  /// What the shield on disk was like beside the state; nil where that was never evaluated.
  let shield: ShieldStanding?
  /// Where things are.
  let place: StatePlace
  /// The configuration and where it comes from.
  let inForce: ConfigurationInForce

  /// The sessions that run, in the order of profile keys.
  var sessions: [Session] { engine.sessions }

  /// Whether the shield of a session is to be applied.
  func isShielding(_ session: Session) -> Bool { engine.isShielding(session) }

  /// The starts that were planned, the next one first, with the profiles that there are.
  var plannedStarts: [(profile: ProfileReference, start: PlannedStart)] { engine.plannedStarts }

  /// The present as the engine counts it.
  var present: Present { engine.present ?? Present(now, elapsed: 0) }

  /// The rules of the zone in which the times of a profile are shown: its own, or that of the configuration where it is
  /// gone.
  func zone(of profile: ProfileReference) -> ZoneRules { engine.zone(of: profile) }

  /// What `status` tells of it.
  var status: StatusAnswer {
    StatusAnswer(
      of: engine, at: now, title: inForce.title, directory: place.directory, evaluatedAt: evaluatedAt,
      dueCount: due.count, fault: inForce.fault?.message, shield: shield)
  }
}

extension Console {
  /// Looks at a state directory. One that is missing or empty is shown as one that was never evaluated.
  ///
  /// Throws with code 65 when a newer program wrote it, with 74 when it cannot be read, and with 78 when there is no
  /// configuration to go by.
  ///
  /// - Parameter isRepeated: whether it was looked at before: then only what is new of its faults is said.
  mutating func viewState(_ place: StatePlace, isRepeated: Bool = false) throws(CommandFailure) -> StateView {
    if !isRepeated { warnOfExposed(place) }
    let reading = try readState(place)
    let stored = reading?.configuration ?? .none
    let inForce = try configurationInForce(place.configuration, stored: stored, trust: .preview)
    if inForce.fault == nil { hasToldFault = false }
    report(inForce, isRepeated ? .none : stored, place)
    var problems: [StateProblem] = []
    var engine =
      reading?.engine(
        inForce.previous, after: inForce.earlier, authorization: firstAuthorization, problems: &problems)
      ?? Engine(inForce.previous, authorization: firstAuthorization)
    let shield = try shieldStanding(beside: engine, place)
    let evaluatedAt = engine.present?.wall
    // Whoever writes meanwhile has an earlier present than this one.
    let now = try moment()
    if !isRepeated { report(reading?.losses(beside: engine, problems) ?? [], problems, engine, place, now) }
    var due: [HistoryEntry] = []
    for input in engine.inputs(toReach: now, inForce, isSynchronised: clocks.isSynchronised()) {
      due += engine.handle(input, at: now).entries
    }
    return StateView(
      engine: engine, now: now, evaluatedAt: evaluatedAt, due: due, shield: shield, place: place,
      inForce: inForce)
  }

  /// So often the shield is looked at until it is what the state asks for: somebody may be about to write it.
  private static let shieldPatience = (attempts: 3, milliseconds: Int32(20))

  /// What the shield on disk is like beside the state that an engine was read from.
  func shieldStanding(beside engine: Engine, _ place: StatePlace) throws(CommandFailure) -> ShieldStanding? {
    guard engine.present != nil else { return nil }
    var engine = engine
    var attempt = 1
    while true {
      let shield = try shieldStanding(once: engine, place)
      if shield?.isBehind != true || attempt == Self.shieldPatience.attempts { return shield }
      attempt += 1
      clocks.wait(Self.shieldPatience.milliseconds)
      var problems: [StateProblem] = []
      guard let reading = try readState(place) else { continue }
      let accepted = engine.acceptedConfigurations
      engine = reading.engine(accepted[accepted.count - 1], after: accepted.dropLast(), problems: &problems)
    }
  }

  private func shieldStanding(once engine: Engine, _ place: StatePlace) throws(CommandFailure) -> ShieldStanding? {
    var files: DirectoryFileSystem
    do throws(FileSystemError) {
      files = try DirectoryFileSystem(place.directory)
    } catch {
      throw CommandFailure(directory: error, place.directory)
    }
    do throws(StateStoreError) {
      return try ShieldStanding(of: engine, in: &files)
    } catch {
      throw CommandFailure(error, in: place.directory)
    }
  }
}
