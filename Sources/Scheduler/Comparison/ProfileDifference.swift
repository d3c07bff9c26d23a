import SchedulerCivilTime

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
  public let old: ProfileReference?
  /// Its identity and key after; nil for a removed one.
  public let new: ProfileReference?
  /// Its identity and key after, or before for a removed one.
  public let reference: ProfileReference
  /// Whether it was a built-in one, which no file defines.
  public let wasBuiltIn: Bool
  /// Whether it is a built-in one.
  public let isBuiltIn: Bool
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

  init(_ match: ProfileMatch, in range: Range<Instant>, among replacing: ReplacingIntervals) {
    var (before, after) = (match.old, match.new)
    let others = replacing.others(than: [before?.id, after?.id].compactMap(\.self))
    before?.meetsReplacing = !others.isEmpty
    after?.meetsReplacing = !others.isEmpty
    let timelines = (old: before?.timeline, new: after?.timeline)
    let zone = match.latest.timeline.zone
    reference = match.latest.profile.reference
    old = before?.profile.reference
    new = after?.profile.reference
    wasBuiltIn = before?.isBuiltIn ?? false
    isBuiltIn = after?.isBuiltIn ?? false
    self.zone = zone
    intervals = IntervalComparison.changes(
      from: timelines.old, to: timelines.new, in: range, rules: StartRules(after?.profile, among: others))
    intervalGroups = IntervalChangeGroup.groups(
      of: intervals, in: zone, range: range,
      zonesDiffer: timelines.old.map { !$0.zone.agrees(with: zone, in: range) } ?? false)
    settings = SettingRow.changes(from: before, to: after)
    targets = TargetChange.changes(from: before?.layer, to: after?.layer)
    wording = WordingRow.changes(from: before?.profile, to: after?.profile)
    hasOtherWindows = intervals.isEmpty && !(before?.profile.isWritten(as: after?.profile) ?? true)
  }

  /// Whether both configurations have it.
  public var presence: Presence { old == nil ? .added : new == nil ? .removed : .kept }

  /// Whether it is the same profile under another key.
  public var isRenamed: Bool { presence == .kept && old?.key != new?.key }

  /// Whether it does the same in both.
  public var isEmpty: Bool {
    presence == .kept && !isRenamed && intervals.isEmpty && settings.isEmpty && targets.isEmpty
  }

  /// Whether there is something to say of it, if only how it is written.
  var isWorthTelling: Bool { !isEmpty || !wording.isEmpty || hasOtherWindows || wasBuiltIn != isBuiltIn }

  /// What the change does on the whole.
  public var direction: ChangeDirection {
    switch presence {
    // It loosens where it ends other sessions or keeps one waiting that does, but not by what it lets pass itself.
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
