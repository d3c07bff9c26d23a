import SchedulerCivilTime

extension Engine {
  /// The accepted configurations that are in force or wait, in whole or in part. `init(_:records:…)` needs them to
  /// continue.
  public var configurationVersions: ConfigurationVersions { succession.versions }

  /// The configuration accepted last. Its loosening changes may wait; see `configuration`.
  public var newestConfiguration: Configuration { succession.newest }

  /// Accepts a newer configuration. Its changes that do not loosen or need not wait are in force at once.
  mutating func accept(_ configuration: Configuration, at present: Present) {
    succession.accept(configuration, at: present, strict: strictHolds)
    reload(at: present, as: present.wall)
  }

  /// Restarts, at the first evaluation, the cooldowns of everything that waits since an unknown time.
  mutating func beginWaiting(at present: Present) {
    guard !succession.successors.isEmpty else { return }
    succession.restartCooldowns(at: present)
    adoptSuccession()
  }

  /// Returns the edge at which the first expired cooldown takes effect; nil if none has expired.
  func looseningEdge(after reached: Instant?, at present: Present) -> DueEdge? {
    succession.firstExpiredCooldown(under: looseningLocks, at: present, notBefore: reached).map { instant in
      DueEdge(planned: instant, rank: .configuration, subject: EdgeRun.configuration)
    }
  }

  /// Returns that edge with its place in the order of a run. If it waited for an end that a clock was set past, it comes
  /// after that end. It is not before the previous evaluation: if a limit locks no more for another reason than the end of
  /// its period, sessions that have started since the cooldown continue.
  func looseningEdge(in run: EdgeRun, at present: Present) -> DueEdge? {
    let reached = run.reached ?? present.instant(of: .elapsed(run.previous.elapsed))
    guard var edge = looseningEdge(after: reached, at: present) else { return nil }
    edge.isBySet = run.isPastSet && edge.planned == run.reached
    return edge
  }

  /// Puts everything in force whose cooldown expired at or before `planned`.
  mutating func loosen(until planned: Instant, at present: Present) {
    let before = configuration
    let held = book.sessions.compactMapValues { $0[.schedule]?.interval?.occurrences }
    succession.endCooldowns(until: planned, under: looseningLocks, at: present)
    let horizon = planned..<planned.adding(seconds: Self.comparedSeconds)
    if !ConfigurationDifference(from: before, to: succession.inForce, in: horizon).isEmpty {
      book.log.entries.append(SessionLog.Entry(name: .configurationDidChange, planned: planned))
    }
    reload(at: present, as: planned)
    for (profile, keys) in held where book[profile]?[.schedule] == nil {
      release(keys, of: profile, after: planned)
    }
  }

  /// Releases those of the occurrences that start after `planned`. They were used only because a window that waited had
  /// joined them with its own.
  private mutating func release(_ keys: [OccurrenceKey], of profile: ProfileID, after planned: Instant) {
    guard let timeline = plan(of: profile)?.timeline else { return }
    let ahead = keys.filter { key in timeline.interval(of: key).map { planned < $0.start } ?? false }
    if !ahead.isEmpty { book.remember(profile) { $0.used.release(ahead) } }
  }

  /// The time within which changes are recorded as an event, in seconds: 400 days.
  private static let comparedSeconds: Int64 = 400 * 86_400
}

// MARK: - Continuing from records

extension Engine {
  /// Continues with accepted versions and with the waits of those after the first. If the waits are unknown, only the
  /// first version is in force.
  ///
  /// - Returns: whether the waits are known.
  mutating func resume(_ versions: ConfigurationVersions, waits: [LooseningWaits]?) -> Bool {
    defer { adoptSuccession() }
    guard let waits, waits.count < versions.count,
      let needed = ConfigurationVersions(versions.all.suffix(waits.count + 1))
    else {
      succession = ConfigurationSuccession(versions.all[0])
      return false
    }
    succession = ConfigurationSuccession(needed, waits: waits)
    return true
  }

  /// Accepts versions again whose cooldowns are no longer known. Everything in them that loosens waits from now on.
  mutating func acceptAgain(_ versions: some Sequence<ConfigurationVersions.Version>) {
    let present = state.present ?? Present(Moment(wall: Instant(epochSeconds: 0), boot: 0, bootID: ""), elapsed: 0)
    for version in versions {
      succession.accept(version.configuration, at: present, strict: strictHolds)
      succession.setDigestOfNewest(version.digest)
    }
    adoptSuccession()
  }

  /// Keeps the strict sessions whose profiles are in none of the versions, because an accepted configuration is lost. A
  /// configuration that still has these profiles precedes the others, so that their removal waits like any other.
  ///
  /// - Parameter waits: the waits of the versions at the last evaluation; nil if they are lost, too.
  mutating func restoreLostProfiles(before versions: ConfigurationVersions, waits: [LooseningWaits]?) {
    let lost = plannedSessions.filter { $0.plan == nil && $0.session.rules.lock == .strict }.map(\.session)
    guard !lost.isEmpty else { return }
    let keys = Set(lost.map(\.profile.key))
    let oldest = versions.all[0].configuration
    let profiles = oldest.profiles.filter { !keys.contains($0.key) } + lost.map { Profile(restoredFrom: $0.rules) }
    let first = ConfigurationVersions.Version(oldest.replacing(profiles: profiles, zone: oldest.zone))
    if let waits, waits.count == versions.count, waits.allSatisfy({ $0.waits(forEndsOf: lost) }) {
      succession = ConfigurationSuccession(
        ConfigurationVersions(versions.newest, after: [first] + versions.earlier), waits: waits)
      return adoptSuccession()
    }
    succession = ConfigurationSuccession(first)
    acceptAgain(versions.all)
  }
}

extension LooseningWaits {
  /// Whether the changes of the given sessions' profiles wait for these sessions to end.
  fileprivate func waits(forEndsOf lost: [Session]) -> Bool {
    lost.allSatisfy { session in
      let wait = self[session.profile.id]
      return !wait.isOver && (!waitsAsFiles(session.profile.id) || sessions.contains(session.id))
    }
  }
}
