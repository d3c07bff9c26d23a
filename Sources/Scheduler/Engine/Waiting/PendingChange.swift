import SchedulerCivilTime

/// A difference between the configuration accepted last and the one in force, which exists because loosening waits.
public struct PendingChange: Sendable {
  /// The subject of a change.
  public enum Subject: Sendable {
    /// A setting.
    case setting(SettingChange)
    /// Intervals of the windows with equal meaning.
    case intervals(IntervalChangeGroup)
    /// Targets.
    case targets(TargetChange)
    /// The profile itself, which is removed or has another key.
    case profile
  }

  /// The profile before; nil for the settings that apply to all profiles.
  public let profile: ProfileReference?
  /// The key of the profile after; nil if it has none.
  public let newKey: ProfileKey?
  /// The zone of the profile's windows.
  public let zone: ZoneRules
  /// The subject of the change.
  public let subject: Subject
  /// The instant at which the configuration with the change was accepted, by the earlier of the wall clock and the
  /// trusted clock.
  public let since: Instant
  /// The instant at which its cooldown is over if no clock is set until then; it may be past.
  public let cooldownEnd: Instant
  /// The strict sessions for whose ends it waits.
  public let sessions: [Session]
  /// The limits of strict profiles that were used up, for the ends of whose periods it waits.
  public let limits: [AwaitedLimit]

  /// A limit that was used up.
  public struct AwaitedLimit: Hashable, Sendable {
    /// The limit in words: `30m a day of steam`.
    public let limit: String
    /// The name of the person who used it up.
    public let user: String
    /// When its period ends without any command; nil for an open end.
    public let end: Instant?
  }
}

extension PendingChange {
  /// The key that changes, as a configuration names it: `window`, `block`, `allow` or `profile` if it is not a setting.
  public var key: String {
    switch subject {
    case .setting(let change): change.key
    case .intervals: "window"
    case .targets(let change): change.isException ? "allow" : "block"
    case .profile: "profile"
    }
  }

  /// Returns when the change comes into force if no further input arrives; nil while a session or a limit for which it
  /// waits has no end.
  public func until(at present: Present) -> Instant? {
    var until = cooldownEnd
    for session in sessions {
      guard let end = session.plannedEnd(at: present) else { return nil }
      until = max(until, present.instant(of: end))
    }
    for limit in limits {
      guard let end = limit.end else { return nil }
      until = max(until, end)
    }
    return until
  }
}

extension TargetChange {
  /// Whether the change concerns entries of `allow`.
  fileprivate var isException: Bool { effect == .excepted || effect == .unexcepted }
}

extension Engine {
  /// The changes that wait, as of the last evaluation: first the settings that apply to all profiles, then the profiles
  /// in the order of their keys.
  ///
  /// Complexity: that of a `ConfigurationDifference` for each accepted configuration that is in force or waits.
  public var pendingChanges: [PendingChange] {
    guard let present, !succession.successors.isEmpty else { return [] }
    let ranges = succession.successors[0].waits.ranges
    let range =
      ranges.first { !ConfigurationDifference(from: configuration, to: newestConfiguration, in: $0).isEmpty }
      ?? ranges[0]
    let steps = succession.successors.map { successor in
      ConfigurationDifference(from: successor.configuration, to: newestConfiguration, in: range)
    }
    let whole = ConfigurationDifference(from: configuration, to: newestConfiguration, in: range)
    let files = whole.settings.map { change in
      pending(
        .setting(change), of: nil, differing: steps.map { $0.settings.contains { $0.key == change.key } }, at: present)
    }
    return files
      + whole.profiles.filter { !$0.isEmpty }.flatMap { profile in
        profile.pendingSubjects.map { subject in
          let differs = steps.map { step in
            step.profiles.contains { other in
              other.reference.id == profile.reference.id && other.pendingSubjects.contains(where: subject.isAlike)
            }
          }
          return pending(subject, of: profile, differing: differs, at: present)
        }
      }
  }

  /// Returns a change with its wait. The wait is that of the first configuration in which the profile's changes wait,
  /// among those after the last one that differs from the newest in the subject.
  ///
  /// - Parameter differs: whether each successor differs from the newest configuration in the subject.
  private func pending(
    _ subject: PendingChange.Subject, of profile: ProfileDifference?, differing differs: [Bool], at present: Present
  ) -> PendingChange {
    let id = (profile?.old ?? profile?.reference)?.id
    let successors = succession.successors
    let first = (differs.lastIndex(of: true) ?? -1) + 1
    let index = (first..<successors.count).first { successors[$0].waiting.contains(id) } ?? successors.count - 1
    let waits = successors[index].waits
    let awaited = book.sessions.values.filter { session in
      session.isLocked
        && (waits.waitsAsFiles(id) ? waits.sessions.contains(session.id) : session.profile.id == id)
    }
    return PendingChange(
      profile: profile.map { $0.old ?? $0.reference }, newKey: profile?.new?.key,
      zone: profile?.zone ?? configuration.zone.rules, subject: subject, since: waits.accepted,
      cooldownEnd: present.instant(of: .elapsed(waits[id].due)),
      sessions: awaited.sorted { $0.profile.key < $1.profile.key },
      limits: limitLocks.filter { waits.waitsAsFiles(id) ? waits.sessions.contains($0.id) : $0.key.profile == id }
        .compactMap { awaitedLimit($0.key, at: present) })
  }

  private func awaitedLimit(_ key: LimitKey, at present: Present) -> PendingChange.AwaitedLimit? {
    guard let counted = counted(key), let counter = limits[key] else { return nil }
    return PendingChange.AwaitedLimit(
      limit: counted.text, user: key.user, end: end(of: counter, counting: counted, at: present))
  }
}

extension PendingChange.Subject {
  /// Whether the subject is the same thing as another one, possibly with other values.
  fileprivate func isAlike(_ other: PendingChange.Subject) -> Bool {
    switch (self, other) {
    case (.setting(let a), .setting(let b)): a.key == b.key
    case (.intervals, .intervals), (.profile, .profile): true
    case (.targets(let a), .targets(let b)): a.kind == b.kind
    default: false
    }
  }
}

extension ProfileDifference {
  /// The subjects of the difference that are reported.
  fileprivate var pendingSubjects: [PendingChange.Subject] {
    guard presence == .kept else { return [.profile] }
    return (isRenamed ? [.profile] : []) + settings.map { .setting($0) } + intervalGroups.map { .intervals($0) }
      + targets.map { .targets($0) }
  }
}
