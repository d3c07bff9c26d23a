import SchedulerCivilTime

/// A limit of use and a person, for status bars and pages.
///
/// A limit that was used up and blocks is public, as its layer in `shield.json` is. How much a person used is for
/// themselves: it is nil in a file that others may read.
public struct LiveLimit: Hashable, Sendable {
  /// The key of the profile.
  public let profile: ProfileKey
  /// The limit in words: `30m a day of steam`.
  public let limit: String
  /// The name of the user.
  public let user: String
  /// Whether the limit was used up and blocks its targets.
  public private(set) var isBlocking: Bool
  /// When its period ends without any command; nil for an open end, and before anything was used.
  public let until: Instant?
  /// The use in seconds that was counted by the time of writing; nil where it is not public.
  public let usedSeconds: Int64?
  /// The allowed use in seconds; nil where the use is not public.
  public let allowedSeconds: Int64?
  /// When it will be used up at the present pace; nil if it will not, and where the use is not public.
  public let expected: Instant?
  /// The identifier of the zone of its profile.
  public let zone: String?

  /// The limit of a layer that is applied; nil for the layer of a session.
  fileprivate init?(_ applied: AppliedLayer, zone: String) {
    guard let limit = applied.limit, let user = applied.layer.users.first else { return nil }
    profile = applied.layer.profile.key
    (self.limit, self.user, self.zone) = (limit, user, zone)
    isBlocking = true
    until = applied.until
    (usedSeconds, allowedSeconds, expected) = (nil, nil, nil)
  }

  /// The limit of a person who reads it, who may know all.
  fileprivate init(_ standing: LimitStanding, zone: String, isBlocking: Bool) {
    profile = standing.profile.key
    (limit, user, self.zone) = (standing.limit, standing.user, zone)
    self.isBlocking = isBlocking
    until = standing.until
    (usedSeconds, allowedSeconds) = (standing.usedSeconds, standing.allowedSeconds)
    expected = standing.expected
  }

  /// Returns the limit while the shield is lifted, except for some layers: it does not block, unless one of them is its
  /// own. Nil if it is public only while it blocks.
  func lifted(except layers: [AppliedLayer]) -> LiveLimit? {
    let isKept = layers.contains { ($0.layer.profile.key, $0.limit, $0.layer.users.first) == (profile, limit, user) }
    if !isBlocking || isKept { return self }
    var lifted = self
    lifted.isBlocking = false
    return usedSeconds == nil ? nil : lifted
  }

  /// Whether a limit looks equal to readers. The use is written once a minute; the pace changes at every moment.
  func looks(like other: LiveLimit) -> Bool {
    profile == other.profile && limit == other.limit && user == other.user && isBlocking == other.isBlocking
      && until == other.until && allowedSeconds == other.allowedSeconds && zone == other.zone
      && usedSeconds.map { $0 / 60 } == other.usedSeconds.map { $0 / 60 }
      && (expected == nil) == (other.expected == nil)
  }
}

extension Engine {
  /// The limits that block as of the last evaluation, and those of a viewer with the use that was counted.
  func liveLimits(at now: Moment, for viewer: Viewer) -> [LiveLimit] {
    let blocking = shield.filter { $0.limit != nil }.compactMap { applied in
      LiveLimit(applied, zone: zone(of: applied.layer.profile).identifier)
    }
    func isBlocking(_ standing: LimitStanding) -> Bool {
      blocking.contains {
        ($0.profile, $0.limit, $0.user) == (standing.profile.key, standing.limit, standing.user)
      } && standing.reached != nil
    }
    guard viewer != .nothing else { return blocking }
    let own = limitStandings(at: now, for: viewer).filter { !$0.user.isEmpty }.map {
      LiveLimit($0, zone: zone(of: $0.profile).identifier, isBlocking: isBlocking($0))
    }
    return own + blocking.filter { !viewer.seesUse(of: $0.user) }
  }
}

extension LiveLimit: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    profile = try archive.field("profile", of: value?.profile)
    limit = try archive.field("limit", of: value?.limit)
    user = try archive.field("user", of: value?.user)
    isBlocking = try archive.field("blocking", of: value?.isBlocking)
    until = try archive.stated("until", orNull: (value?.until).map { StoredTime($0) })?.instant
    usedSeconds = try archive.stated("usedSeconds", orNull: value?.usedSeconds)
    allowedSeconds = try archive.stated("allowedSeconds", orNull: value?.allowedSeconds)
    expected = try archive.stated("expected", orNull: (value?.expected).map { StoredTime($0) })?.instant
    zone = try archive.stated("timezone", orNull: value?.zone)
  }
}
