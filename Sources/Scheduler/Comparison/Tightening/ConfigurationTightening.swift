import SchedulerCivilTime

/// Puts a configuration together from a newer one and from what of an older one has to stay.
struct ConfigurationTightening {
  private let range: Range<Instant>
  private let replacing: ReplacingIntervals
  /// The newer configuration with what of the files has to stay.
  private var files: Configuration
  private var profiles: [Part] = []
  /// Profiles of before that the newer configuration has not.
  private var removed: [Part] = []

  /// A profile, and what it blocks by a set of its own.
  private struct Part {
    var profile: Profile
    let ownSet: TargetSet?
  }

  /// Begins with what the files say about everything at once.
  init(from old: Configuration, to new: Configuration, in range: Range<Instant>, filesWait: Bool) {
    self.range = range
    replacing = ReplacingIntervals(of: [old, new], in: IntervalComparison.lookedAt(around: range))
    files = new
    guard filesWait else { return }
    for row in SettingRow.file { _ = row.tighten(&files, from: old) }
    // Whether profiles follow it depends on what is kept of them.
    if !old.zone.means(new.zone) { files.zone = old.zone }
  }

  /// Adds a profile of either configuration.
  mutating func take(_ match: ProfileMatch, waits: Bool) {
    switch match {
    case .removed(let old):
      guard waits else { return }
      var tightening = ProfileTightening(old.resolved, in: range, among: others(than: [old.id]))
      tightening.restoreTargets()
      add(tightening, of: old.profile, to: \.removed)
    case .added(let added):
      var tightening = ProfileTightening(added.resolved, in: range, among: others(than: [added.id]))
      if waits { tightening.spareOthers() }
      add(tightening, of: added.profile, to: \.profiles)
    case .kept(let old, let kept):
      var tightening = ProfileTightening(kept.resolved, in: range, among: others(than: [old.id, kept.id]))
      if waits { tightening.tighten(from: old.resolved) }
      if tightening.isChanged || !kept.isBuiltIn { add(tightening, of: kept.profile, to: \.profiles) }
    }
  }

  private func others(than identities: [ProfileID]) -> ReplacingIntervals { replacing.others(than: identities) }

  /// Adds a profile that says itself only what the files do not say for it.
  private mutating func add(
    _ tightening: ProfileTightening, of written: Profile, to list: WritableKeyPath<ConfigurationTightening, [Part]>
  ) {
    var profile = tightening.subject.profile
    if written.zone == nil, profile.zone?.means(files.zone) ?? true { profile.zone = nil }
    if written.cooldownSeconds == nil, profile.cooldownSeconds == files.daemon.cooldownSeconds {
      profile.cooldownSeconds = nil
    }
    self[keyPath: list].append(Part(profile: profile, ownSet: tightening.ownSet))
  }

  /// What has been put together.
  var configuration: Configuration {
    var whole = files
    var all: [Profile] = []
    var keys = Set(profiles.map(\.profile.key))
    for (index, part) in (profiles + removed).enumerated() {
      var profile = part.profile
      if index >= profiles.count {
        let key = profile.key.free(besides: keys)
        if key != profile.key { profile.reference = ProfileReference(key: key, id: profile.id) }
        keys.insert(key)
      }
      if let set = part.ownSet {
        // No name that a file can give.
        let name = "\(profile.key) (waiting)"
        whole.sets[name] = set
        profile.block.sets = [name]
      }
      all.append(profile)
    }
    return whole.replacing(profiles: all, zone: whole.zone)
  }
}

extension ProfileKey {
  /// The key, or the first of `key-before`, `key-before-before`, … that is not among some others, if it is: another profile
  /// took its place.
  fileprivate func free(besides taken: Set<ProfileKey>) -> ProfileKey {
    var key = self
    while taken.contains(key), let longer = ProfileKey("\(key.text)-before") { key = longer }
    return key
  }
}

extension ConfiguredProfile {
  /// The same with the zone and the cooldown that the files give it as its own.
  fileprivate var resolved: ConfiguredProfile {
    var resolved = self
    resolved.profile.zone = zone
    resolved.profile.cooldownSeconds = configuration.cooldownSeconds(of: profile)
    return resolved
  }
}
