import CivilTime

/// What one profile does differently in two configurations.
public struct ProfileDifference: Sendable {
  /// Whether both configurations have it.
  public enum Presence: String, Sendable {
    /// Only the new one has it.
    case added
    /// Only the old one has it.
    case removed
    /// Both have it.
    case kept
  }

  /// Its identity and key before; nil for an added one.
  public let old: Profile.Reference?
  /// Its identity and key after; nil for a removed one.
  public let new: Profile.Reference?
  /// Its identity and key after, or before for a removed one.
  public let reference: Profile.Reference
  /// The zone of its windows after, or before for a removed one.
  public let zone: ZoneRules
  /// The intervals that differ, in order of time.
  public let intervals: [IntervalChange]
  /// The same, those of equal meaning in one group, in order of their first dates.
  public let intervalGroups: [IntervalChangeGroup]
  /// What it says differently of stopping, breaks and the like; of an added profile all that it says, of a removed one
  /// nothing.
  public let settings: [SettingChange]
  /// What it blocks differently.
  public let targets: [TargetChange]
  /// The keys that differ and only say something to people: names, pictures, words.
  public let wording: [String]
  /// Whether its windows are written otherwise and yet do the same in the range; after it they may not.
  public let hasOtherWindows: Bool

  init(_ match: ProfileMatch, from old: Configuration, to new: Configuration, in range: Range<Instant>) {
    let before = match.old.map { ConfiguredProfile($0, in: old) }
    let after = match.new.map { ConfiguredProfile($0, in: new) }
    reference = match.latest.reference
    self.old = match.old?.reference
    self.new = match.new?.reference
    zone = (after ?? before)?.timeline.zone ?? .utc
    intervals = IntervalComparison.changes(
      from: before?.timeline, to: after?.timeline, in: range, replaces: match.new?.overlap == .replace)
    intervalGroups = IntervalChangeGroup.groups(
      of: intervals, in: zone, range: range,
      zonesDiffer: before.map { [zone] in !$0.timeline.zone.agrees(with: zone, in: range) } ?? false)
    settings = SettingRow.changes(from: before, to: after)
    targets = TargetChange.changes(from: before?.layer, to: after?.layer)
    wording = WordingRow.changes(from: match.old, to: match.new)
    hasOtherWindows = intervals.isEmpty && !(match.old?.isWritten(as: match.new) ?? true)
  }

  /// Whether both configurations have it.
  public var presence: Presence { old == nil ? .added : new == nil ? .removed : .kept }

  /// Whether it is the same profile under another key.
  public var isRenamed: Bool { presence == .kept && old?.key != new?.key }

  /// Whether it does the same in both.
  public var isEmpty: Bool {
    presence == .kept && !isRenamed && intervals.isEmpty && settings.isEmpty && targets.isEmpty
  }

  /// What the change does on the whole.
  public var direction: ChangeDirection {
    switch presence {
    // It loosens where it ends other sessions, but not by what it lets pass itself.
    case .added: ChangeDirection(loosensIf: settings.contains { $0.direction == .loosens })
    case .removed: .loosens
    case .kept:
      .of([
        .of(intervals.lazy.map(\.direction)), .of(settings.lazy.map(\.direction)), .of(targets.lazy.map(\.direction)),
      ])
    }
  }
}

/// A profile with the configuration that it stands in.
struct ConfiguredProfile {
  let profile: Profile
  let configuration: Configuration

  init(_ profile: Profile, in configuration: Configuration) {
    self.profile = profile
    self.configuration = configuration
  }

  /// The zone of its windows.
  var zone: ConfiguredZone { configuration.zone(of: profile) }

  /// Its intervals; a disabled profile has none.
  var timeline: ProfileTimeline { ProfileTimeline(windows: profile.isEnabled ? profile.windows : [], zone: zone.rules) }

  /// Its part of the shield.
  var layer: Layer { configuration.layer(of: profile) }

  /// A profile of the same key and identity that says nothing.
  var blank: ConfiguredProfile { ConfiguredProfile(Profile(profile.reference), in: configuration) }
}
