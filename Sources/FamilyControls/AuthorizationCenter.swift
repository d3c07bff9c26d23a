internal import ScreenTimeSystem

/// Asks the user, or the guardian of a child, whether the app may use the Screen Time modules.
///
/// Combine does not exist on Linux: `authorizationStatuses` stands in for `$authorizationStatus`. Outside of any
/// process the status is `notDetermined`, and requests fail with `unavailable`.
public final class AuthorizationCenter: Sendable {
  /// The only center. It speaks for the process whose code uses it.
  public static let shared = AuthorizationCenter()

  private init() {}

  private static func process(for call: StaticString) -> (any AuthorizationProcess)? {
    CurrentProcess.resolve(for: call) as? any AuthorizationProcess
  }

  /// The status in this process. It is `notDetermined` until a request has succeeded in this very process, so a
  /// monitor extension reads `notDetermined` although the app is authorized.
  public var authorizationStatus: AuthorizationStatus {
    Self.process(for: "AuthorizationCenter.authorizationStatus")?.authorizationStatus ?? .notDetermined
  }

  /// The statuses that the center publishes: the one of now, then each that follows. Stands in for
  /// `$authorizationStatus.values`. A revocation may not be published.
  public var authorizationStatuses: AsyncStream<AuthorizationStatus> {
    if let process = Self.process(for: "AuthorizationCenter.$authorizationStatus") {
      return process.authorizationStatuses()
    }
    return AsyncStream { $0.finish() }
  }

  /// Asks for authorization. An authorized app is not asked about again.
  ///
  /// - Throws: `FamilyControlsError`, by why there is no authorization.
  public func requestAuthorization(for member: FamilyControlsMember) async throws {
    guard let process = Self.process(for: "AuthorizationCenter.requestAuthorization") else {
      throw FamilyControlsError.unavailable
    }
    try await process.requestAuthorization(for: member)
  }

  /// Asks the guardian of a child for authorization. The handler is called before the method returns.
  @available(*, deprecated, message: "Use requestAuthorization(for:) instead")
  public func requestAuthorization(completionHandler: @escaping (Result<Void, any Error>) -> Void) {
    completionHandler(
      Self.result(for: "AuthorizationCenter.requestAuthorization") { process throws(FamilyControlsError) in
        try process.requestAuthorizationAtOnce(for: .child)
      })
  }

  /// Gives the authorization of the app back. The handler is called before the method returns.
  public func revokeAuthorization(completionHandler: @escaping (Result<Void, any Error>) -> Void) {
    completionHandler(
      Self.result(for: "AuthorizationCenter.revokeAuthorization") { process throws(FamilyControlsError) in
        try process.revokeAuthorization()
      })
  }

  private static func result(
    for call: StaticString, body: (any AuthorizationProcess) throws(FamilyControlsError) -> Void
  ) -> Result<Void, any Error> {
    guard let process = process(for: call) else { return .failure(FamilyControlsError.unavailable) }
    do {
      return .success(try body(process))
    } catch {
      return .failure(error)
    }
  }
}
