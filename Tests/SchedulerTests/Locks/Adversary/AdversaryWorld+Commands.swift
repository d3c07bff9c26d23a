import SchedulerCivilTime
import TestSupport

@testable import Scheduler

extension AdversaryWorld {
  /// Sends any command by any way, and tells the model what was granted.
  mutating func command(using random: inout SeededGenerator) {
    let command = someCommand(using: &random)
    let requester = Requester(
      Requester.Channel.allCases.randomElement(using: &random) ?? .person,
      isAdministrator: Int.random(in: 0..<3, using: &random) > 0,
      keyContent: Int.random(in: 0..<3, using: &random) == 0
        ? AdversaryEdits.keyContent(Int.random(in: 0..<4, using: &random)) : nil)
    let before = engine
    guard case .done(let result) = handle(.command(command, by: requester)) else {
      note("\(command) by \(requester.channel): refused")
      // What was due went on all the same.
      return judge()
    }
    note("\(command) by \(requester.channel)\(requester.keyContent == nil ? "" : ", a key"): \(result.change)")
    take(result, of: command, by: requester, before)
    judge()
  }

  private func someCommand(using random: inout SeededGenerator) -> Command {
    let profile = engine.configuration.profiles.randomElement(using: &random)
    let key = profile?.key ?? BuiltInProfiles.profiles[0].key
    let target = SessionTarget.profile(key)
    switch Int.random(in: 0..<22, using: &random) {
    case 0..<3:
      let length = Bool.random(using: &random) ? 60 * Int64.random(in: 1...300, using: &random) : nil
      let kind = Bool.random(using: &random) ? Strategy.Kind.allCases.randomElement(using: &random) : nil
      let isPlanned = Int.random(in: 0..<6, using: &random) == 0
      let instant = isPlanned ? now.adding(seconds: Int64.random(in: 60...36_000, using: &random)) : nil
      return .start(key, StartOptions(lengthSeconds: length, strategy: kind, at: instant))
    case 3..<6: return .stop(target)
    case 6, 7: return .break(target)
    case 8, 9: return .pause(target)
    case 10: return .resume(target)
    case 11, 12: return .reset(target)
    case 13..<16: return .skip(key)
    case 16: return .skip(key, undo: true)
    case 17, 18:
      let name = ["own.example", "x.example", "y.example"].randomElement(using: &random) ?? "x.example"
      return .access(AccessRequest(to: .domain(DomainName(checked: name))))
    case 19: return .extend(target, seconds: 60 * Int64.random(in: 1...300, using: &random))
    default: return .emergency(Bool.random(using: &random) ? target : nil, reason: "a test")
    }
  }

  private mutating func take(
    _ result: CommandResult, of command: Command, by requester: Requester, _ before: Engine
  ) {
    let second = now.epochSeconds
    // The session may have begun in this very evaluation.
    let profile = engine.configuration.profile(result.profile)?.id ?? ProfileID(derivedFrom: result.profile)
    let id = result.session
    switch result.change {
    case .stopped, .reset:
      guard let id, let session = model.sessions[id] else { return }
      if result.change == .stopped, hasShown(session.keys, requester) || !model.hasPromise(session.profile, at: second)
      {
        release(session.profile, before)
      } else if result.change == .reset, model.hasPromise(session.profile, at: second),
        !hasShown(session.keys, requester)
      {
        fail("P1: the pomodoro of strict \(result.profile) was reset")
      }
    case .breakStarted, .paused: lift(result, second, isBreak: result.change == .breakStarted)
    case .breakEnded, .resumed: if let id { model.sessions[id]?.closeLift(at: second, now: true) }
    case .skipped: takeSkip(result, profile, requester, second)
    case .accessOpened:
      guard case .access(let request) = command, case .domain(let name) = request.target else { return }
      let lengths = model.versions.values.joined().compactMap { $0.profile.access?.lengthSeconds }
      model.opened[name.text] = (second, second + (lengths.max() ?? 0) + 1)
    case .emergencyUsed: takeEmergency(result, command, before)
    case .started: takeTimer(command, result, profile, second)
    default: break
    }
  }

  private func hasShown(_ keys: Set<UnlockKey>, _ requester: Requester) -> Bool {
    requester.keyContent.map { content in keys.contains { $0.isContent(content) } } ?? false
  }

  /// Somebody rightly ended a session, with the whole interval that one saw then, which other windows may have made
  /// longer.
  private mutating func release(_ profile: ProfileID, _ before: Engine) {
    let plan = engine.configuration.profiles.first { $0.id == profile }
    let zone = plan.map { engine.configuration.zone(of: $0).rules } ?? system
    let instant = min(now, moment.wall)
    for timeline in [before, engine].compactMap({ $0.timeline(of: profile) }) {
      let shown = [now, instant] + (engine.clock(of: profile) == .wall ? [moment.wall] : [])
      for interval in shown.compactMap(timeline.interval(containing:)) {
        model.skipped.append((profile, interval.start..<interval.end))
      }
    }
    model.release(profile, at: instant, zone)
  }

  private mutating func lift(_ result: CommandResult, _ second: Int64, isBreak: Bool) {
    if result.session.map({ model.sessions[$0] == nil }) ?? false {
      model.noteSessions(of: engine, at: second, isEdit: false)
    }
    guard let id = result.session, var session = model.sessions[id] else { return }
    session.closeLift(at: second, now: true)
    let isPromised = model.hasPromise(session.profile, at: second)
    var left = session.pauseSeconds
    if isBreak {
      left = min(session.breakSeconds, session.breakBudget - session.breakUsed)
    } else {
      session.pausesTaken += 1
      if isPromised, session.pausesTaken > session.pauseCount { fail("P1: a pause too many of \(result.profile)") }
    }
    if isPromised, left <= 0 { fail("P1: \(result.profile) has no such lift") }
    session.lift = (second, second + max(0, left) + 1, isBreak)
    model.sessions[id] = session
  }

  /// A skip is right when a person asks, no strict session runs, and the start is further away than the cooldown.
  private mutating func takeSkip(
    _ result: CommandResult, _ profile: ProfileID, _ requester: Requester, _ second: Int64
  ) {
    // What is said of it is what the wall clock will show.
    let isStrict = engine.clock(of: profile) == .trusted
    let apart = isStrict ? (engine.present?.trusted.instant ?? moment.wall).seconds(since: moment.wall) : 0
    guard let from = result.from?.adding(seconds: apart), let until = result.until?.adding(seconds: apart),
      from < until, !model.isFollowing
    else { return }
    // The lock of a profile that is added beside one that replaces waits, too: it would keep that waiting.
    for version in model.binding(profile, at: second) where version.isStrict && version.promisedFrom < second {
      guard let interval = version.timeline(system).intervals(endingAfter: from).first(where: { _ in true }),
        interval.start < until, interval.start.epochSeconds > second
      else { continue }
      let isLate = from.epochSeconds - second < version.cooldownSeconds - 2
      if requester.channel != .person || isLate || model.hasPromise(profile, at: second) {
        fail("P1: an interval of strict \(result.profile) was skipped")
      }
    }
    model.skipped.append((profile, from..<until))
  }

  private mutating func takeEmergency(_ result: CommandResult, _ command: Command, _ before: Engine) {
    if !model.isMisled, !model.ledger.use(at: now.epochSeconds) { fail("P3: an emergency too many") }
    guard case .emergency(let target, _) = command else { return }
    // With a wrong clock another interval begins at once, as does one that waited.
    if target == nil, moment.wall == now, !model.isFollowing, !model.someReplace, !engine.shield.isEmpty {
      fail("P2: an emergency leaves something enforced")
    }
    let ended = Set([result.profile] + result.others)
    // A profile that was lost may have the key of another one.
    let sessions = before.book.sessions.values.filter {
      ended.contains($0.profile.key) && (result.session ?? $0.id) == $0.id
    }
    for session in sessions where engine.book[session.profile.id]?.id == session.id {
      fail("P2: an emergency leaves a session")
    }
    // A session may have begun in this very evaluation.
    let begun = ended.subtracting(sessions.map(\.profile.key)).compactMap { engine.configuration.profile($0)?.id }
    for profile in sessions.map(\.profile.id) + begun { release(profile, before) }
  }

  /// A timer or a start by hand of a strict profile that opens a session of its own is promised, too.
  private mutating func takeTimer(_ command: Command, _ result: CommandResult, _ profile: ProfileID, _ second: Int64) {
    guard case .start(_, let options) = command, options.instant == nil, let until = result.until,
      let id = result.session,
      model.sessions[id] == nil, let session = engine.book[profile], session.holds.count == 1, session[.pomodoro] == nil
    else { return }
    let length = until.seconds(since: moment.wall)
    judge()
    guard model.sessions[id]?.isStrict == true, session[.schedule] == nil else { return }
    model.promises.append(
      HonestPromise(
        profile: profile, keys: [], since: second, until: second + length))
  }
}
