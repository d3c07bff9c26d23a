import SchedulerCivilTime
import SchedulerJSON

/// The whole of the rules as one value: what the windows, the commands and the clocks make of sessions and of the shield.
///
/// It has no clock, no file and no task. Its owner hands in what happened and the present, and carries out the transition:
///
/// ```swift
/// var engine = Engine(configuration)
/// let transition = engine.handle(.time, at: now)
/// save(transition.changes)
/// if let layers = transition.shield { apply(layers) }
/// wakeUp(at: engine.nextDeadline)
/// ```
///
/// Holds, lifts and the shield do not depend on how often it was woken: a wake-up that came late, twice or never changes
/// nothing but the moments of delivery.
///
/// Complexity: an evaluation looks at two numbers a profile; only where something is due it does more.
public struct Engine: Sendable {
  /// The configuration in force: what was accepted last, but for what of it may not loosen yet.
  public private(set) var configuration: Configuration
  /// What was accepted and matters. Whoever changes it calls `reload`.
  var succession: ConfigurationSuccession
  /// Elapsed time in nanoseconds at which something that waits comes into force; `Int64.max` for never.
  private var nextLoosening = Int64.max
  /// The sessions that run and what is remembered.
  public internal(set) var book = SessionBook()
  /// The layers that are applied.
  public private(set) var shield: [AppliedLayer] = []
  /// Whether the instants until which layers are applied depend on the present; also before they were looked at.
  private var shieldFollowsClocks = true
  /// Finds the handlers of activities.
  public let router: ActivityRouter
  /// What is kept beside the profiles.
  var state = EngineState()
  /// The positions of profiles, also of built-in ones, which can be started by hand.
  private(set) var profiles: ProfileTable
  /// When something is due, by the positions of profiles.
  var due: DueTable

  /// An engine that has never evaluated anything.
  ///
  /// - Parameter authorization: whether the shield may be applied. Whoever embeds the engine answers for the consent of those
  ///   whom it concerns; a program that has not asked yet says `.notDetermined`.
  public init(
    _ configuration: Configuration, router: ActivityRouter = ActivityRouter(),
    authorization: AuthorizationStatus = .approved
  ) {
    state.authorization.status = authorization
    self.configuration = configuration
    succession = ConfigurationSuccession(ConfigurationVersions.Version(configuration))
    self.router = router
    profiles = ProfileTable(configuration)
    due = DueTable(profiles.identities(in: configuration))
  }

  /// Evaluates: does everything that is due at or before a moment, in the order of its planned instants, then what the
  /// input asks for. Asked again at the same moment, it does nothing.
  ///
  /// - Returns: what changed. Its state has to be durable before the rest is done.
  public mutating func handle(_ input: Input, at now: Moment) -> Transition {
    handle(input, accepting: nil, at: now)
  }

  /// Evaluates as `handle(_:at:)`.
  ///
  /// - Parameter digest: the digest of the file that keeps the texts of the newest configuration, once the input is taken; nil if
  ///   that stays as it is, or if no file keeps a configuration that is handed in.
  mutating func handle(_ input: Input, accepting digest: SHA256?, at now: Moment) -> Transition {
    let before = (previous: state.present, steps: state.clock?.steps)
    let isStart = state.clock?.moment.bootID != now.bootID
    book.previous = before.previous
    let present = advanceClock(to: now, input)
    if before.previous == nil { beginWaiting(at: present) }
    let lookBack = now.wall.adding(seconds: -EngineState.firstLookBack)
    runEdges(at: present, since: before.previous ?? present.then(lookBack))
    state.see(present, since: before.previous)
    if before.previous.map(present.isTrustedClockSet) ?? false {
      // What was over by then has ended; what goes on has its planned end again.
      resolveAnew(by: .trusted, at: present)
      runEdgesAgain(at: present)
    }
    var transition = Transition()
    if take(input, at: present, &transition) { runEdgesAgain(at: present) }
    if let digest { succession.setDigestOfNewest(digest) }
    refreshDue(at: present)
    refreshSources(at: present)
    nextLoosening = succession.nextCooldownEnd(in: book)
    let applied = currentShield(at: present, input)
    let isRecorded = isStart || input.isRecorded || state.clock?.steps != before.steps
    finish(&transition, at: present, applying: applied, isRecorded: isRecorded)
    return transition
  }

  /// The present as of the last evaluation, also of one whose records were read back; nil before the first.
  public var present: Present? { state.present }

  /// When something is due next, as of the last evaluation; before the first, and after records were read back, at once,
  /// which is an instant in the past.
  ///
  /// Complexity: two numbers a profile.
  public var nextDeadline: NextDeadline {
    guard let present = state.present else { return NextDeadline(wall: Instant(epochSeconds: 0), boot: nil) }
    if due.elapsed.contains(.min) { return NextDeadline(wall: present.wall, boot: nil) }
    let wall = min(due.wall.min() ?? .max, state.nextSourceChange)
    let elapsed = min(due.elapsed.min() ?? .max, nextLoosening, state.clock?.nextTakeover ?? .max)
    return NextDeadline(
      wall: wall == .max ? nil : Instant(epochSeconds: wall),
      boot: elapsed == .max ? nil : present.boot(ofElapsed: elapsed))
  }
}

extension Engine {
  /// The plan of the profile at a position.
  func plan(at position: Int) -> ProfilePlan {
    switch profiles.place(of: position) {
    case .own(let index): ProfilePlan(configuration.profiles[index], id: due.profiles[position], in: configuration)
    case .builtIn(let profile): ProfilePlan(profile, id: due.profiles[position], in: configuration)
    }
  }

  /// The plan of a key; nil when there is no such profile, neither an own nor a built-in one.
  func plan(named key: ProfileKey) -> ProfilePlan? { profiles.position(of: key, in: configuration).map(plan(at:)) }

  /// The intervals of the profile at a position, without a copy of all that is said of it.
  func timeline(at position: Int) -> ProfileTimeline {
    guard case .own(let index) = profiles.place(of: position) else {
      return ProfileTimeline(windows: [], zone: configuration.zone.rules)
    }
    let windows = configuration.profiles[index].isEnabled ? configuration.profiles[index].windows : []
    let zone = configuration.profiles[index].zone?.rules ?? configuration.zone.rules
    return ProfileTimeline(windows: windows, zone: zone)
  }

  /// Whether the intervals of the profile at a position end what runs, without a copy of all that is said of it.
  func isReplacing(at position: Int) -> Bool {
    guard case .own(let index) = profiles.place(of: position) else { return false }
    return configuration.profiles[index].overlap == .replace
  }

  /// Whether the lock of the profile at a position is strict, without a copy of all that is said of it.
  func isStrict(at position: Int) -> Bool {
    guard case .own(let index) = profiles.place(of: position) else { return false }
    return configuration.profiles[index].lock == .strict
  }

  /// The clock of the profile at a position.
  func clock(at position: Int) -> ProfileClock { isStrict(at: position) ? .trusted : .wall }

  /// The clock of a profile; the wall clock when the configuration has none such.
  public func clock(of profile: ProfileID) -> ProfileClock { due.position(of: profile).map(clock(at:)) ?? .wall }

  /// The plan of a profile; nil when the configuration has none such.
  func plan(of profile: ProfileID) -> ProfilePlan? { due.position(of: profile).map(plan(at:)) }

  /// The sessions that run, with the plans of their profiles where there are any, in the order of identities.
  var plannedSessions: [(profile: ProfileID, session: Session, plan: ProfilePlan?)] {
    var plans: [ProfileID: ProfilePlan] = [:]
    for position in due.positions(of: Set(book.sessions.keys)) { plans[due.profiles[position]] = plan(at: position) }
    return book.sessions.sorted { $0.key < $1.key }.map { ($0.key, $0.value, plans[$0.key]) }
  }

  /// Puts in force what may be of the configurations that were accepted; everything is due.
  mutating func adoptSuccession() {
    configuration = succession.inForce
    state.waits = succession.successors.map(\.waits)
    profiles = ProfileTable(configuration)
    due = DueTable(profiles.identities(in: configuration))
  }

  /// Does what an input asks for beyond the passing of time; says whether something may have become due by it.
  private mutating func take(_ input: Input, at present: Present, _ transition: inout Transition) -> Bool {
    switch input {
    case .time, .clockStep(isSynchronised: false): return false
    case .clockStep(isSynchronised: true):
      // What was over by then has ended; what goes on has its planned end again.
      resolveAnew(by: .wall, at: present)
    case .command(let command, let requester):
      transition.reply = perform(command, by: requester, at: present)
    case .configuration(let configuration): accept(configuration, at: present)
    case .zoneChange(let rules):
      noteTamper(withZone: rules, at: present)
      changeZone(to: rules, at: present)
    case .authorization(let status): take(status, at: present)
    case .activity(let name, let userInfo, let phase):
      do throws(ActivityNameError) {
        try deliver(name, userInfo, phase, at: present)
      } catch {
        transition.refusedActivities.append(RefusedActivity(name: name, reason: error))
      }
    }
    return true
  }

  /// Finds out what was applied at the last evaluation.
  mutating func restoreShield() {
    guard let present = state.present, state.authorization.status.isApproved else { return }
    shield = book.shield(at: present)
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
      // Which of two clocks comes to an end, or to a start, first may be another.
      due.reset()
    } else {
      // An interval that has its planned end again may have a warning of it due.
      due.reset(book.log.changed)
    }
    if !stepIsSynchronised, now.showsClockStep(since: previous.moment) { noteTamper(at: present) }
    if isTrustedClockSet, !stepIsSynchronised, now.bootID == previous.moment.bootID {
      book.log.entries.append(SessionLog.Entry(name: .trustedClockDidChange, planned: present.wall))
    }
    return present
  }

  /// Does everything that has become due since the edges of this evaluation were run.
  private mutating func runEdgesAgain(at present: Present) {
    due.reset(book.log.changed)
    runEdges(at: present, since: present, after: present.wall)
  }

  /// The layers to be applied now. When time passed and no session was changed, they are those of before, unless an end by
  /// elapsed time comes at another instant.
  private mutating func currentShield(at present: Present, _ input: Input) -> [AppliedLayer] {
    if case .time = input, book.log.changed.isEmpty, !shieldFollowsClocks { return shield }
    shieldFollowsClocks = book.hasElapsedEnds
    return state.authorization.status.isApproved ? book.shield(at: present) : []
  }

  /// Adds what changed to a transition, and numbers it.
  private mutating func finish(
    _ transition: inout Transition, at present: Present, applying applied: [AppliedLayer], isRecorded: Bool
  ) {
    let isShieldNew = applied != shield
    if isShieldNew {
      book.log.entries.append(SessionLog.Entry(name: .shieldDidChange, planned: present.wall))
    }
    let isRecorded = isRecorded || !book.log.isEmpty
    if isRecorded { book.forgetRemoved(at: present, in: configuration.zone.rules) }
    let log = book.takeLog()
    transition.entries = state.number(log, at: present, by: clock(of:))
    if isRecorded { transition.changes = changes(of: log) }
    if isShieldNew { transition.shield = applied }
    shield = applied
  }
}

extension Input {
  fileprivate var isClockStep: Bool { if case .clockStep = self { true } else { false } }

  /// Whether the state is written even when nothing came of it.
  fileprivate var isRecorded: Bool {
    switch self {
    case .clockStep, .configuration, .zoneChange, .authorization: true
    case .time, .command, .activity: false
    }
  }
}
