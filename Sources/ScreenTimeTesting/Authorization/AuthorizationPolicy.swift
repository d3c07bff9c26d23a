/// In which processes a request for authorization changes the status (D26).
public enum StatusScope: String, Hashable, Sendable, CaseIterable {
  /// Only in the process that asked: each process starts with `notDetermined`, extensions and relaunched apps included.
  /// Documented by Apple (cited by HopPotty). Measured by pomogem: a monitor extension read `notDetermined` in 2 of 2
  /// callbacks.
  case perProcess
  /// In every process of the app. Our choice, for comparison: what many apps assume.
  case sharedByApp
}

/// What the processes of an app read after its authorization was revoked (D26).
public enum RevokedStatus: String, Hashable, Sendable, CaseIterable {
  /// `notDetermined`. Measured by a third party on a device.
  case notDetermined
  /// `denied`. Our choice, for comparison.
  case denied
  /// What they read before, until they are relaunched. Reported by apps.
  case staleUntilRelaunch
}

/// The choices about authorization that Apple's documentation leaves open.
public struct AuthorizationPolicy: Hashable, Sendable {
  /// In which processes a request changes the status.
  public var statusScope: StatusScope
  /// What processes read after a revocation.
  public var revokedStatus: RevokedStatus
  /// Whether the center publishes the new status after a revocation. It does not, as reported in Apple's forum (thread
  /// 820796, second hand).
  public var publishesRevocation: Bool

  /// Makes a policy. The defaults are what is documented, measured or reported.
  public init(
    statusScope: StatusScope = .perProcess, revokedStatus: RevokedStatus = .notDetermined,
    publishesRevocation: Bool = false
  ) {
    self.statusScope = statusScope
    self.revokedStatus = revokedStatus
    self.publishesRevocation = publishesRevocation
  }
}
