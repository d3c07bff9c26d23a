import SchedulerCivilTime

/// A newer configuration, split into the part that takes effect at once and the part that waits.
///
/// Tightening takes effect at once. Loosening waits until a strict session is over, or for a cooldown. Meanwhile the
/// older configuration stays in force beside the newer one: both are merged into one that blocks whatever either
/// blocks.
///
/// ```swift
/// let tightened = inForce.tightened(by: edited, in: now..<later) { $0 == strict }
/// tightened.configuration                 // what is in force from now on
/// tightened.waiting.isEmpty               // whether that is already the edited one
/// ```
///
/// Once in force, it is the older configuration of the next edit. Repeating the same edit changes nothing.
public struct TightenedConfiguration: Sendable {
  /// The configuration that may be in force; the newer configuration itself if nothing waits.
  public let configuration: Configuration
  /// The difference that waits, from the configuration in force to the newer one.
  public let waiting: ConfigurationDifference
}

extension Configuration {
  /// The configuration that may replace this one, given a newer one in which some profiles may not loosen yet.
  ///
  /// Profiles that need not wait are taken from the newer configuration. For the others, each setting, the windows and
  /// the targets are as tight as in both. That is exact if only one of windows, targets and users differs. If several
  /// differ, each target of either is blocked for each user of either in all intervals of either. In addition:
  ///
  /// - A schedule in another zone waits as a whole: the older windows stay in the older zone.
  /// - The older windows stay if new windows would start sessions that intervals of other profiles end or wait for, and
  ///   if old and new windows together would cover more than seven dates and be cut at a Monday inside an old session.
  /// - A profile that would end other sessions (`overlap = "replace"`) runs beside them.
  /// - The older users stay if both lists cannot be expressed together: all users and root.
  /// - `Layer.ApplicationRules.joined(with:)` describes the merging of applications.
  /// - Intervals that a window joins are stopped as one at once if the window covers more time than they did. A user
  ///   who may stop one may stop the other.
  ///
  /// - Parameters:
  ///   - new: the newer configuration.
  ///   - range: the range in which intervals are compared; not empty, and longer than the longest wait. An interval
  ///     that is lost after it would not be kept that long anyway.
  ///   - mayWait: returns whether loosening waits for a profile, given its identity in this configuration, or in the
  ///     newer one if it is added; nil stands for the settings of the files. Called once for each.
  /// - Complexity: that of `ConfigurationDifference` twice, and O(n log n) for the n entries of profiles whose targets
  ///   wait.
  public func tightened(
    by new: Configuration, in range: Range<Instant>, waiting mayWait: (ProfileID?) -> Bool
  ) -> TightenedConfiguration {
    var tightening = ConfigurationTightening(from: self, to: new, in: range, filesWait: mayWait(nil))
    for match in ProfileMatch.all(from: self, to: new) { tightening.take(match, waits: mayWait(match.earliest.id)) }
    let tight = tightening.configuration
    let waiting = ConfigurationDifference(from: tight, to: new, in: range)
    return TightenedConfiguration(configuration: waiting.isEmpty ? new : tight, waiting: waiting)
  }

  /// Whether a newer configuration loosens nothing of this one, judged by intervals within a range.
  ///
  /// Complexity: that of `tightened(by:in:waiting:)`.
  public func isOnlyTightened(by new: Configuration, in range: Range<Instant>) -> Bool {
    tightened(by: new, in: range) { _ in true }.waiting.isEmpty
  }
}

extension ProfileMatch {
  /// The profile before, or after if it is added.
  fileprivate var earliest: ConfiguredProfile { old ?? latest }
}

/// Merges a newer configuration with the parts of an older one that have to stay.
struct ConfigurationTightening {
  private let range: Range<Instant>
  private let replacing: ReplacingIntervals
  /// The newer configuration with the older file-level settings that have to stay.
  private var files: Configuration
  private var profiles: [Part] = []
  /// Older profiles that the newer configuration does not have.
  private var removed: [Part] = []

  /// A profile, with a set for targets that its lists cannot express.
  private struct Part {
    var profile: Profile
    let ownSet: TargetSet?
  }

  /// Starts with the settings that apply to all profiles.
  init(from old: Configuration, to new: Configuration, in range: Range<Instant>, filesWait: Bool) {
    self.range = range
    replacing = ReplacingIntervals(of: [old, new], in: IntervalComparison.lookedAt(around: range))
    files = new
    guard filesWait else { return }
    for row in SettingRow.file { _ = row.tighten(&files, from: old) }
    // The profiles are not merged yet, so it is unknown whether any of them inherits the zone.
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

  /// Adds a profile. Values that equal the inherited ones are removed from it.
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

  /// The merged configuration.
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
        // A file cannot contain this name, so it is free.
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
  /// The key, or the first of `key-before`, `key-before-before`, … that is not taken, if another profile took the key.
  fileprivate func free(besides taken: Set<ProfileKey>) -> ProfileKey {
    var key = self
    while taken.contains(key), let longer = ProfileKey("\(key.text)-before") { key = longer }
    return key
  }
}

extension ConfiguredProfile {
  /// The profile with the inherited zone and cooldown written out.
  fileprivate var resolved: ConfiguredProfile {
    var resolved = self
    resolved.profile.zone = zone
    resolved.profile.cooldownSeconds = configuration.cooldownSeconds(of: profile)
    return resolved
  }
}
