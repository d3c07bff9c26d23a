import CivilTime
import DurableStore
import TestSupport
import Testing

@testable import Scheduler

/// A machine on which the engine and the naive implementation run side by side, with everything happening to them that
/// follows from a seed.
struct RandomWorld {
  private var random: SeededGenerator
  private(set) var machine: VirtualMachine
  private var world: NaiveWorld
  private(set) var configuration: Configuration
  private let range: ClosedRange<Instant>
  private let zones: [ZoneRules]
  /// What the engine asked to be made durable, by key.
  private var journal: [String: [UInt8]] = [:]
  private var openActivities: Set<String> = []
  /// What happened, for a report.
  private(set) var script: [String] = []

  /// How much of what happened a report tells.
  static let reportedSteps = 20

  /// 2026-03-29 00:00 UTC, the night in which Berlin's clocks jump.
  static let start = Instant(epochSeconds: 1_774_742_400)

  init(seed: UInt64, zones: [ZoneRules]) {
    var random = SeededGenerator(seed: seed)
    let start = Self.start.adding(seconds: 60 * Int64.random(in: -1440...1440, using: &random))
    range = start.adding(seconds: -20 * 86_400)...start.adding(seconds: 30 * 86_400)
    let system = zones.randomElement(using: &random) ?? .utc
    let fixed = zones.randomElement(using: &random) ?? .utc
    let profiles = RandomProfiles.make(system: system, fixed: fixed, using: &random)
    configuration = Configuration(zone: ConfiguredZone(.system, rules: system), profiles: profiles)
    machine = VirtualMachine(configuration, at: start)
    self.zones = zones
    // The engine looks back a day at first; so does the naive implementation, without opening anything that is over.
    world = NaiveWorld([], now: start.epochSeconds / 60 - 1440)
    self.random = random
    world.profiles = naiveProfiles(configuration)
    world.nextLook = start.epochSeconds / 60
    world.settle()
    for _ in 0..<1440 { world.tick() }
    world.look()
  }

  /// Runs some steps; the first difference, with what led to it, or nil.
  ///
  /// - Parameter look: is shown what was handed to the engine in each step; what it finds wrong ends the run.
  mutating func run(steps: Int, look: (inout VirtualMachine) -> String? = { $0.forgottenInputs() }) -> String? {
    machine.handle(.time)
    if let difference = check("first") ?? look(&machine) { return difference }
    for _ in 0..<steps {
      if let difference = step() ?? look(&machine).map(report) { return difference }
    }
    return nil
  }

  private mutating func step() -> String? {
    let minutes =
      Int64.random(in: 0..<10, using: &random) == 0
      ? Int64.random(in: 0...900, using: &random) : Int64.random(in: 0...90, using: &random)
    if let difference = pass(minutes) { return difference }
    switch Int.random(in: 0..<40, using: &random) {
    case 0..<8: return evaluate("wake")
    case 8..<27: return command()
    case 27..<33 where !world.planned.isEmpty: return evaluate("wake")
    case 27..<30: return setClock()
    case 30: return setClockSynchronised()
    case 31: return travel()
    case 32: return reboot()
    case 33..<36: return reload()
    case 36..<38: return restart()
    default:
      _ = evaluate("wake")
      return evaluate("wake again")
    }
  }

  /// The whole state of the engine.
  var records: [StateChange] { machine.engine.records }

  // MARK: what happens

  /// Time passes without an evaluation but at the starts that are planned: late ones have tests of their own.
  private mutating func pass(_ minutes: Int64) -> String? {
    let end = world.now + minutes
    // Of late wake-ups while the wall clock is not trusted there are tests of their own.
    while world.ahead != 0, let wake = machine.nextWake.map({ ($0.epochSeconds + 59) / 60 }), wake <= end {
      if let difference = sleep(max(0, wake - world.now)) ?? evaluate("wake") { return difference }
    }
    while let minute = world.planned.values.map(\.minute).filter({ $0 <= end }).min() {
      if let difference = sleep(max(0, minute - world.now)) ?? evaluate("wake for a planned start") {
        return difference
      }
    }
    return sleep(max(0, end - world.now))
  }

  /// Time passes without an evaluation; the engine has to have asked for one before anything changes.
  private mutating func sleep(_ minutes: Int64) -> String? {
    let wake = machine.nextWake.map { $0.epochSeconds / 60 } ?? .max
    let before = world.outline
    let unseen = world.unseen.count
    world.nextLook = world.now + minutes
    script.append("\(minutes) min")
    for _ in 0..<minutes {
      world.tick()
      world.shown.insert(world.now)
      if world.outline != before || world.unseen.count != unseen, world.now < wake {
        return report("asked to be woken at \(wake), but something changed at \(world.now)")
      }
    }
    machine.pass(minutes * 60)
    return nil
  }

  private mutating func evaluate(_ what: String) -> String? {
    script.append(what)
    world.look()
    machine.handle(.time)
    return check(what)
  }

  private mutating func command() -> String? {
    let command = randomCommand()
    script.append("\(command)")
    world.look()
    machine.handle(.command(command))
    let expected = world.perform(command)
    world.settle()
    world.look()
    let word = machine.reply.split(separator: " ").first { $0 != "refused" } ?? ""
    if word != expected { return report("the engine said '\(machine.reply)', naive '\(expected)'") }
    return check("command")
  }

  /// Nobody sets the clock while there is a strict profile that replaces: what waits by both clocks has tests of its own.
  private mutating func setClock() -> String? {
    if configuration.profiles.contains(where: Self.waitsByBothClocks) { return evaluate("wake") }
    if let difference = evaluate("before the clock is set") { return difference }
    let minutes = Int64.random(in: Bool.random(using: &random) ? -300...300 : -2000...2000, using: &random)
    script.append("clock \(minutes) min")
    machine.setClock(to: machine.moment.wall.adding(seconds: minutes * 60))
    world.setClock(to: world.now + minutes)
    world.look()
    return check("clock")
  }

  private mutating func setClockSynchronised() -> String? {
    // What a step makes up for after a reboot with a slow clock is a matter of `ElapsedClock`, which has tests of its own.
    if machine.engine.state.clock?.behind ?? 0 > 0 { return evaluate("wake") }
    let minutes = Int64.random(in: 0...300, using: &random)
    script.append("clock \(minutes) min, synchronised")
    world.nextLook = world.now + minutes
    world.ahead = 0
    world.leap(minutes)
    world.look()
    world.resolveAnew()
    world.look()
    machine.setClock(to: machine.moment.wall.adding(seconds: minutes * 60), isSynchronised: true)
    return check("synchronised clock")
  }

  private mutating func travel() -> String? {
    if let difference = evaluate("before the zone changes") { return difference }
    guard let rules = zones.randomElement(using: &random) else { return nil }
    script.append("zone \(rules.identifier)")
    configuration = configuration.following(rules)
    machine.travel(to: rules)
    let naive = naiveProfiles(configuration)
    world.travel { profile in naive.first { $0.id == profile.reference.id } ?? naive[0] }
    world.look()
    return check("zone")
  }

  /// The machine is off for a while, and comes back with a right clock or one that is slow.
  private mutating func reboot() -> String? {
    script.append("before the machine is switched off")
    world.look()
    // An input that is recorded whatever comes of it: elapsed time over the reboot is counted from there.
    machine.handle(.authorization(.approved))
    if let difference = check("switch off") { return difference }
    let minutes = Int64.random(in: -600...900, using: &random)
    script.append("reboot after \(minutes) min by the clock")
    if minutes >= 0 {
      world.ahead = 0
      world.nextLook = world.now + minutes
      world.leap(minutes)
    } else {
      world.setClock(to: world.now + minutes, isBoot: true)
    }
    world.look()
    machine.reboot(at: machine.moment.wall.adding(seconds: minutes * 60))
    return check("reboot")
  }

  /// Profiles of which a strict session runs are left as they are: edits that wait have laws of their own.
  private mutating func reload() -> String? {
    if let difference = evaluate("before a reload") { return difference }
    script.append("reload")
    var profiles = configuration.profiles
    for index in profiles.indices where Int.random(in: 0..<3, using: &random) == 0 && !isStrict(profiles[index]) {
      RandomProfiles.rewrite(&profiles[index], using: &random)
      if world.ahead != 0, Self.waitsByBothClocks(profiles[index]) { profiles[index].overlap = .stack }
    }
    if profiles.count > 1, Int.random(in: 0..<4, using: &random) == 0, !isStrict(profiles[profiles.count - 1]) {
      profiles.removeLast()
    }
    configuration = Configuration(zone: configuration.zone, profiles: profiles)
    world.look()
    machine.handle(.configuration(configuration))
    world.reload(naiveProfiles(configuration))
    world.look()
    return check("reload")
  }

  private func isStrict(_ profile: Profile) -> Bool { machine.engine.book[profile.id]?.rules.lock == .strict }

  /// The engine goes on from its records, or from what it asked to be made durable.
  private mutating func restart() -> String? {
    let isCrash = Bool.random(using: &random)
    script.append(isCrash ? "crash" : "restart")
    let records = machine.engine.records
    let kept = isCrash ? journal.map { StateChange(key: $0.key, payload: $0.value) } : records
    var problems: [StateProblem] = []
    machine.replaceEngine { _ in Engine(configuration, records: kept, problems: &problems) }
    if !problems.isEmpty { return report("\(problems)") }
    if !isCrash, machine.engine.records != records { return report("the records differ when they are read back") }
    return evaluate("after the restart")
  }

  private static func waitsByBothClocks(_ profile: Profile) -> Bool {
    profile.lock == .strict && profile.overlap == .replace
  }

  // MARK: checks

  private mutating func check(_ what: String) -> String? {
    for case .stateDidChange(let changes) in machine.effects {
      for change in changes { journal[change.key] = change.payload.isEmpty ? nil : change.payload }
    }
    if let difference = machine.difference(from: world) { return report("\(what): \(difference)") }
    if let difference = machine.warningDifference(from: world) { return report("\(what): \(difference)") }
    world.given = []
    let ended = world.takeEnded()
    if let difference = machine.lengthDifference(from: ended.lengths, besides: ended.unsure) {
      return report("\(what): \(difference)")
    }
    return checkEvents()
  }

  /// Events are numbered without a gap, and what starts ends before it starts again.
  private mutating func checkEvents() -> String? {
    for effect in machine.effects {
      guard case .event(let event) = effect, let activity = event.activity?.description else { continue }
      switch event.name {
      case .intervalDidStart:
        if !openActivities.insert(activity).inserted { return report("\(activity) started twice") }
      case .intervalDidEnd:
        if openActivities.remove(activity) == nil { return report("\(activity) ended twice") }
      default: break
      }
    }
    let numbers = machine.numbers
    if numbers != Array(1..<Int64(numbers.count + 1)) { return report("the numbers of events have gaps") }
    return nil
  }

  private func report(_ difference: String) -> String {
    "\(difference)\nafter: \(script.suffix(Self.reportedSteps).joined(separator: " · "))\nin \(machine.zone.identifier), minute \(world.now)"
  }

  private func naiveProfiles(_ configuration: Configuration) -> [NaiveProfile] {
    configuration.profiles.map { NaiveProfile($0, zone: configuration.zone(of: $0).rules, range: range) }
  }

  private mutating func randomCommand() -> Command {
    let key = (configuration.profiles.randomElement(using: &random)?.reference.key) ?? "a".profileKey
    let isNamed = Int.random(in: 0..<4, using: &random) != 0
    let target = isNamed ? SessionTarget.profile(key) : .onlyRunning
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<5:
      let length = Bool.random(using: &random) ? 60 * Int64.random(in: 1...300, using: &random) : nil
      let isOther = Bool.random(using: &random)
      let strategy = isOther ? Strategy.Kind.allCases.randomElement(using: &random) : nil
      let isPlanned = Int.random(in: 0..<8, using: &random) == 0
      let minute = isPlanned ? world.now + Int64.random(in: -30...600, using: &random) : nil
      let instant = minute.map { Instant(epochSeconds: $0 * 60) }
      return .start(key, StartOptions(lengthSeconds: length, strategy: strategy, at: instant))
    case 5: return .stop(target)
    case 6..<8: return .break(target)
    case 8..<10: return .pause(target)
    case 10..<12: return .resume(target)
    case 12: return .reset(target)
    case 13: return .skip(key)
    case 14: return .skip(key, undo: true)
    case 15..<19:
      let name = world.names.randomElement(using: &random) ?? "free.example"
      return .access(AccessRequest(to: .domain(DomainName(checked: name))))
    default: return .extend(target, seconds: 60 * Int64.random(in: 1...300, using: &random))
    }
  }
}

extension VirtualMachine {
  /// Forgets what was handed in; nothing is wrong with it.
  fileprivate mutating func forgottenInputs() -> String? {
    forgetInputs()
    return nil
  }
}
