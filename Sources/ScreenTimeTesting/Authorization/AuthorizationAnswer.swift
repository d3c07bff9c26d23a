public import FamilyControls

/// What the user or the guardian does when an app asks. Tests script it.
public enum AuthorizationOutcome: Hashable, Sendable {
  /// Agrees.
  case approve
  /// Agrees, and shares what is used (iOS 26.4).
  case approveWithDataAccess
  /// Refuses: the status becomes `denied`, and the request fails with `authorizationCanceled`. Our choice: Apple
  /// documents the status, but not the error.
  case deny
  /// Does not get to answer, because of the error. The status stays.
  case fail(FamilyControlsError)
}

/// What the device has to do because of a request or a revocation.
public enum AuthorizationEffect: Hashable, Sendable {
  /// The center of a process publishes a status.
  case publish(AuthorizationStatus, process: ProcessIdentity)
  /// The stores of the app lose their settings. Measured by a third party on a device.
  case clearStores(app: String)
  /// The tokens of the app's selections are void. Documented by Apple.
  case voidTokens(app: String)
  /// The app's monitoring ends, without callbacks. Our choice (D26).
  case dropRegistrations(app: String)
}

/// The answer to a request for authorization.
public struct AuthorizationAnswer: Equatable, Sendable {
  /// Why there is no authorization; nil if there is.
  public let error: FamilyControlsError?
  /// What the device has to do, in order.
  public let effects: [AuthorizationEffect]
}
