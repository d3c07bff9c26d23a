/// The consent to the shield of those whom it concerns. The names are those of Apple's FamilyControls.
public enum AuthorizationStatus: String, CaseIterable, Sendable {
  /// Consent was not asked for, or was withdrawn. Sessions run, and nothing is shielded.
  case notDetermined
  /// Consent was refused. Sessions run, and nothing is shielded.
  case denied
  /// Consent was given. Targets that sessions block are shielded.
  case approved

  /// Whether consent was given.
  public var isApproved: Bool { self == .approved }
}
