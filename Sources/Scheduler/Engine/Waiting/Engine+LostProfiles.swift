extension Engine {
  /// Goes on from configurations that were accepted, and from what those behind the first wait for; says whether that is
  /// known. Where it is not, the first is in force.
  mutating func resume(from accepted: [Configuration], waits: [LooseningWaits]?) -> Bool {
    defer { adoptSuccession() }
    guard let waits, waits.count < accepted.count else {
      succession = ConfigurationSuccession(accepted[0])
      return false
    }
    succession = ConfigurationSuccession(Array(accepted.suffix(waits.count + 1)), waits)
    return true
  }

  /// Keeps the strict sessions whose profiles are in none of the configurations, because what was accepted is lost: a
  /// configuration that still has these profiles goes before the others, so that their removal waits like any other.
  ///
  /// - Parameter waits: what the configurations waited for when they were last evaluated; nil where that is lost, too.
  mutating func standInForLostProfiles(before accepted: [Configuration], _ waits: [LooseningWaits]?) {
    let lost = plannedSessions.filter { $0.plan == nil && $0.session.rules.lock == .strict }.map(\.session)
    guard !lost.isEmpty else { return }
    let keys = Set(lost.map(\.profile.key))
    let profiles =
      accepted[0].profiles.filter { !keys.contains($0.key) } + lost.map { Profile(standingInFor: $0.rules) }
    let first = accepted[0].replacing(profiles: profiles, zone: accepted[0].zone)
    if let waits, waits.count == accepted.count, waits.allSatisfy({ $0.hold(lost) }) {
      succession = ConfigurationSuccession([first] + accepted, waits)
      return adoptSuccession()
    }
    succession = ConfigurationSuccession(first)
    waitAnew(for: accepted)
  }
}

extension LooseningWaits {
  /// Whether the profiles of some sessions wait for these to end.
  fileprivate func hold(_ lost: [Session]) -> Bool {
    lost.allSatisfy { session in
      let wait = self[session.profile.id]
      return !wait.isOver && (!waitsAsFiles(session.profile.id) || sessions.contains(session.id))
    }
  }
}

extension Profile {
  /// A profile without windows that allows what a session of it copied.
  fileprivate init(standingInFor rules: SessionRules) {
    self.init(rules.profile)
    isEnabled = rules.isEnforced
    breaks = rules.breaks
    pause = rules.pause
    access = rules.access
    lock = rules.lock
    unlockKeys = rules.unlockKeys
    permissions = rules.permissions
    reminder = rules.reminder
  }
}
