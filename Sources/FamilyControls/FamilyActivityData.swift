public import ManagedSettings
internal import ScreenTimeSystem

/// What is installed and visited, with names, for apps whose status is `approvedWithDataAccess`. Of iOS 26.4.
public final class FamilyActivityData: Sendable {
  /// The only instance. It speaks for the process whose code uses it.
  public static let shared = FamilyActivityData()

  private init() {}

  /// All categories. Throws `FamilyControlsError.unauthorized` without access to data.
  public var activityCategories: Set<ActivityCategory> {
    get async throws { try Self.process(for: "FamilyActivityData.activityCategories").activityCategories() }
  }

  /// The installed applications. Throws `FamilyControlsError.unauthorized` without access to data.
  public var installedApplications: [Application] {
    get async throws { try Self.process(for: "FamilyActivityData.installedApplications").installedApplications() }
  }

  /// The visited web domains. Throws `FamilyControlsError.unauthorized` without access to data.
  public var visitedWebDomains: [WebDomain] {
    get async throws { try Self.process(for: "FamilyActivityData.visitedWebDomains").visitedWebDomains() }
  }

  private static func process(for call: StaticString) throws(FamilyControlsError) -> any AuthorizationProcess {
    guard let process = CurrentProcess.resolve(for: call) as? any AuthorizationProcess else { throw .unavailable }
    return process
  }
}
