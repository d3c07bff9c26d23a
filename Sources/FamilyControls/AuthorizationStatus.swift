/// Whether the app may use the Screen Time modules.
public enum AuthorizationStatus: Int, Codable, Hashable, Sendable, CustomStringConvertible {
  /// The app has not asked.
  case notDetermined
  /// The user or the guardian has refused.
  case denied
  /// The user or the guardian has agreed.
  case approved
  /// The user has agreed, and shares what applications and websites are used. Of iOS 26.4, in the European Union.
  case approvedWithDataAccess

  /// The name of the case. Apple's text is not documented.
  public var description: String {
    switch self {
    case .notDetermined: "notDetermined"
    case .denied: "denied"
    case .approved: "approved"
    case .approvedWithDataAccess: "approvedWithDataAccess"
    }
  }
}

/// Who agrees.
public enum FamilyControlsMember: Int, Codable, Hashable, Sendable, CustomStringConvertible {
  /// The guardian of the child whose device it is. Only one app of a device can have this authorization.
  case child
  /// The owner of the device. Any number of apps can have this authorization.
  case individual

  /// The name of the case. Apple's text is not documented.
  public var description: String {
    switch self {
    case .child: "child"
    case .individual: "individual"
    }
  }
}

/// Why there is no authorization.
public enum FamilyControlsError: LocalizedError, Equatable, Hashable, Sendable {
  /// A restriction prevents the use of Family Controls on the device.
  case restricted
  /// The system failed to set up Family Controls.
  case unavailable
  /// The device is not signed in to an account of the right kind.
  case invalidAccountType
  /// The arguments are invalid.
  case invalidArgument
  /// Another authorized app already provides parental controls.
  case authorizationConflict
  /// The user or the guardian cancelled the request.
  case authorizationCanceled
  /// The device is not connected to the network.
  case networkError
  /// The device has no passcode.
  case authenticationMethodUnavailable
  /// The app may not read the data. Of iOS 26.4.
  case unauthorized

  /// The reason in one sentence. The wording is not Apple's.
  public var errorDescription: String? {
    switch self {
    case .restricted: "A restriction prevents the app from using Family Controls on this device."
    case .unavailable: "The system failed to set up Family Controls."
    case .invalidAccountType: "The device is not signed in to a valid iCloud account."
    case .invalidArgument: "The arguments are invalid."
    case .authorizationConflict: "Another authorized app already provides parental controls."
    case .authorizationCanceled: "The request for authorization was canceled."
    case .networkError: "The device must be connected to the network."
    case .authenticationMethodUnavailable: "The device must have a passcode."
    case .unauthorized: "The app is not authorized to read this data."
    }
  }
}
