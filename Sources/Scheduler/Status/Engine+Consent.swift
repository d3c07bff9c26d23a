extension Engine {
  /// Returns the sentences for a user after a command whose session shields something: that nothing enforces the shield
  /// that a start asked for, and that consent is missing.
  ///
  /// - Parameter enforcement: what enforces the shield.
  public func shieldNotes(on result: CommandResult, enforcement: EnforcementStatus) -> [String] {
    let session = book.sessions.values.first { $0.profile.key == result.profile }
    guard session?.isShielding == true else { return [] }
    let isStart = [.started, .alreadyRunning, .phaseStarted].contains(result.change)
    return (isStart && !enforcement.isActive ? [enforcement.headline] : []) + [authorizationWords].compactMap(\.self)
  }

  /// A sentence about why nothing is shielded, or will soon not be shielded; nil while consent is given.
  public var authorizationWords: String? {
    if awaitedAuthorization != nil {
      return "consent was withdrawn: nothing is shielded any more as soon as \(unlockedWords)"
    }
    switch authorization {
    case .approved: return nil
    case .notDetermined: return "nothing is shielded: consent is missing; 'schedctl authorize' asks for it"
    case .denied: return "nothing is shielded: consent was denied; 'schedctl authorize' asks for it again"
    }
  }
}

/// The consent to the shield.
public struct ShieldConsent: Hashable, Sendable {
  /// The current status.
  public let status: AuthorizationStatus
  /// The status once no strict session runs and no limit of a strict profile is used up; nil if it does not change.
  public let awaited: AuthorizationStatus?

  /// Whether consent is given and no withdrawal is waiting.
  public var isGivenForGood: Bool { status == .approved && awaited == nil }
}

extension Engine {
  /// The consent to the shield.
  public var consent: ShieldConsent { ShieldConsent(status: authorization, awaited: awaitedAuthorization) }

  /// Returns a sentence about the current consent and its change from `before`.
  public func words(onConsentSince before: ShieldConsent) -> String {
    if awaitedAuthorization != nil { return "consent is withdrawn as soon as \(unlockedWords): \(strictWords)" }
    switch authorization {
    case .approved:
      return before.isGivenForGood ? "consent was given before" : "consent is given: what sessions block is shielded"
    case .denied: return "consent is denied: nothing is shielded"
    case .notDetermined:
      return before.status == .notDetermined
        ? "consent is missing: nothing is shielded" : "consent is withdrawn: nothing is shielded any more"
    }
  }

  /// The condition for which a withdrawal waits.
  public var unlockedWords: String {
    "no strict session runs"
      + (limitLocks.isEmpty ? "" : " and the periods of the used-up limits of strict profiles are over")
  }

  /// The keys of the profiles for whose sessions and limits a withdrawal waits: `'exam', 'night'`.
  private var strictWords: String {
    let sessions = book.sessions.values.filter(\.isLocked).map(\.profile.key)
    let limits = limitLocks.compactMap { counted($0.key)?.profile.key }
    return Set(sessions + limits).sorted().map { "'\($0)'" }.joined(separator: ", ")
  }

  /// The limits of strict profiles that were used up in their present periods, in words, with the keys of their
  /// profiles.
  public var lockingLimits: [(profile: ProfileKey, limit: String, end: Instant?)] {
    guard let present else { return [] }
    return limitLocks.compactMap { lock in
      guard let counted = counted(lock.key), let counter = limits[lock.key] else { return nil }
      return (counted.profile.key, counted.text, end(of: counter, counting: counted, at: present))
    }
  }
}
