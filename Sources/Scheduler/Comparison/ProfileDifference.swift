import SchedulerCivilTime

/// The difference between the effects of one profile in two configurations.
public struct ProfileDifference: Sendable {
  /// Which of the configurations have the profile.
  public enum Presence: String, Sendable {
    /// Only the new configuration has the profile.
    case added
    /// Only the old configuration has the profile.
    case removed
    /// Both have the profile.
    case kept
  }

  /// The identity and key before; nil for an added profile.
  public let old: ProfileReference?
  /// The identity and key after; nil for a removed profile.
  public let new: ProfileReference?
  /// The identity and key after, or before for a removed profile.
  public let reference: ProfileReference
  /// Whether the profile was built in, which means that no file defined it.
  public let wasBuiltIn: Bool
  /// Whether the profile is built in.
  public let isBuiltIn: Bool
  /// The zone of the windows after, or before for a removed profile.
  public let zone: ZoneRules
  /// The intervals that differ, in order of time.
  public let intervals: [IntervalChange]
  /// The intervals that differ, grouped by equal meaning, in order of their first dates.
  public let intervalGroups: [IntervalChangeGroup]
  /// The changed settings. An added profile has all its settings here, a removed profile none.
  public let settings: [SettingChange]
  /// The targets that are blocked differently.
  public let targets: [TargetChange]
  /// The changed keys that are only shown to people: names, pictures, texts.
  public let wording: [String]
  /// Whether the windows are written differently but have the same intervals in the range. After the range they may
  /// differ.
  public let hasOtherWindows: Bool

  init(
    _ match: ProfileMatch, in range: Range<Instant>, among replacing: ReplacingIntervals,
    running: RunningComparison? = nil
  ) {
    var (before, after) = (match.old, match.new)
    let others = replacing.others(than: [before?.id, after?.id].compactMap(\.self))
    before?.meetsReplacing = !others.isEmpty
    after?.meetsReplacing = !others.isEmpty
    let timelines = (old: before?.timeline, new: after?.timeline)
    let zone = (timelines.new ?? timelines.old)?.zone ?? .utc
    reference = match.latest.profile.reference
    old = before?.profile.reference
    new = after?.profile.reference
    wasBuiltIn = before?.isBuiltIn ?? false
    isBuiltIn = after?.isBuiltIn ?? false
    self.zone = zone
    let rules = StartRules(after?.profile, among: others)
    intervals =
      if let running {
        running.changes(from: before?.id, to: after?.id, rules: rules)
      } else {
        IntervalComparison.changes(from: timelines.old, to: timelines.new, in: range, rules: rules)
      }
    intervalGroups = IntervalChangeGroup.groups(
      of: intervals, in: zone, range: range,
      zonesDiffer: timelines.old.map { !$0.zone.agrees(with: zone, in: range) } ?? false)
    settings = SettingRow.changes(from: before, to: after)
    targets = TargetChange.changes(from: before?.layer, to: after?.layer)
    wording = WordingRow.changes(from: before?.profile, to: after?.profile)
    hasOtherWindows = intervals.isEmpty && !(before?.profile.isWritten(as: after?.profile) ?? true)
  }

  /// Which of the configurations have the profile.
  public var presence: Presence { old == nil ? .added : new == nil ? .removed : .kept }

  /// Whether both configurations have the profile, under different keys.
  public var isRenamed: Bool { presence == .kept && old?.key != new?.key }

  /// Whether the profile has the same effects in both.
  public var isEmpty: Bool {
    presence == .kept && !isRenamed && intervals.isEmpty && settings.isEmpty && targets.isEmpty
  }

  /// Whether anything differs, even if only in how it is written.
  var isWorthTelling: Bool { !isEmpty || !wording.isEmpty || hasOtherWindows || wasBuiltIn != isBuiltIn }

  /// The direction of the whole difference.
  public var direction: ChangeDirection {
    switch presence {
    // An added profile loosens if it ends other sessions or delays one that does. The targets it allows loosen nothing.
    case .added:
      ChangeDirection(
        loosensIf: settings.contains { $0.direction == .loosens } || intervals.contains { $0.direction == .loosens })
    case .removed: .loosens
    case .kept:
      .of([
        .of(intervals.lazy.map(\.direction)), .of(settings.lazy.map(\.direction)), .of(targets.lazy.map(\.direction)),
      ])
    }
  }
}
