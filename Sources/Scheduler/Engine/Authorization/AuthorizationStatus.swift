/// What was said to the shield by those whom it concerns; the words of Apple's FamilyControls.
public enum AuthorizationStatus: String, CaseIterable, Sendable {
  /// Nobody was asked, or consent was withdrawn. Sessions run, and nothing is shielded.
  case notDetermined
  /// Somebody was asked and said no. Sessions run, and nothing is shielded.
  case denied
  /// Consent was given: what sessions block is shielded.
  case approved

  /// Whether consent counts.
  public var isApproved: Bool { self == .approved }
}
