import CivilTime
import Scheduler

/// What the shield set on disk does with a target.
struct PublishedVerdict {
  /// The file.
  let path: String
  /// The generation of the set.
  let generation: Int64
  private let layers: [AppliedLayer]
  /// The layers that block the target for the user.
  private let blockers: [AppliedLayer]

  init(_ set: ShieldSet, _ path: String, _ question: WhyQuestion, now: Moment) {
    self.path = path
    generation = set.generation
    layers = set.isInForce(at: now) ? set.layers : []
    blockers = layers.filter { applied in
      let layers = [applied.layer]
      return Verdict(on: question.resolved, for: question.user, layers: layers, machine: question.machine).isBlocked
    }
  }

  /// Whether the target is blocked.
  var isBlocked: Bool { !blockers.isEmpty }

  /// Until when if nobody does anything; nil for an open end, and when it is not blocked.
  var end: Instant? {
    let ends = blockers.compactMap(\.until)
    return ends.count == blockers.count ? ends.max() : nil
  }

  /// Whether the shield of a profile is applied.
  func applies(_ profile: ProfileID) -> Bool { layers.contains { $0.layer.profile.id == profile } }

  /// Whether the target is blocked by a profile.
  func isBlocked(by profile: ProfileID) -> Bool { blockers.contains { $0.layer.profile.id == profile } }

  /// Until when a profile blocks the target; nil for an open end, and when it does not.
  func end(of profile: ProfileID) -> Instant? { blockers.first { $0.layer.profile.id == profile }?.until }
}

extension Session {
  /// What the shield set on disk does with a target; nil when it cannot be read either.
  func publishedVerdict(_ question: WhyQuestion, _ place: StatePlace) throws(CommandFailure) -> PublishedVerdict? {
    let path = place.directory + "/shield.json"
    guard let set = publishedShield(path) else { return nil }
    return PublishedVerdict(set, path, question, now: try moment())
  }
}
