import SchedulerCivilTime
import SchedulerStore
import TestSupport
import Testing

@testable import Scheduler

/// A machine on which the engine and the naive implementation run side by side, with everything happening to them that
/// follows from a seed.
struct RandomWorld {
  var random: SeededGenerator
  var machine: VirtualMachine
  var world: NaiveWorld
  var configuration: Configuration
  let range: ClosedRange<Instant>
  let zones: [ZoneRules]
  /// What the engine asked to be made durable, by key.
  var journal: [String: [UInt8]] = [:]
  private var openActivities: Set<String> = []
  /// The source of attempts, apart from the other one so that they change no world.
  var attemptRandom: SeededGenerator
  /// What happened, for a report.
  var script: [String] = []

  /// How much of what happened a report tells.
  static let reportedSteps = 20

  /// 2026-03-29 00:00 UTC, the night in which Berlin's clocks jump.
  static let start = Instant(epochSeconds: 1_774_742_400)

  init(seed: UInt64, zones: [ZoneRules]) {
    var random = SeededGenerator(seed: seed)
    attemptRandom = SeededGenerator(seed: ~seed)
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
    case 38: return attempt()
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
    // A step is taken over when that is seen: of late wake-ups while the clocks are apart there are tests of their own.
    while world.ahead != 0, let wake = machine.nextWake.map({ ($0.epochSeconds + 59) / 60 }), wake <= end {
      if let difference = sleep(max(0, wake - world.now)) ?? evaluate("wake") { return difference }
    }
    while let minute = world.planned.map({ $1.minute + world.now - world.now(of: $0) }).filter({ $0 <= end }).min() {
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
      // A minute counts as shown once the clock leaves it, or when an evaluation sees it.
      world.noteShown()
      world.tick()
      if world.outline != before || world.unseen.count != unseen, world.now < wake {
        return report("asked to be woken at \(wake), but something changed at \(world.now)")
      }
    }
    machine.pass(minutes * 60)
    return nil
  }

  mutating func evaluate(_ what: String) -> String? {
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

  // MARK: checks

  mutating func check(_ what: String) -> String? {
    for change in machine.transition.changes { journal[change.key] = change.payload.isEmpty ? nil : change.payload }
    world.forgetDistantUses(machine)
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
    for event in machine.transition.events {
      guard let activity = event.activity?.description else { continue }
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

  func report(_ difference: String) -> String {
    "\(difference)\nafter: \(script.suffix(Self.reportedSteps).joined(separator: " · "))\nin \(machine.zone.identifier), minute \(world.now)"
  }

  func naiveProfiles(_ configuration: Configuration) -> [NaiveProfile] {
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
