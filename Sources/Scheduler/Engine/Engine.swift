import SchedulerCivilTime

/// The scheduling rules as one value: it computes sessions and the shield from windows, commands and clocks.
///
/// It has no clock, no file and no task. Its owner passes each input with the present moment, and carries out the
/// transition:
///
/// ```swift
/// var engine = Engine(configuration)
/// let transition = engine.handle(.time, at: now)
/// save(transition.changes)
/// if let layers = transition.shield { apply(layers) }
/// wakeUp(at: engine.nextDeadline)
/// ```
///
/// Holds, lifts and the shield do not depend on how often the engine is woken. A wake-up that comes late, twice or
/// never changes only the moments of delivery.
///
/// Complexity: an evaluation compares two numbers per profile, and does more only where something is due.
public struct Engine: Sendable {
  /// The configuration in force: the one accepted last, except for the parts of it that may not loosen yet.
  public private(set) var configuration: Configuration {
    didSet {
      countedLimits = CountedLimit.all(in: configuration)
      limitIndex = CountedLimit.index(of: countedLimits)
      limits.match(countedLimits)
    }
  }
  /// The accepted configurations that are in force or wait. Code that changes it calls `reload`.
  var succession: ConfigurationSuccession
  /// The elapsed time in nanoseconds at which a waiting change comes into force; `Int64.max` for never.
  private var nextLoosening = Int64.max
  /// The running sessions, and what is remembered of profiles.
  public internal(set) var book = SessionBook()
  /// The layers that are applied.
  public private(set) var shield: [AppliedLayer] = []
  /// Whether the instants until which layers are applied depend on the present; true until they are computed.
  private var shieldFollowsClocks = true
  /// The router that finds the handlers of activities. Activities are monitored and no longer monitored at run time.
  public internal(set) var router: ActivityRouter
  /// The progress of the monitored activities.
  var monitoring = MonitoringState()
  /// What people use, and what the limits have counted.
  var limits = LimitBook()
  /// The limits of the configuration in force.
  private(set) var countedLimits: [CountedLimit]
  /// The positions of the limits among these.
  private(set) var limitIndex: [LimitPlace: Int]
  /// The state that belongs to no profile.
  var state = EngineState()
  /// The losses of state that the next evaluation records.
  var unrecordedLosses: [StateLossRecord] = []
  /// The positions of profiles, including the built-in ones, which can be started by hand.
  private(set) var profiles: ProfileTable
  /// The times at which something is due next, by the positions of profiles.
  var due: DueTable

  /// Creates an engine that has not evaluated anything.
  ///
  /// - Parameter authorization: whether the shield may be applied. The program that embeds the engine is responsible
  ///   for the consent of those whom the shield concerns. A program that has not asked yet passes `.notDetermined`.
  public init(
    _ configuration: Configuration, router: ActivityRouter = ActivityRouter(),
    authorization: AuthorizationStatus = .approved
  ) {
    state.authorization.status = authorization
    self.configuration = configuration
    countedLimits = CountedLimit.all(in: configuration)
    limitIndex = CountedLimit.index(of: countedLimits)
    succession = ConfigurationSuccession(ConfigurationVersions.Version(configuration))
    self.router = router
    profiles = ProfileTable(configuration)
    due = DueTable(profiles.identities(in: configuration))
  }

  /// Evaluates: does everything that is due at or before `now`, in the order of the planned instants, then what the
  /// input requests. A second evaluation at the same moment does nothing.
  ///
  /// - Returns: the changes. Make their state durable before you carry out the rest.
  public mutating func handle(_ input: Input, at now: Moment) -> Transition { handle(input, accepting: nil, at: now) }

  /// Evaluates as `handle(_:at:)` does.
  ///
  /// - Parameter digest: the digest of the file that keeps the texts of the newest configuration once the input is
  ///   handled; nil if the digest does not change, or if no file keeps the configuration of the input.
  mutating func handle(_ input: Input, accepting digest: SHA256?, at now: Moment) -> Transition {
    let before = (previous: state.present, steps: state.clock?.steps)
    let isStart = state.clock?.moment.bootID != now.bootID
    book.previous = before.previous
    let present = advanceClock(to: now, input)
    book.reached = before.previous?.elapsed ?? present.elapsed
    if before.previous == nil { beginWaiting(at: present) }
    recordLosses(at: present)
    let lookBack = now.wall.adding(seconds: -EngineState.firstLookBack)
    runEdges(at: present, since: before.previous ?? present.then(lookBack))
    runMonitoring(at: present)
    let locks = limitLocks
    runLimits(input, at: present)
    if isUnlocked(since: locks) { runEdgesAgain(at: present) }
    state.see(present, since: before.previous)
    if before.previous.map(present.isTrustedClockSet) ?? false {
      // Intervals that were over by then have ended. Those that continue get their planned ends back.
      resolveAnew(by: .trusted, at: present)
      runEdgesAgain(at: present)
    }
    var transition = Transition()
    book.reached = present.elapsed
    if take(input, at: present, into: &transition) { runEdgesAgain(at: present) }
    takeMonitoring(input, at: present)
    refreshLimitsAndLocks(after: input, at: present)
    if let digest { succession.setDigestOfNewest(digest) }
    refreshDue(at: present)
    refreshSources(at: present)
    refreshMonitoring(at: present)
    nextLoosening = succession.nextCooldownEnd(under: looseningLocks)
    let applied = currentShield(at: present, input)
    let isRecorded = isStart || input.isRecorded || state.clock?.steps != before.steps
    finish(&transition, at: present, applying: applied, isRecorded: isRecorded)
    return transition
  }

  /// The present of the last evaluation, also if its records were read back; nil before the first.
  public var present: Present? { state.present }

  /// The next deadline, as of the last evaluation. Before the first evaluation, and after records were read back, it is
  /// an instant in the past, so that the engine is woken at once.
  ///
  /// Complexity: O(profiles), two numbers each.
  public var nextDeadline: NextDeadline {
    guard let present = state.present else { return NextDeadline(wall: Instant(epochSeconds: 0), boot: nil) }
    if due.elapsed.contains(.min) { return NextDeadline(wall: present.wall, boot: nil) }
    let wall = min(due.wall.min() ?? .max, state.nextSourceChange, monitoring.nextWall, limits.nextWall)
    let elapsed = min(
      due.elapsed.min() ?? .max, nextLoosening, state.clock?.nextTakeover ?? .max, monitoring.nextElapsed,
      limits.nextElapsed)
    return NextDeadline(
      wall: wall == .max ? nil : Instant(epochSeconds: wall),
      boot: elapsed == .max ? nil : present.boot(ofElapsed: elapsed))
  }
}

extension Engine {
  /// Puts in force everything in the accepted configurations that may take effect, and makes everything due.
  mutating func adoptSuccession() {
    configuration = succession.inForce
    state.waits = succession.successors.map(\.waits)
    profiles = ProfileTable(configuration)
    due = DueTable(profiles.identities(in: configuration))
  }

  /// Handles an input beyond the passing of time. Returns whether something may have become due because of it.
  private mutating func take(_ input: Input, at present: Present, into transition: inout Transition) -> Bool {
    switch input {
    case .time, .clockStep(isSynchronised: false): return false
    case .clockStep(isSynchronised: true):
      // Intervals that were over by then have ended. Those that continue get their planned ends back.
      resolveAnew(by: .wall, at: present)
    case .command(let command, let requester):
      transition.reply = perform(command, by: requester, at: present)
    case .configuration(let configuration): accept(configuration, at: present)
    case .zoneChange(let rules):
      noteTamper(withZone: rules, at: present)
      changeZone(to: rules, at: present)
    case .authorization(let status): take(status, at: present)
    case .attempts(let attempts):
      record(attempts, at: present)
      return false
    case .activity(let name, let userInfo, let phase):
      do throws(ActivityNameError) {
        transition.delivery = try deliver(name, with: userInfo, phase: phase, at: present)
      } catch {
        transition.refusedActivities.append(RefusedActivity(name: name, reason: error))
      }
    case .startMonitoring, .stopMonitoring, .deviceUse, .use, .suspension, .useEnds, .endingsInVain: return false
    }
    return true
  }

  /// Computes the shield that was applied at the last evaluation.
  mutating func restoreShield() {
    guard let present = state.present, state.authorization.status.isApproved else { return }
    shield = layers(at: present)
  }

  private mutating func advanceClock(to now: Moment, _ input: Input) -> Present {
    var stepIsSynchronised = false
    if case .clockStep(let isSynchronised) = input { stepIsSynchronised = isSynchronised }
    let previous = state.present
    let present = state.advance(to: now, stepIsSynchronised: stepIsSynchronised)
    guard let previous else {
      due.reset()
      return present
    }
    for clock in ProfileClock.allCases {
      let isTold = clock == .wall && input.isClockStep && !stepIsSynchronised
      let isSetBack = Delivery(present.shown(by: clock).moment) < Delivery(previous.shown(by: clock).moment)
      if isTold || isSetBack { resolveAnew(by: clock, at: present) }
    }
    let isTrustedClockSet = present.isTrustedClockSet(since: previous)
    if isTrustedClockSet { returnInside(at: present) }
    let isStepped = isTrustedClockSet || !now.continues(previous.moment) || Delivery(now) < Delivery(previous.moment)
    if isStepped || present.isWallTrusted != previous.isWallTrusted {
      // The other one of two clocks may now be the first to reach an end or a start.
      due.reset()
    } else {
      // A warning may be due for an interval whose planned end was restored.
      due.reset(book.log.changed)
    }
    if !stepIsSynchronised, now.showsClockStep(since: previous.moment) { noteTamper(at: present) }
    if isTrustedClockSet, !stepIsSynchronised, now.bootID == previous.moment.bootID {
      book.log.entries.append(SessionLog.Entry(name: .trustedClockDidChange, planned: present.wall))
    }
    return present
  }

  /// Does everything that has become due since this evaluation ran its edges.
  private mutating func runEdgesAgain(at present: Present) {
    due.reset(book.log.changed)
    runEdges(at: present, since: present, after: present.wall)
  }

  /// Begins and ends counting. If a limit locks its profile no more, because its person was idle, what waited for it takes
  /// effect.
  private mutating func refreshLimitsAndLocks(after input: Input, at present: Present) {
    let locks = limitLocks
    refreshLimits(after: input, at: present)
    guard isUnlocked(since: locks) else { return }
    runEdgesAgain(at: present)
    refreshLimits(after: .time, at: present)
  }

  /// Whether one of some limits locks its profile no more, so that changes and a withdrawal of consent may take effect.
  private func isUnlocked(since locks: [LimitLock]) -> Bool {
    !Set(locks.map(\.id)).isSubset(of: limitLocks.map(\.id))
  }

  /// Returns the layers to apply now. If time passed and no session changed, they are unchanged, unless an end by
  /// elapsed time now falls at another instant.
  private mutating func currentShield(at present: Present, _ input: Input) -> [AppliedLayer] {
    if case .time = input, book.log.changed.isEmpty, !limits.isChanged, !shieldFollowsClocks { return shield }
    shieldFollowsClocks = book.hasElapsedEnds || limits.hasReached
    return state.authorization.status.isApproved ? layers(at: present) : []
  }

  /// Adds the changes to a transition, and numbers its entries.
  private mutating func finish(
    _ transition: inout Transition, at present: Present, applying applied: [AppliedLayer], isRecorded: Bool
  ) {
    let isShieldNew = applied != shield
    if isShieldNew {
      book.log.entries.append(SessionLog.Entry(name: .shieldDidChange, planned: present.wall))
    }
    let isRecorded = isRecorded || !book.log.isEmpty || monitoring.isChanged || limits.isChanged
    if isRecorded { book.forgetRemoved(at: present, in: configuration.zone.rules) }
    let log = book.takeLog()
    transition.delivery?.add(log.entries)
    transition.entries = state.number(log, at: present, by: clock(of:))
    if isRecorded {
      transition.changes = changes(of: log) + limits.takeChangedRecords(at: present.elapsed)
      monitoring.forgetChanges()
    }
    if isShieldNew { transition.shield = applied }
    shield = applied
  }
}

extension Input {
  fileprivate var isClockStep: Bool { if case .clockStep = self { true } else { false } }

  /// Whether the state is written even if nothing changes.
  fileprivate var isRecorded: Bool {
    switch self {
    case .clockStep, .configuration, .zoneChange, .authorization, .startMonitoring, .stopMonitoring: true
    case .time, .command, .activity, .attempts, .deviceUse, .use, .suspension, .useEnds, .endingsInVain: false
    }
  }
}
