import SchedulerCivilTime

/// The accepted configurations that are not yet wholly in force, in their order, and the resulting configuration in
/// force.
///
/// Tightening is instant, loosening waits. The first configuration is wholly in force. Each later one replaces those
/// before it, except for what may not loosen yet. Once nothing of it waits, it becomes the first. An edit that is
/// withdrawn therefore leaves nothing, an edit that is repeated keeps its time, and a further edit has its own. A
/// configuration that loosens nothing of the newest takes its place: what waits there keeps waiting, and the number of
/// waiting configurations stays unchanged.
struct ConfigurationSuccession: Sendable {
  typealias Version = ConfigurationVersions.Version

  /// An accepted configuration with changes that wait.
  struct Successor: Sendable {
    /// The accepted version.
    fileprivate(set) var version: Version
    /// The waits of its changes.
    fileprivate(set) var waits: LooseningWaits
    /// The profiles whose changes wait, by their identities before; nil for the settings that apply to all profiles.
    fileprivate(set) var waiting: [ProfileID?] = []

    /// The accepted configuration.
    var configuration: Configuration { version.configuration }
  }

  /// The version that is wholly in force.
  private(set) var first: Version
  /// The versions accepted after the first, in order.
  private(set) var successors: [Successor] = []
  /// The configuration in force.
  private(set) var inForce: Configuration

  /// Creates a succession of one version, which is wholly in force.
  init(_ version: Version) {
    first = version
    inForce = version.configuration
  }

  /// Continues with stored versions.
  ///
  /// - Parameters:
  ///   - versions: one more than `waits`.
  ///   - waits: the waits of the versions after the first.
  init(_ versions: ConfigurationVersions, waits: [LooseningWaits]) {
    let all = versions.all
    self.init(all[0])
    successors = zip(all.dropFirst(), waits).map { Successor(version: $0, waits: $1) }
    update()
  }

  /// All versions that are in force or wait, in whole or in part.
  var versions: ConfigurationVersions {
    guard let newest = successors.last?.version else { return ConfigurationVersions(first) }
    return ConfigurationVersions(newest, after: [first] + successors.dropLast().map(\.version))
  }

  /// The configuration accepted last.
  var newest: Configuration { successors.last?.configuration ?? first.configuration }

  /// Sets the digest of the file that keeps the texts of the newest version.
  mutating func setDigestOfNewest(_ digest: SHA256?) {
    if successors.isEmpty { first.digest = digest } else { successors[successors.count - 1].version.digest = digest }
  }

  /// Accepts a newer configuration.
  ///
  /// - Parameter strict: the strict sessions, and the limits that lock their profiles, by profile.
  mutating func accept(_ configuration: Configuration, at present: Present, strict: [ProfileID: [SessionID]]) {
    let cooldown = inForce.longestCooldownSeconds
    guard cooldown > 0 || !strict.isEmpty else {
      self = ConfigurationSuccession(Version(configuration))
      return
    }
    let files = LooseningWaits.Wait(
      due: present.elapsed(afterNanoseconds: Nanoseconds.of(seconds: cooldown)), isOver: false)
    let waits = LooseningWaits(
      at: present, files: files, sessions: strict.values.flatMap(\.self).sorted(), profiles: [:])
    if let last = successors.last,
      waits.ranges.allSatisfy({ last.configuration.isOnlyTightened(by: configuration, in: $0) })
    {
      successors[successors.count - 1].version = Version(configuration)
      return update()
    }
    let profiles = cooldowns(before: configuration, in: waits.ranges, at: present, strict: strict)
    successors.append(
      Successor(
        version: Version(configuration),
        waits: LooseningWaits(at: present, files: files, sessions: waits.sessions, profiles: profiles)))
    update()
  }

  /// Returns the waits of the profiles that a newer configuration changes.
  private func cooldowns(
    before configuration: Configuration, in ranges: [Range<Instant>], at present: Present,
    strict: [ProfileID: [SessionID]]
  ) -> [ProfileID: LooseningWaits.Wait] {
    let changed = ranges.flatMap { ConfigurationDifference(from: inForce, to: configuration, in: $0).profiles }
    let seconds = inForce.cooldowns
    var profiles: [ProfileID: LooseningWaits.Wait] = [:]
    for profile in changed where !profile.isEmpty {
      guard let id = profile.old?.id else { continue }
      let cooldown = seconds[id] ?? inForce.daemon.cooldownSeconds
      profiles[id] = LooseningWaits.Wait(
        due: present.elapsed(afterNanoseconds: Nanoseconds.of(seconds: cooldown)),
        isOver: cooldown == 0 && strict[id] == nil)
    }
    return profiles
  }

  /// Restarts all cooldowns, as if all configurations had just been accepted.
  mutating func restartCooldowns(at present: Present) {
    for index in successors.indices { successors[index].waits = successors[index].waits.beginning(at: present) }
    update()
  }

  /// Moves everything that follows the machine's own zone into a zone with the given rules.
  mutating func setSystemZone(_ rules: ZoneRules) {
    first.configuration = first.configuration.following(rules)
    for index in successors.indices {
      successors[index].version.configuration = successors[index].configuration.following(rules)
    }
    update()
  }

  /// Computes the configuration in force, and drops the versions before one that is wholly in force.
  private mutating func update() {
    inForce = first.configuration
    var whole: Int?
    for index in successors.indices {
      let successor = successors[index]
      let tightened = successor.tightened(from: inForce)
      let waiting = successor.changedSubjects(from: tightened).filter { !successor.waits[$0].isOver }
      inForce = waiting.isEmpty ? successor.configuration : tightened
      successors[index].waiting = waiting
      if waiting.isEmpty { whole = index }
    }
    guard let whole else { return }
    first = successors[whole].version
    successors.removeFirst(whole + 1)
  }
}

extension ConfigurationSuccession {
  /// Returns the planned instant of the first expired cooldown that has not taken effect yet; nil if there is none.
  ///
  /// - Parameter reached: the result is not before this instant.
  func firstExpiredCooldown(
    under locks: LooseningLocks, at present: Present, notBefore reached: Instant?
  ) -> Instant? {
    successors.flatMap { $0.cooldownEnds(under: locks) }.filter { $0 <= present.elapsed }
      .map { max(present.instant(of: .elapsed($0)), reached ?? Instant(epochSeconds: .min)) }
      .min()
  }

  /// Returns the elapsed time at which the next cooldown of a change that waits for no lock expires; `Int64.max` for
  /// never.
  func nextCooldownEnd(under locks: LooseningLocks) -> Int64 {
    successors.lazy.flatMap { $0.cooldownEnds(under: locks) }.min() ?? .max
  }

  /// Puts everything in force whose cooldown expired at or before an instant.
  mutating func endCooldowns(until instant: Instant, under locks: LooseningLocks, at present: Present) {
    for index in successors.indices {
      for profile in successors[index].waiting {
        guard let end = successors[index].cooldownEnd(of: profile, under: locks), end <= present.elapsed,
          present.instant(of: .elapsed(end)) <= instant
        else { continue }
        successors[index].waits.end(for: profile)
      }
    }
    update()
  }
}

extension ConfigurationSuccession.Successor {
  /// Returns the configuration with everything of an older one that must stay, in every range in which intervals are
  /// compared.
  fileprivate func tightened(from old: Configuration) -> Configuration {
    waits.ranges.reduce(configuration) { newer, range in
      old.tightened(by: newer, in: range) { !waits[$0].isOver }.configuration
    }
  }

  /// Returns the profiles that the configuration changes, by their identities before, and nil if it changes settings
  /// that apply to all profiles.
  fileprivate func changedSubjects(from inForce: Configuration) -> [ProfileID?] {
    waits.ranges.reduce(into: []) { subjects, range in
      let difference = ConfigurationDifference(from: inForce, to: configuration, in: range)
      for subject in difference.subjects where !subjects.contains(subject) { subjects.append(subject) }
    }
  }

  /// Returns when the cooldowns of the changes that wait for no lock expire, in elapsed nanoseconds.
  fileprivate func cooldownEnds(under locks: LooseningLocks) -> [Int64] {
    waiting.compactMap { cooldownEnd(of: $0, under: locks) }
  }

  /// Returns when a cooldown expires, or when a limit ended after that; nil while the change also waits for a running
  /// session or a limit.
  fileprivate func cooldownEnd(of profile: ProfileID?, under locks: LooseningLocks) -> Int64? {
    if let profile, !waits.waitsAsFiles(profile) { return locks.end(of: profile, notBefore: waits[profile].due) }
    return locks.end(of: waits.sessions, notBefore: waits[profile].due)
  }
}

extension ConfigurationDifference {
  /// The profiles that differ, by their identities before, and nil if settings that apply to all profiles differ.
  fileprivate var subjects: [ProfileID?] {
    (settings.isEmpty ? [] : [nil]) + profiles.filter { !$0.isEmpty }.map { ($0.old ?? $0.reference).id }
  }
}

extension Configuration {
  /// The time for which loosening changes of each profile wait, in seconds.
  fileprivate var cooldowns: [ProfileID: Int64] {
    Dictionary(profiles.map { ($0.id, cooldownSeconds(of: $0)) }) { first, _ in first }
  }

  /// The longest of all cooldowns, in seconds. Settings that apply to all profiles wait that long.
  fileprivate var longestCooldownSeconds: Int64 {
    profiles.reduce(daemon.cooldownSeconds) { max($0, cooldownSeconds(of: $1)) }
  }
}
