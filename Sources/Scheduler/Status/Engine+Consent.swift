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
      return "consent was withdrawn: nothing is shielded any more as soon as no strict session runs"
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
  /// The status once no strict session runs; nil if it does not change.
  public let awaited: AuthorizationStatus?

  /// Whether consent is given and no withdrawal is waiting.
  public var isGivenForGood: Bool { status == .approved && awaited == nil }
}

extension Engine {
  /// The consent to the shield.
  public var consent: ShieldConsent { ShieldConsent(status: authorization, awaited: awaitedAuthorization) }

  /// Returns a sentence about the current consent and its change from `before`.
  public func words(onConsentSince before: ShieldConsent) -> String {
    if awaitedAuthorization != nil { return "consent is withdrawn as soon as no strict session runs: " + strictWords }
    switch authorization {
    case .approved:
      return before.isGivenForGood ? "consent was given before" : "consent is given: what sessions block is shielded"
    case .denied: return "consent is denied: nothing is shielded"
    case .notDetermined:
      return before.status == .notDetermined
        ? "consent is missing: nothing is shielded" : "consent is withdrawn: nothing is shielded any more"
    }
  }

  /// The keys of the sessions for which a withdrawal waits: `'exam', 'night'`.
  private var strictWords: String {
    let strict = book.sessions.values.filter(\.isLocked)
    return strict.map { "'\($0.profile.key)'" }.sorted().joined(separator: ", ")
  }
}
