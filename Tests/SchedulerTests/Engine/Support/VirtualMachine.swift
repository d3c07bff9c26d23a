import SchedulerCivilTime
import Testing

@testable import Scheduler

/// A machine in virtual time with the engine on it: its clocks, and what it has seen happen.
struct VirtualMachine {
  private(set) var engine: Engine
  /// In which civil times are given and shown.
  private(set) var zone: ZoneRules
  private(set) var moment: Moment
  /// Everything that happened since it was last forgotten, such as `09:00 intervalDidStart schedule p`.
  private(set) var seen: [String] = []
  /// The answer to the last command, such as `started until 10:00`.
  private(set) var reply = ""
  /// What the last refusal said.
  private(set) var message = ""
  private(set) var events: [Event] = []
  private(set) var missed: [Missed] = []
  private(set) var finished: [FinishedSession] = []
  /// The numbers of all that was handed out with one, in the order in which it was.
  private(set) var numbers: [Int64] = []
  /// How many evaluations asked for the shield to be applied.
  private(set) var shieldWrites = 0
  /// What the last evaluation changed.
  private(set) var transition = Transition()
  /// The records that the disk has: the last payload of each key.
  private var stored: [String: [UInt8]] = [:]
  /// What was handed to the engine since it was last forgotten, and the engine behind it.
  private(set) var inputs: [(input: Input, moment: Moment, engine: Engine)] = []

  /// A machine that is switched on at a civil time; nothing is evaluated yet.
  init(_ toml: String, at time: String, router: ActivityRouter = ActivityRouter()) throws {
    let configuration = try SchedulerTests.configuration(toml)
    self.init(configuration, at: try SchedulerTests.instant(time, configuration.zone.rules), router: router)
  }

  init(_ configuration: Configuration, at start: Instant, router: ActivityRouter = ActivityRouter()) {
    engine = Engine(configuration, router: router)
    zone = configuration.zone.rules
    moment = Moment(wall: start, boot: 0, bootID: "boot-1")
  }

  // MARK: time

  /// Lets time pass to a civil time, with the engine awake: it is evaluated whenever it asked to be, and at the end.
  mutating func run(to time: String) throws { try run(until: instant(for: time)) }

  /// Advances the clocks by a number of seconds, with the engine awake.
  mutating func run(seconds: Int64) { run(until: moment.wall.adding(seconds: seconds)) }

  mutating func run(until end: Instant) {
    while let next = nextWake, next < end {
      pass(max(0, next.seconds(since: moment.wall)))
      handle(.time)
    }
    sleep(until: end)
  }

  /// Lets time pass to a civil time without an evaluation before it.
  mutating func sleep(to time: String) throws { try sleep(until: instant(for: time)) }

  mutating func sleep(until end: Instant) {
    pass(end.seconds(since: moment.wall))
    handle(.time)
  }

  /// Lets time pass without any evaluation.
  mutating func pass(_ seconds: Int64, nanoseconds: Int64 = 0) {
    let fraction = moment.nanosecond + nanoseconds
    moment.wall = moment.wall.adding(seconds: seconds + fraction / Nanoseconds.perSecond)
    moment.nanosecond = fraction % Nanoseconds.perSecond
    moment.boot += seconds * Nanoseconds.perSecond + nanoseconds
  }

  /// Sets the wall clock, with or without telling the engine.
  mutating func setClock(to time: String, isSynchronised: Bool = false, isNoticed: Bool = true) throws {
    setClock(to: try instant(for: time), isSynchronised: isSynchronised, isNoticed: isNoticed)
  }

  mutating func setClock(to instant: Instant, isSynchronised: Bool = false, isNoticed: Bool = true) {
    moment.wall = instant
    if isNoticed { handle(.clockStep(isSynchronised: isSynchronised)) }
  }

  /// Sets the wall clock forward by less than anybody notices, without telling the engine.
  mutating func leap(nanoseconds: Int64) {
    let fraction = moment.nanosecond + nanoseconds
    moment.wall = moment.wall.adding(seconds: fraction / Nanoseconds.perSecond)
    moment.nanosecond = fraction % Nanoseconds.perSecond
  }

  /// Starts the machine again at what its wall clock then shows.
  mutating func reboot(at time: String) throws { reboot(at: try instant(for: time)) }

  mutating func reboot(at instant: Instant, isNoticed: Bool = true) {
    moment = Moment(wall: instant, boot: 5 * Nanoseconds.perSecond, bootID: moment.bootID + "'")
    if isNoticed { handle(.time) }
  }

  mutating func travel(to identifier: String) throws { travel(to: try SchedulerTests.zone(identifier)) }

  mutating func travel(to rules: ZoneRules) {
    zone = rules
    handle(.zoneChange(rules))
  }

  /// Puts another engine in the place of this one, such as one that was read back.
  mutating func replaceEngine(_ make: (Engine) -> Engine) { engine = make(engine) }

  /// Starts the program again: the new engine continues from the records of the old one, which it reads unchanged.
  mutating func restart() {
    let records = engine.records
    restart(from: records)
    #expect(engine.records == records)
  }

  /// Starts the program again after it was killed: the new engine has only what evaluations have stored.
  mutating func crash() {
    restart(from: stored.sorted { $0.key < $1.key }.map { StateChange(key: $0.key, payload: $0.value) })
  }

  private mutating func restart(from records: [StateChange]) {
    var problems: [StateProblem] = []
    engine = Engine(
      ConfigurationVersions(engine.configuration), router: engine.router, records: records, problems: &problems)
    #expect(problems.isEmpty)
  }

  mutating func reload(_ toml: String) throws { handle(.configuration(try SchedulerTests.configuration(toml))) }

  // MARK: commands

  mutating func command(_ command: Command) { handle(.command(command)) }

  mutating func start(_ key: String, for seconds: Int64? = nil, strategy: Strategy.Kind? = nil) {
    command(.start(key.profileKey, StartOptions(lengthSeconds: seconds, strategy: strategy)))
  }

  /// Plans a start for a civil time.
  mutating func plan(_ key: String, at time: String, for seconds: Int64? = nil, strategy: Strategy.Kind? = nil) throws {
    let options = StartOptions(lengthSeconds: seconds, strategy: strategy, at: try instant(for: time))
    command(.start(key.profileKey, options))
  }

  mutating func stop(_ key: String) { command(.stop(.profile(key.profileKey))) }

  mutating func handle(_ input: Input) {
    transition = engine.handle(input, at: moment)
    for change in transition.changes { stored[change.key] = change.payload.isEmpty ? nil : change.payload }
    inputs.append((input, moment, engine))
    note(transition)
  }

  mutating func forget() { seen = [] }

  mutating func forgetInputs() { inputs = [] }

  // MARK: what is

  /// The profiles with a session.
  var active: [String] { engine.book.sessions.values.map(\.profile.key.text).sorted() }
  /// The profiles whose layers are applied.
  var shielded: [String] { engine.shield.map(\.layer.profile.key.text) }
  /// The session of a profile.
  func session(_ key: String) -> Session? { engine.book.sessions.values.first { $0.profile.key.text == key } }
  /// The holds of a profile, such as `schedule until 17:00`.
  func holds(_ key: String) -> [String] {
    (session(key)?.holds ?? []).map { "\($0.origin.rawValue)\(untilText($0.plannedEnd))" }
  }
  /// The lift of a profile, such as `break until 10:15`.
  func lift(_ key: String) -> String? {
    guard let session = session(key), let lift = session.lift else { return nil }
    return "\(lift.kind)\(untilText(session.liftEnd(at: present).map(Deadline.wall)))"
  }
  /// The mode and state of a profile's pomodoro.
  func pomodoro(_ key: String) -> String? {
    session(key)?.pomodoro.map { "\($0.mode.rawValue) \($0.state.rawValue)" }
  }
  var present: Present { engine.state.present ?? Present(moment, elapsed: 0) }

  /// When the engine asked to be woken, on the wall clock.
  var nextWake: Instant? {
    let next = engine.nextDeadline
    if engine.state.clock == nil { return moment.wall }
    let boot = next.boot.map { boot in
      moment.wall.adding(seconds: (boot - moment.boot + Nanoseconds.perSecond - 1) / Nanoseconds.perSecond)
    }
    return [next.wall, boot].compactMap { $0 }.min()
  }

  private func untilText(_ end: Deadline?) -> String { end.map { " until \(words(present.instant(of: $0)))" } ?? "" }

  private func instant(for time: String) throws -> Instant {
    let today = zone.civil(at: moment.wall).date
    return try SchedulerTests.instant(time.count <= 8 ? "\(today) \(time)" : time, zone)
  }

  /// `09:00`, `09:00:30`, and with its date when that is another.
  private func words(_ instant: Instant) -> String {
    let civil = zone.civil(at: instant)
    return civil.date == zone.civil(at: moment.wall).date ? "\(civil.time)" : "\(civil.date) \(civil.time)"
  }

  private mutating func note(_ transition: Transition) {
    for entry in transition.entries { note(entry) }
    if transition.shield != nil { shieldWrites += 1 }
    seen += transition.refusedActivities.map { "refused \($0.name): \($0.reason)" }
    if let outcome = transition.reply { reply = words(outcome) }
    if case .refused(let refusal)? = transition.reply { message = refusal.message }
  }

  private mutating func note(_ entry: HistoryEntry) {
    numbers.append(entry.number)
    switch entry {
    case .event(let event):
      events.append(event)
      let who = event.activity.map { $0.kind + " " } ?? ""
      let late = event.isLate ? " late" : ""
      let key = event.profile.map { " \(who)\($0.key)" } ?? (event.activity.map { " \($0)" } ?? "")
      seen.append("\(words(event.planned)) \(event.name.rawValue)\(key)\(late)")
    case .missed(let record):
      missed.append(record)
      seen += record.intervals.map { "missed \(words($0.start)) – \(words($0.end))" }
    case .finished(let session): finished.append(session)
    }
  }

  private func words(_ outcome: CommandOutcome) -> String {
    switch outcome {
    case .done(let result) where result.change == .planned || result.change == .withdrawn:
      "\(result.change) for \(result.from.map { words($0) } ?? "")\(result.until.map { " until \(words($0))" } ?? "")"
    case .done(let result) where result.nextStart != nil:
      "\(result.change) next \(result.nextStart.map { words($0) } ?? "")"
    case .done(let result): "\(result.change)\(result.until.map { " until \(words($0))" } ?? "")"
    case .refused(let refusal): "refused \(refusal.reason)\(refusal.allowedAt.map { " until \(words($0))" } ?? "")"
    }
  }
}

extension ActivityName {
  /// What stands before the colon.
  fileprivate var kind: String { String(description.prefix { $0 != ":" }) }
}

extension String {
  /// The key of this text.
  var profileKey: ProfileKey { ProfileKey(self) ?? ProfileKey(unchecked: self) }
}

extension ProfileKey {
  fileprivate init(unchecked text: String) { self.init("invalid")! }
}

/// A configuration of profiles that each block a domain of their own.
func profiles(zone: String = "Europe/Berlin", _ profiles: (key: String, body: String)...) -> String {
  "timezone = \"\(zone)\"\n"
    + profiles.map { key, body in
      "[profile.\(key)]\n\(body)\n[profile.\(key).block]\ndomains = [\"\(key).example\"]\n"
    }.joined()
}
