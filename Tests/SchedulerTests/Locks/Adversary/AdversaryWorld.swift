import SchedulerCivilTime
import SchedulerStore
import TestSupport

@testable import Scheduler

/// A machine on which an adversary does all that it can think of, and a model that knows what was promised. Time is virtual:
/// the true time, which only the test knows, and what the clocks show.
struct AdversaryWorld {
  var engine: Engine
  var model: HonestModel
  let zones: [ZoneRules]
  var system: ZoneRules
  /// Nanoseconds of true time since the start.
  var passed: Int64 = 0
  /// By how many nanoseconds the wall clock is ahead of the true time.
  var ahead: Int64 = 0
  private var bootStart: Int64 = 0
  private var boots = 1
  /// What is durable.
  private var journal: [String: [UInt8]] = [:]
  private var accepted: ConfigurationVersions
  /// Whether machines start with false clocks here: then less is promised.
  let startsFalsely: Bool
  /// What happened, for a report.
  private(set) var script: [String] = []
  /// The promise that was broken.
  private(set) var problem: String?
  private(set) var evaluations = 0

  /// 2026-03-27 00:00 UTC, two days before the night in which Berlin's clocks jump.
  static let start = Instant(epochSeconds: 1_774_569_600)

  /// The world of a seed.
  init(seed: UInt64, zones: [ZoneRules], startsFalsely: Bool) {
    var random = SeededGenerator(seed: seed)
    self.zones = zones
    self.startsFalsely = startsFalsely
    system = zones[Int.random(in: zones.indices, using: &random)]
    passed = Int64.random(in: 0..<3 * 86_400, using: &random) * Nanoseconds.perSecond
    var edits = AdversaryEdits(zones: zones, random: random)
    let configuration = edits.first(system: system)
    engine = Engine(configuration)
    accepted = ConfigurationVersions(configuration)
    model = HonestModel(configuration, system: system, at: Self.start.epochSeconds + passed / Nanoseconds.perSecond)
    handle(.time)
  }

  /// The moves of a seed.
  static func moves(seed: UInt64, count: Int = 50) -> [AdversaryMove] {
    var random = SeededGenerator(seed: ~seed)
    return (0..<count).map { _ in AdversaryMove(using: &random) }
  }

  /// Runs moves until a promise is broken; what was broken, or nil.
  mutating func run(_ moves: [AdversaryMove]) -> String? {
    for move in moves where problem == nil { perform(move) }
    if problem == nil { finish() }
    return problem
  }

  // MARK: clocks

  /// The true time.
  var now: Instant { Self.start.adding(seconds: passed / Nanoseconds.perSecond) }

  /// What the clocks show.
  var moment: Moment {
    let shown = passed + ahead
    let seconds =
      shown >= 0 ? shown / Nanoseconds.perSecond : -((-shown + Nanoseconds.perSecond - 1) / Nanoseconds.perSecond)
    return Moment(
      wall: Self.start.adding(seconds: seconds), nanosecond: shown - seconds * Nanoseconds.perSecond,
      boot: passed - bootStart + 5 * Nanoseconds.perSecond, bootID: "boot-\(boots)")
  }

  mutating func setWall(to instant: Instant) {
    let most: Int64 = 200 * 366 * 86_400
    let seconds = min(max(instant.seconds(since: Self.start), -most / 4), most)
    ahead = seconds * Nanoseconds.perSecond - passed
  }

  mutating func note(_ words: String) { script.append("\(time(now)) \(words)") }

  mutating func fail(_ words: String) { if problem == nil { problem = words } }

  func time(_ instant: Instant) -> String {
    let civil = system.civil(at: instant)
    return "\(civil.date) \(civil.time)"
  }

  // MARK: the engine

  /// Hands something in, and has the model judge what comes of it.
  @discardableResult
  mutating func handle(_ input: Input, isJudged: Bool = true) -> CommandOutcome? {
    evaluations += 1
    let transition = engine.handle(input, at: moment)
    for change in transition.changes { journal[change.key] = change.payload.isEmpty ? nil : change.payload }
    if !transition.changes.isEmpty { accepted = engine.configurationVersions }
    for event in transition.events where event.name == .sessionDidStart || event.name == .sessionDidEnd {
      note("  \(event.name) \(event.profile?.key.text ?? "")")
    }
    if isJudged, transition.reply == nil { judge(isEdit: input.isConfiguration) }
    return transition.reply
  }

  mutating func judge(isEdit: Bool = false) {
    guard problem == nil else { return }
    problem = model.judge(engine, at: now.epochSeconds, ahead: ahead, isEdit: isEdit)
  }

  /// Lets time pass, with the engine awake or asleep.
  mutating func pass(until end: Int64, isAwake: Bool) {
    for _ in 0..<300 where isAwake && problem == nil {
      let moment = moment
      let next = engine.nextDeadline
      let byWall = next.wall.map { Nanoseconds.from((moment.wall, moment.nanosecond), to: ($0, 0)) }
      let distances = [byWall, next.boot.map { $0 - moment.boot }].compactMap { $0 }
      guard let distance = distances.min(), passed + max(0, distance) < end else { break }
      passed += max(0, distance)
      handle(.time)
    }
    passed = max(passed, end)
    handle(.time)
  }

  /// The process ends and continues from what is durable, in this boot or in another.
  mutating func restart(offNanoseconds: Int64? = nil, falsely wall: Instant? = nil) {
    if let offNanoseconds {
      let before = ahead
      passed += offNanoseconds
      ahead = 0
      bootStart = passed
      boots += 1
      if let wall { setWall(to: wall) }
      if ahead < before { model.loseTime(until: now.epochSeconds) }
    }
    var problems: [StateProblem] = []
    engine = Engine(
      accepted, records: journal.map { StateChange(key: $0.key, payload: $0.value) }, problems: &problems)
    if !problems.isEmpty { fail("records: \(problems)") }
    handle(.time)
  }

  /// When all is over: the clock is right, nothing is configured, and every cooldown and length has passed.
  private mutating func finish() {
    ahead = 0
    model.countLostTime()
    handle(.clockStep(isSynchronised: true))
    let empty = Configuration(zone: engine.newestConfiguration.zone, profiles: [])
    model.accept(empty, at: now.epochSeconds)
    handle(.configuration(empty))
    for _ in 0..<20 { pass(until: passed + 86_400 * Nanoseconds.perSecond, isAwake: true) }
    // What nobody ever locked continues until somebody stops it.
    for session in engine.book.sessions.values {
      let outcome = handle(.command(.stop(.session(session.id))))
      if case .done(let result)? = outcome { note("\(result)") }
      if case .refused(let refusal) = outcome { fail("P2: enforced for ever: \(refusal.message)") }
    }
    if !engine.shield.isEmpty { fail("P2: \(engine.shield.map(\.layer.profile.key)) is enforced for ever") }
  }
}

extension Input {
  fileprivate var isConfiguration: Bool { if case .configuration = self { true } else { false } }
}

extension AdversaryWorld {
  /// What was accepted, in order, for a report.
  var setting: String {
    let versions = model.versions.values.joined()
      .sorted { ($0.accepted, $0.profile.key) < ($1.accepted, $1.profile.key) }
    let words = versions.map { version -> String in
      let windows = version.profile.windows.map { "\($0.days) \($0.start)-\($0.end)" }
      let since = "accepted at \(version.accepted), replaced at \(version.replaced ?? .max)"
      return "\(version.profile.key) \(version.profile.lock) \(version.profile.overlap) "
        + "cooldown \(version.cooldownSeconds) \(version.zone.choice) \(windows) \(since)"
    }
    return (["in \(system.identifier)"] + words).joined(separator: "\n  ")
  }
}
