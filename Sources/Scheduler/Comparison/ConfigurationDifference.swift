import SchedulerCivilTime

/// What two configurations do differently: when their profiles hold, what these block, and how hard they are to end.
///
/// Only what has an effect counts. Names, pictures and words, the order of tables, sets and calendars that nothing uses,
/// entries that another one covers: none of it is a difference. Windows are compared by their intervals in a range, so a
/// change that shows only after it is not seen. A profile in the place of a built-in one is compared with that, and the
/// built-in ones are compared too, as the files' sets can change what they block.
///
/// ```swift
/// let difference = ConfigurationDifference(from: old, to: new, in: now..<now.adding(seconds: 400 * 86_400))
/// difference.direction == .loosens        // it takes something away from the shield
/// ```
///
/// The intervals obey: those of `old` in the range, less the lost, with the gained, are those of `new`, for each profile.
/// The opposite comparison has lost and gained exchanged.
public struct ConfigurationDifference: Sendable {
  /// The instants that were compared: a changed interval ends after its start and starts before its end, in one of the
  /// configurations at least.
  public let range: Range<Instant>
  /// What the files say about everything at once, in the order of the language's documentation.
  public private(set) var settings: [SettingChange]
  /// The profiles that differ, if only in how they are written, in key order; a renamed one has its new key.
  public private(set) var profiles: [ProfileDifference]

  /// Compares two configurations.
  ///
  /// - Parameters:
  ///   - old: the one before.
  ///   - new: the one after.
  ///   - range: where intervals are compared; not empty.
  /// - Complexity: linear in the entries of both, and for each profile whose windows or zone differ linear in its
  ///   intervals within the range, as for those that end other sessions.
  public init(from old: Configuration, to new: Configuration, in range: Range<Instant>) {
    self.range = range
    settings = SettingRow.file.compactMap { $0.change(from: old, to: new) } + HookComparison.changes(from: old, to: new)
    let replacing = ReplacingIntervals(of: [old, new], in: IntervalComparison.lookedAt(around: range))
    profiles = ProfileMatch.all(old, new).map { ProfileDifference($0, in: range, among: replacing) }.filter(
      \.isWorthTelling
    )
    .sorted { $0.reference.key < $1.reference.key }
  }

  /// Whether both do the same.
  public var isEmpty: Bool { settings.isEmpty && profiles.allSatisfy(\.isEmpty) }

  /// What it does on the whole.
  public var direction: ChangeDirection {
    .of([.of(settings.lazy.map(\.direction)), .of(profiles.lazy.map(\.direction))])
  }

  /// The difference in some profiles alone, under their old or new keys, without what the files say about everything.
  public func restricted(to keys: [ProfileKey]) -> ConfigurationDifference {
    var restricted = self
    restricted.settings = []
    restricted.profiles = profiles.filter { profile in
      keys.contains { $0 == profile.old?.key || $0 == profile.new?.key }
    }
    return restricted
  }
}
