/// The answer to an activity that was delivered from outside under a valid name.
public struct ActivityDelivery: Hashable, Sendable {
  /// The activity that the name means.
  public let activity: ActivityName
  /// The edge that was delivered.
  public let phase: ActivityPhase
  /// The profile that the activity concerns; nil if it concerns none.
  public let profile: ProfileReference?
  /// The starts and ends of that profile in the same evaluation, in order. If no profile is concerned, those of all.
  ///
  /// What was due by then is done before the delivery, and belongs to them.
  public private(set) var events: [EventName] = []
  /// Whether the handler changed the session or the record of the profile.
  private var isHandled: Bool

  init(of activity: ActivityName, _ phase: ActivityPhase, profile: ProfileReference?, isHandled: Bool) {
    self.activity = activity
    self.phase = phase
    self.profile = profile
    self.isHandled = isHandled
  }

  /// Whether anything changed. A delivery that comes before its time, late or twice changes nothing.
  public var hasChanged: Bool { isHandled || !events.isEmpty }

  /// Adds the events of the evaluation.
  mutating func add(_ entries: [SessionLog.Entry]) {
    let own = entries.filter { profile == nil || $0.profile?.id == profile?.id }
    events = own.map(\.name).filter { $0.rawValue.hasSuffix("DidStart") || $0.rawValue.hasSuffix("DidEnd") }
  }
}

extension ActivityDelivery {
  /// A sentence about what changed: `ended the break of 'deep-work'`.
  public var words: String {
    let name = profile.map { "'\($0.key)'" } ?? "'\(activity)'"
    guard hasChanged else { return "nothing changed: \(subject(name)) has nothing to \(phase.rawValue) now" }
    var parts: [String] = []
    for part in events.compactMap({ Self.words(on: $0, of: name) }) where !parts.contains(part) { parts.append(part) }
    return parts.isEmpty ? "changed \(name)" : parts.joined(separator: "; ")
  }

  private func subject(_ name: String) -> String {
    switch activity {
    case .schedule: "the schedule of \(name)"
    case .break: "the break of \(name)"
    case .strategy: "the strategy of \(name)"
    case .pause: "the pause of \(name)"
    case .access: "the access of \(name)"
    case .registered(let text): "'\(text)'"
    }
  }

  /// Returns nil for the events of intervals and the ends of phases, because another event comes with each of them.
  private static func words(on event: EventName, of name: String) -> String? {
    switch event {
    case .sessionDidStart: "started \(name)"
    case .sessionDidEnd: "ended \(name)"
    case .phaseDidStart: "started the next phase of \(name)"
    case .breakDidStart: "started a break of \(name)"
    case .breakDidEnd: "ended the break of \(name)"
    case .pauseDidStart: "started a pause of \(name)"
    case .pauseDidEnd: "ended the pause of \(name)"
    case .accessDidStart: "started an access of \(name)"
    case .accessDidEnd: "ended an access of \(name)"
    default: nil
    }
  }
}
