import SchedulerCivilTime
import TestSupport

@testable import Scheduler

extension AdversaryWorld {
  /// Does a move.
  mutating func perform(_ move: AdversaryMove) {
    var random = SeededGenerator(seed: move.seed)
    switch move.kind {
    case .sleep, .stayAwake:
      let isAwake = move.kind == .stayAwake
      let end = passing(using: &random)
      pass(until: end, isAwake: isAwake)
      note(isAwake ? "after being awake" : "after sleep")
    case .evaluateTwice:
      handle(.time)
      handle(.time)
    case .setClock: setClock(to: someInstant(using: &random), isTold: Bool.random(using: &random))
    case .setClockRight: setClock(to: now, isTold: Bool.random(using: &random))
    case .synchronise:
      ahead = 0
      note("synchronised")
      model.countLostTime()
      handle(.clockStep(isSynchronised: true))
    case .drip: drip(Int.random(in: 50...1500, using: &random), isBack: Bool.random(using: &random))
    case .travel:
      system = zones[Int.random(in: zones.indices, using: &random)]
      model.travel(to: system, at: now.epochSeconds)
      note("zone \(system.identifier)")
      handle(.zoneChange(system))
    case .reboot: reboot(using: &random)
    case .restart:
      note("crash")
      restart()
    case .edit: edit(using: &random)
    case .command: command(using: &random)
    case .deliver: deliver(using: &random)
    case .revoke:
      note("revoke")
      if !model.isSuspended { model.awaitsWithdrawal = true }
      handle(.authorization(.denied))
    case .approve:
      note("approve")
      (model.isSuspended, model.awaitsWithdrawal) = (false, false)
      handle(.authorization(.approved))
    }
  }

  /// Until when time passes: often to near an edge.
  private func passing(using random: inout SeededGenerator) -> Int64 {
    if Int.random(in: 0..<2, using: &random) == 0, let edge = edge(using: &random), edge > now,
      edge.seconds(since: now) < 2 * 86_400
    {
      return edge.seconds(since: Self.start) * Nanoseconds.perSecond
    }
    let longest: Int64 = [120, 3_600, 4 * 3_600, 30 * 3_600][Int.random(in: 0..<4, using: &random)]
    return passed + Int64.random(in: 0...longest * Nanoseconds.perSecond, using: &random)
  }

  /// An instant near an edge of the windows that are in force.
  private func edge(using random: inout SeededGenerator) -> Instant? {
    guard let profile = engine.configuration.profiles.randomElement(using: &random) else { return nil }
    let count = Int.random(in: 1...3, using: &random)
    let intervals = Array(engine.configuration.timeline(of: profile).intervals(endingAfter: now).lazy.prefix(count))
    guard let interval = intervals.last else { return nil }
    let offsets: [Int64] = [-3_600, -90, -60, -1, 0, 0, 1, 60, 89, 90, 91, 600]
    let offset = offsets[Int.random(in: offsets.indices, using: &random)]
    return (Bool.random(using: &random) ? interval.start : interval.end).adding(seconds: offset)
  }

  private func someInstant(using random: inout SeededGenerator) -> Instant {
    let wall = moment.wall
    switch Int.random(in: 0..<8, using: &random) {
    case 0..<3: return edge(using: &random) ?? wall.adding(seconds: 3_600)
    case 3: return wall.adding(seconds: 366 * 86_400 * Int64.random(in: -5...20, using: &random))
    case 4: return wall.adding(seconds: 86_400 * Int64.random(in: -9...9, using: &random))
    case 5: return now.adding(seconds: 86_400 * Int64.random(in: -2...2, using: &random))
    case 6: return wall.adding(seconds: Int64.random(in: -120...120, using: &random))
    default: return wall.adding(seconds: Int64.random(in: -36_000...36_000, using: &random))
    }
  }

  private mutating func setClock(to instant: Instant, isTold: Bool) {
    setWall(to: instant)
    note("clock \(time(moment.wall))\(isTold ? "" : ", untold")")
    if isTold { handle(.clockStep(isSynchronised: false)) }
  }

  /// Steps of under a second, each too small to be noticed.
  private mutating func drip(_ count: Int, isBack: Bool) {
    let step: Int64 = 900_000_000
    for number in 0..<count where problem == nil {
      passed += step
      ahead += isBack ? -step : step
      handle(.time, isJudged: number % 50 == 0)
    }
    judge()
    note("\(count) small steps \(isBack ? "back" : "forward")")
  }

  private mutating func reboot(using random: inout SeededGenerator) {
    let off = Int64.random(in: 10...40_000, using: &random) * Nanoseconds.perSecond
    guard startsFalsely, Bool.random(using: &random) else {
      note("off")
      model.countLostTime()
      restart(offNanoseconds: off)
      return note("on")
    }
    let wall = now.adding(seconds: -86_400 * Int64.random(in: 1...2_000, using: &random))
    model.countLostTime(isClockRight: false)
    model.isMisled = true
    restart(offNanoseconds: off, falsely: wall)
    note("on with the clock at \(time(wall))")
  }

  private mutating func edit(using random: inout SeededGenerator) {
    guard engine.configurationVersions.count < 12 else { return }
    var edits = AdversaryEdits(zones: zones, random: random)
    let configuration = edits.edit(engine.newestConfiguration, system: system)
    let changes = ConfigurationDifference(
      from: engine.newestConfiguration, to: configuration, in: now..<now.adding(seconds: 3 * 86_400))
    note("edit \(changes.words)")
    model.accept(configuration, at: now.epochSeconds)
    handle(.configuration(configuration))
  }

  /// Delivers an edge by a name, true or not.
  private mutating func deliver(using random: inout SeededGenerator) {
    let profiles = engine.configuration.profiles
    guard let profile = profiles.randomElement(using: &random) else { return }
    let id = profile.id.description
    let names = [
      "schedule:\(id)", id, "break:\(id)", "strategy:\(id)", "pause:\(id)", "ScheduleTimerActivity:\(id)",
      "access:\(id)|\(engine.book[profile.id]?.id.description ?? id)|\(id)",
    ]
    let name = names[Int.random(in: names.indices, using: &random)]
    let phase: ActivityPhase = Int.random(in: 0..<3, using: &random) == 0 ? .start : .end
    note("\(phase) of \(name.prefix(12)) of \(profile.key)")
    handle(.activity(name: name, phase))
  }
}

extension ConfigurationDifference {
  /// What differs, for a report.
  fileprivate var words: String {
    let files = settings.map { "\($0.key)=\($0.new ?? "none")" }
    let others = profiles.filter { !$0.isEmpty }.map { profile -> String in
      let settings = profile.settings.map { "\($0.key)=\($0.new ?? "none")" } + profile.targets.map { "\($0.effect)" }
      let windows = profile.intervals.isEmpty ? [] : ["windows"]
      return "\(profile.reference.key) \(profile.presence): " + (settings + windows).joined(separator: ", ")
    }
    return (files + others).joined(separator: "; ")
  }
}
