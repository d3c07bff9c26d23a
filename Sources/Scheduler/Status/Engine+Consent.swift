extension Engine {
  /// Why nothing is shielded, or will not be for long; nil while consent stands.
  public var authorizationWords: String? {
    if awaitedAuthorization != nil {
      return "consent was withdrawn: nothing is shielded any more as soon as no strict session runs"
    }
    switch authorization {
    case .approved: return nil
    case .notDetermined: return "nothing is shielded: nobody has consented; 'schedctl authorize' asks for it"
    case .denied: return "nothing is shielded: consent was denied; 'schedctl authorize' asks for it again"
    }
  }
}

/// What counts of what was said to the shield.
public struct ShieldConsent: Hashable, Sendable {
  /// What counts now.
  public let status: AuthorizationStatus
  /// What it becomes when no strict session runs any more; nil when it stays.
  public let awaited: AuthorizationStatus?

  /// Whether consent was given and is not about to end.
  public var isGivenForGood: Bool { status == .approved && awaited == nil }
}

extension Engine {
  /// What counts of what was said to the shield.
  public var consent: ShieldConsent { ShieldConsent(status: authorization, awaited: awaitedAuthorization) }

  /// A sentence on what counts now, beside what counted before.
  public func words(onConsentSince before: ShieldConsent) -> String {
    if awaitedAuthorization != nil { return "consent is withdrawn as soon as no strict session runs: " + strictWords }
    switch authorization {
    case .approved:
      return before.isGivenForGood ? "consent was given before" : "consent is given: what sessions block is shielded"
    case .denied: return "consent is denied: nothing is shielded"
    case .notDetermined:
      return before.status == .notDetermined
        ? "nobody has consented: nothing is shielded" : "consent is withdrawn: nothing is shielded any more"
    }
  }

  /// The sessions for which a withdrawal waits: `'exam', 'night'`.
  private var strictWords: String {
    let strict = book.sessions.values.filter(\.isLocked)
    return strict.map { "'\($0.profile.key)'" }.sorted().joined(separator: ", ")
  }
}
