import SchedulerCivilTime

/// Something that the configuration accepted last does otherwise than what is in force, because loosening waits.
public struct PendingChange: Sendable {
  /// What it changes.
  public enum Subject: Sendable {
    /// A setting.
    case setting(SettingChange)
    /// Intervals of the windows that mean the same.
    case intervals(IntervalChangeGroup)
    /// Targets.
    case targets(TargetChange)
    /// The profile itself, which is removed, or has another key.
    case profile
  }

  /// The profile before; nil for what the files say about everything at once.
  public let profile: ProfileReference?
  /// Its key after; nil where there is none.
  public let newKey: ProfileKey?
  /// The zone of its windows.
  public let zone: ZoneRules
  /// What it changes.
  public let subject: Subject
  /// What the wall clock showed when the configuration was accepted that brought it.
  public let since: Instant
  /// When its cooldown is over, if nobody sets the clock until then; it may be past.
  public let cooldownEnd: Instant
  /// The strict sessions whose ends it waits for.
  public let sessions: [Session]
}

extension PendingChange {
  /// The key that it changes, as a configuration names it: `window`, `block` or `profile` where it is no setting.
  public var key: String {
    switch subject {
    case .setting(let change): change.key
    case .intervals: "window"
    case .targets(let change): change.isException ? "allow" : "block"
    case .profile: "profile"
    }
  }

  /// When it comes into force if nobody does anything; nil while a session that it waits for has no end.
  public func until(at present: Present) -> Instant? {
    var until = cooldownEnd
    for session in sessions {
      guard let end = session.plannedEnd(at: present) else { return nil }
      until = max(until, present.instant(of: end))
    }
    return until
  }
}

extension TargetChange {
  /// Whether it is one of `allow`.
  fileprivate var isException: Bool { effect == .excepted || effect == .unexcepted }
}

extension Engine {
  /// What waits, as of the last evaluation: what the files say about everything first, then by profile keys.
  ///
  /// Complexity: that of a `ConfigurationDifference` for each configuration that matters.
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

  /// A change with what it waits for: the first configuration of which something waits, among those after the last one that
  /// changed the subject.
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
      sessions: awaited.sorted { $0.profile.key < $1.profile.key })
  }
}

extension PendingChange.Subject {
  /// Whether it changes the same thing as another one.
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
  /// What of it is to be told.
  fileprivate var pendingSubjects: [PendingChange.Subject] {
    guard presence == .kept else { return [.profile] }
    return (isRenamed ? [.profile] : []) + settings.map { .setting($0) } + intervalGroups.map { .intervals($0) }
      + targets.map { .targets($0) }
  }
}
