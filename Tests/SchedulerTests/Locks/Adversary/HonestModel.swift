import SchedulerCivilTime

@testable import Scheduler

/// What was promised of strict sessions, judged in true time: it knows what the time is and what was accepted when, and
/// asks the engine only what is enforced.
struct HonestModel {
  private(set) var system: ZoneRules
  var versions: [ProfileID: [HonestVersion]] = [:]
  var promises: [HonestPromise] = []
  var sessions: [SessionID: HonestSession] = [:]
  /// The occurrences that a session was seen to hold.
  var touched: [ProfileID: [OccurrenceKey: HonestTouch]] = [:]
  /// Stretches of which somebody rightly said that they do not start.
  var skipped: [(profile: ProfileID, range: Range<Instant>)] = []
  /// What started on a date until a second of it, and was rightly ended.
  var stopped: [(profile: ProfileID, until: OccurrenceKey)] = []
  /// Targets that are rightly open, from and until when.
  var opened: [String: (since: Int64, until: Int64)] = [:]
  /// Whether nobody consents any more, and whether that waits.
  var isSuspended = false
  var awaitsWithdrawal = false
  /// Whether a machine was started with a false clock: then only what runs is kept.
  var isMisled = false
  /// What was opened before its time, for a report.
  var early: String?
  /// When the zone was set last: an interval in the midst of which that leads has begun before.
  private(set) var lastTravel = Int64.min
  /// When the wall clock was wrong, in true seconds, as far as the trusted clock may follow it yet.
  private var wrong: [(since: Int64, until: Int64?)] = []
  /// The true second at which the trusted clock was seen last to have taken over a wrong step.
  private(set) var lastFollowing = Int64.min
  /// The true second of the evaluation before.
  var previous: Int64 = 0
  var ledger = HonestLedger()

  init(_ configuration: Configuration, system: ZoneRules, at second: Int64) {
    self.system = system
    previous = second
    ledger.rules = configuration.emergency
    accept(configuration, at: second - 1)
  }

  // MARK: what was said

  mutating func accept(_ configuration: Configuration, at second: Int64) {
    let profiles = Dictionary(configuration.profiles.map { ($0.id, $0) }) { first, _ in first }
    let isFirst = versions.isEmpty
    let someReplaced = someReplace(at: second)
    for id in Set(versions.keys).union(profiles.keys) {
      var list = versions[id] ?? []
      if let last = list.indices.last, list[last].replaced == nil {
        let cooldowns = list.filter { second <= $0.latestEnd }.map(\.cooldownSeconds)
        list[last].replaced = second
        list[last].latestEnd = second + (cooldowns.max() ?? 0)
      }
      if let profile = profiles[id] {
        let zone = configuration.zone(of: profile)
        let waits =
          list.suffix(8).contains { $0.zone.choice != zone.choice || $0.profile.overlap == .replace }
          || (!isFirst && (configuration.profiles.contains { $0.overlap == .replace } || someReplaced))
          || isCut(list.suffix(8).map(\.profile.windows), profile.windows, zone, at: second)
        list.append(
          HonestVersion(
            profile: profile, zone: zone,
            cooldownSeconds: configuration.cooldownSeconds(of: profile), accepted: second,
            promisedFrom: waits ? second + 4 * 86_400 : second))
      }
      versions[id] = list
    }
  }

  /// Whether one that replaces others is in a configuration for which some profile may wait yet.
  private func someReplace(at second: Int64) -> Bool {
    versions.values.joined().contains { version in
      version.profile.overlap == .replace && (version.replaced == nil || second < version.latestEnd + 2 * 86_400)
    }
  }

  /// Whether older and newer windows hold over seven dates together, and are cut at a Monday: then the newer ones wait as a
  /// whole.
  private func isCut(_ older: [[Window]], _ newer: [Window], _ zone: ConfiguredZone, at second: Int64) -> Bool {
    guard older.contains(where: { $0 != newer }) else { return false }
    let rules = zone.choice == .system ? system : zone.rules
    let week = Array(
      ProfileTimeline(windows: older.flatMap(\.self) + newer, zone: rules).intervals(
        endingAfter: Instant(epochSeconds: second)
      )
      .lazy.prefix { $0.start.epochSeconds < second + 9 * 86_400 })
    return zip(week, week.dropFirst()).contains { earlier, later in
      let end = rules.civil(at: earlier.end)
      return earlier.end == later.start && end.time == .midnight && end.date.weekday == .monday
    }
  }

  func binding(_ profile: ProfileID, at second: Int64) -> [HonestVersion] {
    (versions[profile] ?? []).filter { $0.binds(at: second) }
  }

  /// Whether an interval or timer of a profile has to be enforced whatever the clocks show.
  func hasPromise(_ profile: ProfileID, at second: Int64) -> Bool {
    promises.contains { $0.isOpen && $0.profile == profile && second < $0.until - HonestPromise.slack }
  }

  /// Whether an interval of some profile may wait for the sessions of others to end.
  var someReplace: Bool { versions.values.joined().contains { $0.profile.overlap == .replace } }

  /// Somebody rightly ended the session of a profile.
  mutating func release(_ profile: ProfileID, at instant: Instant, _ zone: ZoneRules) {
    for index in promises.indices where promises[index].profile == profile { promises[index].isOpen = false }
    let civil = zone.civil(at: instant)
    stopped.append((profile, OccurrenceKey(epochDay: civil.date.epochDay, second: civil.time.secondsSinceMidnight)))
  }

  /// The machine's own zone is another: what has begun continues by its length.
  mutating func travel(to rules: ZoneRules, at second: Int64) {
    system = rules
    lastTravel = second
    // What was skipped lies up to a day elsewhere.
    for index in skipped.indices {
      let range = skipped[index].range
      skipped[index].range =
        range.lowerBound.adding(seconds: -86_400)..<range.upperBound.adding(seconds: 86_400)
    }
  }

  /// A clock that was false at a start is set right: nobody knows how long the machine was off, and what that adds to
  /// the time that has passed counts for timers. It also ends the interval of the false date, which may have taken the
  /// place of the one that ran: a withdrawal of consent that waited counts then, although that one starts again at
  /// once, and so does an edit by which it does not. With another false clock nothing starts again.
  ///
  /// So it is where the trusted clock followed a clock that was set back a day before.
  mutating func countLostTime(isClockRight: Bool = true) {
    guard isMisled || isFollowing else { return }
    for (index, promise) in promises.enumerated()
    where !isClockRight || !(versions[promise.profile]?.last?.has(promise, system) ?? false) {
      promises[index].isOpen = false
    }
    if awaitsWithdrawal { (isSuspended, awaitsWithdrawal) = (true, false) }
    ledger.refill()
  }

  /// After a reboot the clock shows too little to tell how long the machine was off, or since when nothing was
  /// recorded: what is open then continues for its length at most, and what waits for a cooldown waits longer.
  mutating func loseTime(until second: Int64) {
    for (profile, list) in versions {
      for (index, version) in list.enumerated() {
        if version.replaced != nil, previous <= version.latestEnd {
          versions[profile]?[index].latestEnd += second - previous
        }
        if version.accepted < version.promisedFrom, previous <= version.promisedFrom {
          versions[profile]?[index].promisedFrom += second - previous
        }
      }
    }
    for (name, open) in opened where previous <= open.until { opened[name]?.until = second + open.until - open.since }
    for (id, session) in sessions {
      if let lift = session.lift { sessions[id]?.lift?.until = second + lift.until - lift.since }
    }
  }

  // MARK: what has to be

  /// Looks at the engine after an evaluation; says which promise was broken.
  ///
  /// - Parameters:
  ///   - second: the true second.
  ///   - ahead: by how many nanoseconds the wall clock is ahead of the true time.
  ///   - isEdit: whether a configuration was handed in.
  mutating func judge(_ engine: Engine, at second: Int64, ahead: Int64, isEdit: Bool) -> String? {
    defer { previous = second }
    if let problem = problem(withClockOf: engine, at: second, ahead: ahead) { return problem }
    noteSessions(of: engine, at: second, isEdit: isEdit)
    if let problem = early { return problem }
    let hadPromises = promises.contains { $0.isOpen && second < $0.until - HonestPromise.slack }
    for index in promises.indices where promises[index].until <= second { promises[index].isOpen = false }
    if awaitsWithdrawal, !hadPromises { (isSuspended, awaitsWithdrawal) = (true, false) }
    takePromises(engine, at: second)
    guard !isSuspended else { return nil }
    for promise in promises where promise.isOpen {
      if let problem = problem(with: promise, engine, at: second) { return problem }
    }
    return nil
  }

  /// Whether the trusted clock shows another time than the true one: it took over a step that was made a day before.
  var isFollowing: Bool { lastFollowing == previous }

  /// The trusted clock shows true time until a day after the wall clock was set wrong. From then on nothing is promised
  /// until it is seen to be right again.
  private mutating func problem(withClockOf engine: Engine, at second: Int64, ahead: Int64) -> String? {
    let trusted = engine.present?.trusted.instant.epochSeconds ?? second
    let isRight = abs(trusted - second) <= HonestPromise.reading
    noteWallClock(ahead: ahead, at: second, isFollowed: !isRight)
    // What began before it was seen to be right may have begun by the wrong clock.
    if isFollowing { lastFollowing = second }
    guard !isRight else { return nil }
    lastFollowing = second
    for index in promises.indices where !promises[index].keys.isEmpty { promises[index].isOpen = false }
    // Small steps begin to count before they are seen here.
    let mayFollow = wrong.contains { $0.since + 86_400 - 3_600 <= second }
    return isMisled || mayFollow ? nil : "P1: the trusted clock follows too early"
  }

  /// Notes when the wall clock is wrong by more than reading it takes. A day after it was set right the trusted clock follows
  /// that, or later where many steps are added up, and the wrong time is forgotten.
  private mutating func noteWallClock(ahead: Int64, at second: Int64, isFollowed: Bool) {
    if !isFollowed { wrong.removeAll { $0.until.map { $0 + 86_400 + 3_600 < previous } ?? false } }
    let isWrong = ahead.magnitude > UInt64(Nanoseconds.perSecond)
    let isKnown = wrong.last.map { $0.until == nil } ?? false
    if isWrong, !isKnown { wrong.append((second, nil)) }
    if !isWrong, isKnown { wrong[wrong.count - 1].until = second }
  }

  private func problem(with promise: HonestPromise, _ engine: Engine, at second: Int64) -> String? {
    guard second < promise.until - HonestPromise.slack else { return nil }
    let layers = engine.shield.filter { $0.layer.profile.id == promise.profile }
    guard let session = engine.book[promise.profile].flatMap({ sessions[$0.id] }) else {
      return "P1: \(name(promise)) has no session"
    }
    if let lift = session.lift, second <= lift.until { return nil }
    for domain in session.domains.sorted() where (opened[domain]?.until ?? 0) < second {
      let isBlocked = layers.contains {
        $0.layer.decision(on: .domain(DomainName(checked: domain)), machine: MachineNames()).isBlocked
      }
      if !isBlocked { return "P1: \(domain) is not blocked by \(name(promise))" }
    }
    return nil
  }

  private func name(_ promise: HonestPromise) -> String {
    let key = versions[promise.profile]?.last?.profile.key.text ?? "?"
    return "\(promise.keys.isEmpty ? "timer" : "interval") of \(key) from \(promise.since) to \(promise.until)"
  }

  // MARK: promises

  private mutating func takePromises(_ engine: Engine, at second: Int64) {
    // A wall clock that is off by less than a second is right.
    let begun = Instant(epochSeconds: second - HonestPromise.reading)
    guard !isMisled, lastFollowing < second else { return }
    for (profile, list) in versions {
      for version in list where version.isStrict {
        let timeline = version.timeline(system)
        guard let interval = timeline.interval(containing: begun) else { continue }
        take(interval, timeline, version, profile, engine.book[profile])
      }
    }
  }

  /// Takes an interval as promised that begins in true time.
  private mutating func take(
    _ interval: Interval, _ timeline: ProfileTimeline, _ version: HonestVersion, _ profile: ProfileID, _ held: Session?
  ) {
    let start = interval.start.epochSeconds
    guard lastFollowing < start else { return }
    guard version.promisedFrom < start, version.binds(at: start) else { return }
    // In another zone it may have begun before it was removed.
    if start <= lastTravel, !version.binds(at: lastTravel) { return }
    let starts = timeline.starts(in: interval)
    let keys = Set(starts.map(\.key))
    if start < lastTravel + 2 * 86_400, isInside(interval, profile, besides: keys, held) { return }
    let isTaken = promises.contains { $0.profile == profile && !$0.keys.isDisjoint(with: keys) }
    guard !isTaken else { return }
    let isUsed = keys.contains { key in
      (touched[profile]?[key]?.isTaken(from: start, by: held?.id) ?? false)
        || stopped.contains { $0.profile == profile && $0.until.epochDay == key.epochDay && key <= $0.until }
    }
    let isSkipped = skipped.contains { $0.profile == profile && $0.range.overlaps(interval.start..<interval.end) }
    // An interval that replaces waits for locked sessions, so it is promised only once it has started.
    let isHeld = held?[.schedule].map { !keys.isDisjoint(with: $0.interval?.occurrences ?? []) } ?? false
    let mayWait = (versions[profile] ?? []).contains { $0.profile.overlap == .replace } && !isHeld
    guard !isUsed, !isSkipped, !mayWait else { return }
    promises.append(
      HonestPromise(profile: profile, keys: keys, since: start, until: start + interval.lengthSeconds))
  }

  /// Whether an interval lies in one of another version that has begun: in another zone both come again, and the longer one
  /// is used.
  private func isInside(_ interval: Interval, _ profile: ProfileID, besides keys: Set<OccurrenceKey>, _ held: Session?)
    -> Bool
  {
    (versions[profile] ?? []).contains { version in
      let timeline = version.timeline(system)
      guard let longer = timeline.interval(containing: interval.start), interval.end <= longer.end else { return false }
      return timeline.starts(in: longer).contains { start in
        !keys.contains(start.key)
          && touched[profile]?[start.key]?.isTaken(from: interval.start.epochSeconds, by: held?.id) ?? false
      }
    }
  }
}
