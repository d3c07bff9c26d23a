import SchedulerCivilTime

/// What the shield set on disk does with a target.
public struct PublishedVerdict: Sendable {
  /// The file.
  public let path: String
  /// The generation of the set.
  public let generation: Int64
  private let layers: [AppliedLayer]
  /// The layers that block the target for the user.
  private let blockers: [AppliedLayer]

  /// What a set of a file does at a moment. Complexity: O(entries).
  public init(_ set: ShieldSet, _ path: String, _ request: AccessRequest, now: Moment) {
    self.path = path
    generation = set.generation
    layers = set.isInForce(at: now) ? set.layers : []
    blockers = layers.filter { request.isBlocked(by: $0.layer) }
  }

  /// Whether the target is blocked.
  public var isBlocked: Bool { !blockers.isEmpty }

  /// Until when if nobody does anything; nil for an open end, and when it is not blocked.
  public var end: Instant? {
    let ends = blockers.compactMap(\.until)
    return ends.count == blockers.count ? ends.max() : nil
  }

  /// Whether the shield of a profile is applied.
  func applies(_ profile: ProfileID) -> Bool { layers.contains { $0.layer.profile.id == profile } }

  /// Whether the target is blocked by a profile.
  public func isBlocked(by profile: ProfileID) -> Bool { blockers.contains { $0.layer.profile.id == profile } }

  /// Until when a profile blocks the target; nil for an open end, and when it does not.
  public func end(of profile: ProfileID) -> Instant? { blockers.first { $0.layer.profile.id == profile }?.until }
}
