import SchedulerCivilTime
import SchedulerJSON

/// A start by hand that waits for its instant. A profile has at most one.
///
/// It follows the profile's clock, as windows do. It is carried out once, late if no evaluation came in time. It is
/// missed if what it would have started is over by then. A stop withdraws it if the profile has no session.
public struct PlannedStart: Hashable, Sendable {
  /// The instant of the start.
  public private(set) var instant: Instant
  /// The strategy that it runs.
  public let kind: Strategy.Kind
  /// The length in seconds, from 1 second to 7 days; nil for an open end, and for a pomodoro.
  public internal(set) var lengthSeconds: Int64?
  /// The channel by which the start was planned.
  let channel: Requester.Channel
  /// Whether root or the owner planned the start.
  let isAdministrator: Bool
  /// The name of the user who planned the start; nil if that user sees everything.
  let user: String?
  /// The groups of that user, sorted; nil if they are unknown.
  let groups: [String]?
  /// The members that a newer version wrote.
  var unknown = JSONObject()

  /// Creates a start that a requester plans.
  init(instant: Instant, kind: Strategy.Kind, lengthSeconds: Int64?, by requester: Requester) {
    self.instant = instant
    self.kind = kind
    self.lengthSeconds = lengthSeconds
    channel = requester.channel
    isAdministrator = requester.isAdministrator
    user = requester.viewer == .everything ? nil : requester.viewer.user?.name ?? ""
    groups = requester.viewer.user.flatMap { $0.isComplete ? $0.groups.sorted() : nil }
  }

  /// The requester who planned the start, without keys, in the groups of that time.
  var requester: Requester {
    var requester = Requester(channel, isAdministrator: isAdministrator)
    if let user {
      requester.viewer = .user(UserIdentity(name: user, groups: Set(groups ?? []), isComplete: groups != nil))
    }
    return requester
  }

  /// Returns this start with another instant.
  func moved(to instant: Instant) -> PlannedStart {
    var moved = self
    moved.instant = instant
    return moved
  }

  /// The end of what it starts; nil for an open end, and for a pomodoro.
  public var end: Instant? { lengthSeconds.map(instant.adding(seconds:)) }

  /// The maximum time ahead of a planned start, in seconds: the length of the longest timer.
  static let longestAheadSeconds = TimerRules.maximumLengthSeconds
}

extension SessionBook {
  /// Returns the planned start of a profile; nil for none.
  public func plannedStart(of profile: ProfileID) -> PlannedStart? { records[profile]?.planned }

  /// The planned starts, the next one first. Complexity: O(profiles that have had a session).
  public var plannedStarts: [(profile: ProfileID, start: PlannedStart)] {
    records.compactMap { profile, record in record.planned.map { (profile, $0) } }
      .sorted { ($0.start.instant, $0.profile) < ($1.start.instant, $1.profile) }
  }
}

extension PlannedStart: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    instant = try archive.instant("at", of: value?.instant)
    kind = try archive.field("strategy", of: value?.kind)
    lengthSeconds = try archive.optional("length", of: value?.lengthSeconds)
    channel = try archive.field("channel", of: value?.channel, default: .person)
    isAdministrator = try archive.field("isAdministrator", of: value?.isAdministrator, default: true)
    user = try archive.optional("user", of: value?.user)
    groups = try archive.optional("groups", of: value?.groups)
    unknown = archive.unknown(value?.unknown)
  }
}

extension Requester.Channel: StoredScalar {}

extension Viewer {
  /// The user whose part is seen; nil for `everything` and `nothing`.
  fileprivate var user: UserIdentity? { if case .user(let user) = self { user } else { nil } }
}
