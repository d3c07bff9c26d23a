package import ManagedSettings
package import ScreenTimeSystem

/// A process whose code uses `AuthorizationCenter` and `FamilyActivityData`.
package protocol AuthorizationProcess: SystemProcess {
  /// What the process reads as its status.
  var authorizationStatus: AuthorizationStatus { get }

  /// Returns the statuses that the center publishes in this process: the one of now, then each that follows.
  func authorizationStatuses() -> AsyncStream<AuthorizationStatus>

  /// Asks for authorization, and waits for the answer.
  func requestAuthorization(for member: FamilyControlsMember) async throws(FamilyControlsError)

  /// Asks for authorization, which is answered before the call returns.
  func requestAuthorizationAtOnce(for member: FamilyControlsMember) throws(FamilyControlsError)

  /// Gives the authorization of the app back.
  func revokeAuthorization() throws(FamilyControlsError)

  /// Returns the applications on the device with their bundle identifiers.
  func installedApplications() throws(FamilyControlsError) -> [Application]

  /// Returns the web domains that the user has visited, with their names.
  func visitedWebDomains() throws(FamilyControlsError) -> [WebDomain]

  /// Returns all categories with their names.
  func activityCategories() throws(FamilyControlsError) -> Set<ActivityCategory>
}

extension AuthorizationProcess {
  /// Answers at once: by default no user takes time.
  package func requestAuthorization(for member: FamilyControlsMember) async throws(FamilyControlsError) {
    try requestAuthorizationAtOnce(for: member)
  }

  /// Throws `unauthorized`: by default the app has no access to data.
  package func installedApplications() throws(FamilyControlsError) -> [Application] { throw .unauthorized }

  /// Throws `unauthorized`: by default the app has no access to data.
  package func visitedWebDomains() throws(FamilyControlsError) -> [WebDomain] { throw .unauthorized }

  /// Throws `unauthorized`: by default the app has no access to data.
  package func activityCategories() throws(FamilyControlsError) -> Set<ActivityCategory> { throw .unauthorized }
}
