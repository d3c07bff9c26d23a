import SchedulerCivilTime

extension Engine {
  /// The configurations that were accepted and of which something is in force or waits: what `init(_:records:…)` needs to
  /// continue.
  public var configurationVersions: ConfigurationVersions { succession.versions }

  /// What was accepted last; what of it loosens may wait, see `configuration`.
  public var newestConfiguration: Configuration { succession.newest }

  /// Accepts a newer configuration: what does not loosen, and what need not wait, is in force at once.
  mutating func accept(_ configuration: Configuration, at present: Present) {
    succession.accept(configuration, at: present, strict: book.strictSessions)
    reload(at: present, as: present.wall)
  }

  /// At the first evaluation, starts the cooldowns of everything that waits since an unknown time.
  mutating func beginWaiting(at present: Present) {
    guard !succession.successors.isEmpty else { return }
    succession.restartCooldowns(at: present)
    adoptSuccession()
  }

  /// The edge at which something that waited comes into force; nil while nothing does.
  func looseningEdge(after reached: Instant?, at present: Present) -> DueEdge? {
    succession.firstExpiredCooldown(in: book, at: present, notBefore: reached).map { instant in
      DueEdge(planned: instant, rank: .configuration, subject: EdgeRun.configuration)
    }
  }

  /// Puts in force what has waited long enough.
  mutating func loosen(until planned: Instant, at present: Present) {
    let before = configuration
    let held = book.sessions.compactMapValues { $0[.schedule]?.interval?.occurrences }
    succession.endCooldowns(until: planned, in: book, at: present)
    let horizon = planned..<planned.adding(seconds: Self.comparedSeconds)
    if !ConfigurationDifference(from: before, to: succession.inForce, in: horizon).isEmpty {
      book.log.entries.append(SessionLog.Entry(name: .configurationDidChange, planned: planned))
    }
    reload(at: present, as: planned)
    for (profile, keys) in held where book[profile]?[.schedule] == nil {
      release(keys, of: profile, after: planned)
    }
  }

  /// Lets occurrences start that were used only because a window that waited had joined them with its own.
  private mutating func release(_ keys: [OccurrenceKey], of profile: ProfileID, after planned: Instant) {
    guard let timeline = plan(of: profile)?.timeline else { return }
    let ahead = keys.filter { key in timeline.interval(of: key).map { planned < $0.start } ?? false }
    if !ahead.isEmpty { book.remember(profile) { $0.used.release(ahead) } }
  }

  /// Changes within this many seconds, 400 days, are recorded as an event.
  private static let comparedSeconds: Int64 = 400 * 86_400
}

// MARK: - Going on from records

extension Engine {
  /// Continues with versions that were accepted, and with what those after the first wait for. Where that is not known, the
  /// first version is in force.
  ///
  /// - Returns: whether what they wait for is known.
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

  /// Accepts versions again whose cooldowns are not known any more: everything in them that loosens waits from now on.
  mutating func acceptAgain(_ versions: some Sequence<ConfigurationVersions.Version>) {
    let present = state.present ?? Present(Moment(wall: Instant(epochSeconds: 0), boot: 0, bootID: ""), elapsed: 0)
    for version in versions {
      succession.accept(version.configuration, at: present, strict: book.strictSessions)
      succession.setDigestOfNewest(version.digest)
    }
    adoptSuccession()
  }

  /// Keeps the strict sessions whose profiles are in none of the versions, because what was accepted is lost: a configuration
  /// that still has these profiles precedes the others, so that their removal waits like any other.
  ///
  /// - Parameter waits: what the versions waited for at the last evaluation; nil if that is lost, too.
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
  /// Whether the changes of the profiles of some sessions wait for these sessions to end.
  fileprivate func waits(forEndsOf lost: [Session]) -> Bool {
    lost.allSatisfy { session in
      let wait = self[session.profile.id]
      return !wait.isOver && (!waitsAsFiles(session.profile.id) || sessions.contains(session.id))
    }
  }
}

extension SessionBook {
  /// The strict sessions that run, by profile.
  fileprivate var strictSessions: [ProfileID: SessionID] {
    sessions.filter { $0.value.rules.lock == .strict }.mapValues(\.id)
  }
}
