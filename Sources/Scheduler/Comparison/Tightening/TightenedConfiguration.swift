import SchedulerCivilTime

/// What of a newer configuration may be in force at once, and what of it has to wait.
///
/// Tightening is instant, loosening waits: until a strict session is over, or for a cooldown. Where it waits, the older
/// configuration goes on beside the newer one, and both are made into one that blocks whatever either blocks.
///
/// ```swift
/// let tightened = inForce.tightened(by: edited, in: now..<later) { $0 == strict }
/// tightened.configuration                 // what holds from now on
/// tightened.waiting.isEmpty               // whether that is the edited one already
/// ```
///
/// Put in force, it is the older one of the next edit; the same edit then changes nothing more.
public struct TightenedConfiguration: Sendable {
  /// What may be in force; the newer configuration itself where nothing waits.
  public let configuration: Configuration
  /// What it still does otherwise than the newer one. Its old words are what holds, its new ones what will.
  public let waiting: ConfigurationDifference
}

extension Configuration {
  /// What may be in force in place of this configuration, given a newer one, of which some profiles may not loosen yet.
  ///
  /// The newer one holds as it is for profiles that need not wait. For the others each setting, the windows and the
  /// targets hold as tightly as in both. That is exact where only one of windows, targets and users differs; where several
  /// do, each target of either is blocked for each user of either in all intervals of either. Besides:
  ///
  /// - The schedule of another zone waits as a whole: the older windows stay in the older zone.
  /// - Windows that would start sessions which intervals of other profiles end, or wait for, stay the older ones. So do
  ///   those that would together hold over more than seven dates, and be cut at a Monday in a session of before.
  /// - A profile that would end other sessions (`overlap = "replace"`) runs beside them.
  /// - Users that cannot be said together, everybody and root, stay the older ones.
  /// - Of applications see `Layer.ApplicationRules.joined(with:)`.
  /// - Intervals that a window joins are stopped as one at once where it holds more than they did. Who may stop one may
  ///   stop the other.
  ///
  /// - Parameters:
  ///   - new: the newer configuration.
  ///   - range: where intervals are compared; not empty, and longer than anything waits: an interval that is lost later is
  ///     not seen, and would not have been kept so long.
  ///   - mayWait: whether loosening waits for a profile, by its identity in this configuration, or in the newer one where
  ///     it is added; nil for what the files say about everything at once. Asked once for each.
  /// - Complexity: that of `ConfigurationDifference` twice, and O(n log n) for the n entries of profiles whose targets wait.
  public func tightened(
    by new: Configuration, in range: Range<Instant>, waiting mayWait: (ProfileID?) -> Bool
  ) -> TightenedConfiguration {
    var tightening = ConfigurationTightening(from: self, to: new, in: range, filesWait: mayWait(nil))
    for match in ProfileMatch.all(self, new) { tightening.take(match, waits: mayWait(match.earliest.id)) }
    let tight = tightening.configuration
    let waiting = ConfigurationDifference(from: tight, to: new, in: range)
    return TightenedConfiguration(configuration: waiting.isEmpty ? new : tight, waiting: waiting)
  }

  /// Whether a newer configuration loosens nothing of this one, as far as intervals within a range show it.
  ///
  /// Complexity: that of `tightened(by:in:waiting:)`.
  public func isOnlyTightened(by new: Configuration, in range: Range<Instant>) -> Bool {
    tightened(by: new, in: range) { _ in true }.waiting.isEmpty
  }
}

extension ProfileMatch {
  /// The profile before, or after where it is added.
  fileprivate var earliest: ConfiguredProfile { old ?? latest }
}
