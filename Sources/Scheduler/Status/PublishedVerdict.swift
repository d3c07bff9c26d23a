import SchedulerCivilTime

/// The effect of the shield set on disk on a target.
public struct PublishedVerdict: Sendable {
  /// The path of the file.
  public let path: String
  /// The generation of the set.
  public let generation: Int64
  private let layers: [AppliedLayer]
  /// The layers that block the target for the user.
  private let blockers: [AppliedLayer]

  /// Creates the verdict of a file's set at a moment. Complexity: O(entries).
  public init(of set: ShieldSet, path: String, on request: AccessRequest, now: Moment) {
    self.path = path
    generation = set.generation
    layers = set.isInForce(at: now) ? set.layers : []
    blockers = layers.filter { request.isBlocked(by: $0.layer) }
  }

  /// Whether the target is blocked.
  public var isBlocked: Bool { !blockers.isEmpty }

  /// The time until which the target is blocked without any action; nil for an open end, and if it is not blocked.
  public var end: Instant? {
    let ends = blockers.compactMap(\.until)
    return ends.count == blockers.count ? ends.max() : nil
  }

  /// Returns whether the shield of a profile is applied.
  func applies(_ profile: ProfileID) -> Bool { layers.contains { $0.layer.profile.id == profile } }

  /// Returns whether a profile blocks the target.
  public func isBlocked(by profile: ProfileID) -> Bool { blockers.contains { $0.layer.profile.id == profile } }

  /// Returns the time until which a profile blocks the target; nil for an open end, and if the profile does not block
  /// it.
  public func end(of profile: ProfileID) -> Instant? { blockers.first { $0.layer.profile.id == profile }?.until }
}
