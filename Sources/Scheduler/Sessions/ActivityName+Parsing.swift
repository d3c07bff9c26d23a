/// The activity names that a program adds to those of the language.
public struct ActivityRegistry: Hashable, Sendable {
  /// The kinds, which precede the first colon of a name.
  public var kinds: Set<String> = []
  /// The whole names of interval sources.
  public var sources: Set<String> = []

  /// Creates a registry without added names.
  public init() {}
}

/// The reason why a name is not an activity's. Nothing is applied for such a name; the reason is recorded and shown.
public enum ActivityNameError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The part before the colon is empty.
  case emptyKind
  /// The part after the colon is empty.
  case emptyIdentity(kind: String)
  /// No handler is registered for the kind, or the name has no colon and is not a UUID.
  case unknownKind(String)
  /// A part that must be a UUID is not one.
  case invalidUUID(String)
  /// An access does not have the three parts profile, session and grant.
  case malformedGrant(String)
  /// No profile has the identity.
  case unknownProfile(ProfileID)

  /// The reason in one word, for programs.
  public var word: String {
    switch self {
    case .emptyKind: "emptyKind"
    case .emptyIdentity: "emptyIdentity"
    case .unknownKind: "unknownKind"
    case .invalidUUID: "invalidUUID"
    case .malformedGrant: "malformedGrant"
    case .unknownProfile: "unknownProfile"
    }
  }

  /// The reason as a sentence without a full stop.
  public var description: String {
    switch self {
    case .emptyKind: "the name of an activity has no kind before its colon"
    case .emptyIdentity(let kind): "activity '\(kind):' names nothing behind its colon"
    case .unknownKind(let kind): "no handler is registered for '\(kind)'"
    case .invalidUUID(let text): "'\(text)' is not a UUID"
    case .malformedGrant(let text): "'\(text)' is not 'profile|session|grant', three UUIDs"
    case .unknownProfile(let profile): "no profile has the id '\(profile)'"
    }
  }
}

extension ActivityName {
  /// Parses a name in any of its forms.
  ///
  /// | name | activity |
  /// |---|---|
  /// | `schedule:<uuid>`, `break:…`, `strategy:…`, `pause:…`, `access:<uuid>\|<uuid>\|<uuid>` | of that kind |
  /// | `<uuid>`, `ScheduleTimerActivity:<uuid>` | schedule |
  /// | `BreakScheduleActivity:<uuid>` | break |
  /// | `StrategyTimerActivity:<uuid>` | strategy |
  /// | `PauseScheduleActivity:<uuid>` | pause |
  /// | `SoftUnblockGrantTimerActivity:<uuid>\|<uuid>\|<uuid>` | access |
  /// | the name of a registered source, or one of a registered kind | registered, with the name verbatim |
  /// | any other with user info `profileID` | schedule of that profile |
  ///
  /// - Parameters:
  ///   - text: the name, with UUIDs in upper or lower case.
  ///   - userInfo: the information that was delivered with the name.
  ///   - registry: the names that were added.
  /// - Throws: the reason why the name is not an activity's.
  public init(
    parsing text: String, userInfo: [String: String] = [:], registry: ActivityRegistry = ActivityRegistry()
  ) throws(ActivityNameError) {
    if registry.sources.contains(text) {
      self = .registered(text)
      return
    }
    do throws(ActivityNameError) {
      self = try Self.parse(text, in: registry)
    } catch {
      guard error.admitsUserInfo, let identity = userInfo["profileID"] else { throw error }
      self = .schedule(try Self.profile(identity[...]))
    }
  }

  private static func parse(_ text: String, in registry: ActivityRegistry) throws(ActivityNameError) -> ActivityName {
    guard let colon = text.firstIndex(of: ":") else {
      guard let uuid = UUIDValue(text) else { throw .unknownKind(text) }
      return .schedule(ProfileID(uuid))
    }
    let kind = String(text[..<colon])
    let rest = text[text.index(after: colon)...]
    guard !kind.isEmpty else { throw .emptyKind }
    guard !rest.isEmpty else { throw .emptyIdentity(kind: kind) }
    switch kind {
    case "schedule", "ScheduleTimerActivity": return .schedule(try profile(rest))
    case "break", "BreakScheduleActivity": return .break(try profile(rest))
    case "strategy", "StrategyTimerActivity": return .strategy(try profile(rest))
    case "pause", "PauseScheduleActivity": return .pause(try profile(rest))
    case "access", "SoftUnblockGrantTimerActivity": return try access(rest)
    default:
      guard registry.kinds.contains(kind) else { throw .unknownKind(kind) }
      return .registered(text)
    }
  }

  private static func access(_ rest: Substring) throws(ActivityNameError) -> ActivityName {
    let parts = rest.split(separator: "|", omittingEmptySubsequences: false)
    guard parts.count == 3 else { throw .malformedGrant(String(rest)) }
    return .access(try profile(parts[0]), session: SessionID(try uuid(parts[1])), grant: GrantID(try uuid(parts[2])))
  }

  private static func profile(_ text: Substring) throws(ActivityNameError) -> ProfileID { ProfileID(try uuid(text)) }

  private static func uuid(_ text: Substring) throws(ActivityNameError) -> UUIDValue {
    guard let uuid = UUIDValue(text) else { throw .invalidUUID(String(text)) }
    return uuid
  }
}

extension ActivityNameError {
  /// Whether the user info may name the profile instead: for names of no known form, not for malformed names of a known
  /// form.
  fileprivate var admitsUserInfo: Bool {
    switch self {
    case .emptyKind, .emptyIdentity, .unknownKind: true
    case .invalidUUID, .malformedGrant, .unknownProfile: false
    }
  }
}
