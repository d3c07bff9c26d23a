import SchedulerCivilTime
import SchedulerStore
import TestSupport

@testable import Scheduler

/// What happens to a random world beside time and commands: clocks, zones, reboots, edits, restarts.
extension RandomWorld {
  mutating func setClock() -> String? {
    if let difference = evaluate("before the clock is set") { return difference }
    let minutes = Int64.random(in: Bool.random(using: &random) ? -300...300 : -2000...2000, using: &random)
    script.append("clock \(minutes) min")
    machine.setClock(to: machine.moment.wall.adding(seconds: minutes * 60))
    world.setClock(to: world.now + minutes)
    world.look()
    return check("clock")
  }

  mutating func setClockSynchronised() -> String? {
    // What a step makes up for after a reboot with a slow clock is a matter of `ElapsedClock`, which has tests of its own.
    // So has what becomes of clocks that are apart.
    if machine.engine.state.clock?.behind ?? 0 > 0 || world.ahead != 0 { return evaluate("wake") }
    if let difference = evaluate("before the clock is synchronised") { return difference }
    let minutes = Int64.random(in: 0...300, using: &random)
    script.append("clock \(minutes) min, synchronised")
    world.nextLook = world.now + minutes
    world.leap(minutes)
    world.look()
    for clock in ProfileClock.allCases { world.resolveAnew(clock) }
    world.look()
    machine.setClock(to: machine.moment.wall.adding(seconds: minutes * 60), isSynchronised: true)
    return check("synchronised clock")
  }

  mutating func travel() -> String? {
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
  mutating func reboot() -> String? {
    if world.ahead != 0 { return evaluate("wake") }
    script.append("before the machine is switched off")
    world.look()
    // An input that is recorded whatever comes of it: elapsed time over the reboot is counted from there.
    machine.handle(.authorization(.approved))
    if let difference = check("switch off") { return difference }
    let minutes = Int64.random(in: -600...900, using: &random)
    // What a slow clock makes up for ends no strict interval: there are tests of their own.
    if minutes >= 0, machine.engine.state.clock?.behind ?? 0 > 0, isLockedByElapsedTime { return nil }
    script.append("reboot after \(minutes) min by the clock")
    if minutes >= 0 {
      world.nextLook = world.now + minutes
      world.leap(minutes)
      world.returnInside()
    } else {
      world.boot(at: world.now + minutes)
    }
    world.look()
    machine.reboot(at: machine.moment.wall.adding(seconds: minutes * 60))
    return check("reboot")
  }

  /// Profiles of which a strict session runs are left as they are: edits that wait have laws of their own.
  mutating func reload() -> String? {
    if let difference = evaluate("before a reload") { return difference }
    script.append("reload")
    var profiles = configuration.profiles
    for index in profiles.indices where Int.random(in: 0..<3, using: &random) == 0 && !isStrict(profiles[index]) {
      let lock = profiles[index].lock
      RandomProfiles.rewrite(&profiles[index], using: &random)
      // A planned start that is late by the other clock has tests of its own.
      if world.ahead != 0, world.planned[profiles[index].id] != nil { profiles[index].lock = lock }
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

  /// An adapter reports attempts: of sessions that run or have just ended, and of one that ended long ago. They change
  /// nothing but what is counted.
  mutating func attempt() -> String? {
    let running = machine.engine.book.sessions.values.sorted { $0.id < $1.id }.map { ($0.profile, $0.id) }
    let ended = machine.finished.randomElement(using: &attemptRandom).map { [($0.profile, $0.id)] } ?? []
    let attempts = (running + ended).filter { _ in Bool.random(using: &attemptRandom) }.map { profile, session in
      ShieldAttempt(
        adapter: .sweeper, outcome: .ended, application: "game", program: "/usr/games/game", user: "ana",
        count: Int64.random(in: 1...5, using: &attemptRandom), profile: profile, session: session)
    }
    script.append("\(attempts.count) attempts")
    world.look()
    machine.handle(.attempts(attempts))
    if let difference = check("attempts") { return difference }
    return evaluate("wake again")
  }

  /// Whether an interval of a strict session continues by elapsed time.
  private var isLockedByElapsedTime: Bool {
    machine.engine.book.sessions.values.contains { session in
      if session.rules.lock == .strict, case .elapsed? = session[.schedule]?.end { true } else { false }
    }
  }

  private func isStrict(_ profile: Profile) -> Bool { machine.engine.book[profile.id]?.rules.lock == .strict }

  /// The engine continues from its records, or from what it asked to be made durable.
  mutating func restart() -> String? {
    let isCrash = Bool.random(using: &random)
    script.append(isCrash ? "crash" : "restart")
    let records = machine.engine.records
    let kept = isCrash ? journal.map { StateChange(key: $0.key, payload: $0.value) } : records
    var problems: [StateProblem] = []
    machine.replaceEngine { _ in Engine(ConfigurationVersions(configuration), records: kept, problems: &problems) }
    if !problems.isEmpty { return report("\(problems)") }
    if !isCrash, machine.engine.records != records { return report("the records differ when they are read back") }
    return evaluate("after the restart")
  }
}
