extension Engine {
  /// Why nothing is shielded, or will not be for long; nil while consent stands.
  public var authorizationWords: String? {
    if awaitedAuthorization != nil {
      return "consent was withdrawn: nothing is shielded any more as soon as no strict session runs"
    }
    switch authorization {
    case .approved: return nil
    case .notDetermined: return "nothing is shielded: nobody has consented; 'schedctl authorize --offline' asks for it"
    case .denied: return "nothing is shielded: consent was denied; 'schedctl authorize --offline' asks for it again"
    }
  }
}
