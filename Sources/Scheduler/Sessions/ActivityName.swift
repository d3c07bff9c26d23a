/// The name of an activity, whose intervals or timers the engine opens and closes.
///
///     name     = kind ":" rest                      ; split at the first colon only
///     kind     = "schedule" / "break" / "strategy" / "pause" / "access" / a registered one
///     rest     = uuid / uuid "|" uuid "|" uuid      ; three for access: profile, session, grant
///
/// Names of earlier programs are read as well, see `init(parsing:userInfo:registry:)`. The description is canonical.
public enum ActivityName: Hashable, Sendable, CustomStringConvertible {
  /// The windows of a profile.
  case schedule(ProfileID)
  /// A break of a profile's session.
  case `break`(ProfileID)
  /// The timer or pomodoro of a profile's session.
  case strategy(ProfileID)
  /// A pause of a profile's session.
  case pause(ProfileID)
  /// An access to one target in one session.
  case access(ProfileID, session: SessionID, grant: GrantID)
  /// An activity of a registered kind or interval source, with its whole name verbatim.
  case registered(String)

  /// The canonical text, such as `schedule:6f1c1c1e-8f0e-4c7d-9b36-0d8a1b9d4a10`.
  public var description: String {
    switch self {
    case .schedule(let profile): "schedule:\(profile)"
    case .break(let profile): "break:\(profile)"
    case .strategy(let profile): "strategy:\(profile)"
    case .pause(let profile): "pause:\(profile)"
    case .access(let profile, let session, let grant): "access:\(profile)|\(session)|\(grant)"
    case .registered(let name): name
    }
  }

  /// The profile that the activity concerns; nil for registered names.
  public var profile: ProfileID? {
    switch self {
    case .schedule(let profile), .break(let profile), .strategy(let profile), .pause(let profile): profile
    case .access(let profile, _, _): profile
    case .registered: nil
    }
  }
}

/// The identity of a session. It follows from the profile and how the session was opened, so that it is the same in
/// every simulation.
public typealias SessionID = Identity<Session>

/// The identity of a grant of access within a session.
public typealias GrantID = Identity<Grant>
