/// The names that a program has added to those of the language.
public struct ActivityRegistry: Hashable, Sendable {
  /// Kinds: what stands before the first colon.
  public var kinds: Set<String> = []
  /// Whole names of interval sources.
  public var sources: Set<String> = []

  /// Nothing but the language's own names.
  public init() {}
}

/// Why a name is no activity. Nothing is applied for such a name; the reason is recorded and shown.
public enum ActivityNameError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Nothing stands before the colon.
  case emptyKind
  /// Nothing stands behind the colon.
  case emptyIdentity(kind: String)
  /// No handler is known for the kind, or the name has no colon and is no UUID.
  case unknownKind(String)
  /// What should be a UUID is none.
  case invalidUUID(String)
  /// An access has not the three parts profile, session and grant.
  case malformedGrant(String)

  /// A sentence without a full stop.
  public var description: String {
    switch self {
    case .emptyKind: "the name of an activity has no kind before its colon"
    case .emptyIdentity(let kind): "activity '\(kind):' names nothing behind its colon"
    case .unknownKind(let kind): "no handler is registered for '\(kind)'"
    case .invalidUUID(let text): "'\(text)' is not a UUID"
    case .malformedGrant(let text): "'\(text)' is not 'profile|session|grant', three UUIDs"
    }
  }
}

extension ActivityName {
  /// Reads a name in any of its forms.
  ///
  /// | name | is |
  /// |---|---|
  /// | `schedule:<uuid>`, `break:…`, `strategy:…`, `pause:…`, `access:<uuid>\|<uuid>\|<uuid>` | as it says |
  /// | `<uuid>`, `ScheduleTimerActivity:<uuid>` | schedule |
  /// | `BreakScheduleActivity:<uuid>` | break |
  /// | `StrategyTimerActivity:<uuid>` | strategy |
  /// | `PauseScheduleActivity:<uuid>` | pause |
  /// | `SoftUnblockGrantTimerActivity:<uuid>\|<uuid>\|<uuid>` | access |
  /// | the name of a registered source, or one of a registered kind | that, verbatim |
  /// | any other with user info `profileID` | schedule of that profile |
  ///
  /// - Parameters:
  ///   - text: the name; UUIDs in either case.
  ///   - userInfo: what came with it.
  ///   - registry: names that were added.
  /// - Throws: the reason for which it is none.
  public init(
    parsing text: String, userInfo: [String: String] = [:], registry: ActivityRegistry = ActivityRegistry()
  ) throws(ActivityNameError) {
    if registry.sources.contains(text) {
      self = .registered(text)
      return
    }
    do throws(ActivityNameError) {
      self = try Self.parse(text, registry)
    } catch {
      guard error.admitsUserInfo, let identity = userInfo["profileID"] else { throw error }
      self = .schedule(try Self.profile(identity[...]))
    }
  }

  private static func parse(_ text: String, _ registry: ActivityRegistry) throws(ActivityNameError) -> ActivityName {
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
    return .access(
      try profile(parts[0]), session: SessionID(try uuid(parts[1])), grant: GrantID(try uuid(parts[2])))
  }

  private static func profile(_ text: Substring) throws(ActivityNameError) -> ProfileID { ProfileID(try uuid(text)) }

  private static func uuid(_ text: Substring) throws(ActivityNameError) -> UUIDValue {
    guard let uuid = UUIDValue(text) else { throw .invalidUUID(String(text)) }
    return uuid
  }
}

extension ActivityNameError {
  /// Whether a profile in the user info says what the name does not: for names of no form at all, not for broken ones of
  /// a known form.
  fileprivate var admitsUserInfo: Bool {
    switch self {
    case .emptyKind, .emptyIdentity, .unknownKind: true
    case .invalidUUID, .malformedGrant: false
    }
  }
}
