import SchedulerCivilTime

/// The difference between the effects of two configurations: when their profiles are active, what they block, and how
/// hard their sessions are to end.
///
/// Only effects count. Names, pictures and texts, the order of tables, unused sets and calendars, and entries that
/// another entry covers are no difference. Windows are compared by their intervals within a range: a change that shows
/// only after the range is not found. A profile that replaces a built-in one is compared with it. Built-in profiles are
/// compared too, because sets of the files can change what they block.
///
/// ```swift
/// let difference = ConfigurationDifference(from: old, to: new, in: now..<now.adding(seconds: 400 * 86_400))
/// difference.direction == .loosens        // it takes something away from the shield
/// ```
///
/// For each profile, the intervals of `old` in the range, without the lost ones and with the gained ones, are the
/// intervals of `new`. The opposite comparison exchanges lost and gained.
public struct ConfigurationDifference: Sendable {
  /// The range that was compared. In at least one of the configurations, a changed interval ends after the start of the
  /// range and starts before its end.
  public let range: Range<Instant>
  /// The changed settings that apply to all profiles, in the order of the language's documentation.
  public private(set) var settings: [SettingChange]
  /// The profiles that differ, even if only in how they are written, sorted by key. A renamed profile has its new key.
  public private(set) var profiles: [ProfileDifference]

  /// Compares two configurations.
  ///
  /// - Parameters:
  ///   - old: the configuration before.
  ///   - new: the configuration after.
  ///   - range: the range in which intervals are compared; not empty.
  ///   - asTheyRun: whether intervals are compared as they run among those of profiles that replace others. Otherwise
  ///     they are compared as the windows state them, which decides about edits that wait.
  /// - Complexity: linear in the entries of both. For each profile whose windows or zone differ, and for each profile
  ///   with `overlap = "replace"`, also linear in its intervals within the range.
  public init(
    from old: Configuration, to new: Configuration, in range: Range<Instant>, asTheyRun: Bool = false
  ) {
    self.range = range
    settings = SettingRow.file.compactMap { $0.change(from: old, to: new) } + HookComparison.changes(from: old, to: new)
    let replacing = ReplacingIntervals(of: [old, new], in: IntervalComparison.lookedAt(around: range))
    let running = asTheyRun ? RunningComparison(from: old, to: new, in: range) : nil
    profiles = ProfileMatch.all(from: old, to: new)
      .map { ProfileDifference($0, in: range, among: replacing, running: running) }
      .filter(\.isWorthTelling)
      .sorted { $0.reference.key < $1.reference.key }
  }

  /// Whether both configurations have the same effects.
  public var isEmpty: Bool { settings.isEmpty && profiles.allSatisfy(\.isEmpty) }

  /// The direction of the whole difference.
  public var direction: ChangeDirection {
    .of([.of(settings.lazy.map(\.direction)), .of(profiles.lazy.map(\.direction))])
  }

  /// The difference of the profiles with these keys, old or new, without the settings that apply to all profiles.
  public func restricted(to keys: [ProfileKey]) -> ConfigurationDifference {
    var restricted = self
    restricted.settings = []
    restricted.profiles = profiles.filter { profile in
      keys.contains { $0 == profile.old?.key || $0 == profile.new?.key }
    }
    return restricted
  }
}
