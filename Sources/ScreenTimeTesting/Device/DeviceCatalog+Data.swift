import FamilyControls
import ManagedSettings

// What an app with access to data may read, and which tokens it may have again.
extension DeviceCatalog {
  /// All applications with their names and tokens, ordered by bundle identifier.
  var allApplications: [Application] {
    knownApplications.map {
      Application(bundleIdentifier: $0.bundleIdentifier, token: $0.token, localizedDisplayName: $0.displayName)
    }
  }

  /// All web sites with their names and tokens, ordered by name.
  var allWebDomains: [WebDomain] { knownWebDomains.map { WebDomain(domain: $0.domain, token: $0.token) } }

  /// All categories with their names and tokens.
  var allCategories: Set<ActivityCategory> {
    Set(
      knownCategories.map {
        ActivityCategory(token: DeviceTokens.category($0, generation: generation), localizedDisplayName: $0)
      })
  }

  /// Returns the token of the present generation for one of this or an earlier generation; nil for a token of something
  /// that the device does not know.
  func refreshed(_ token: Data) -> Data? {
    guard let parts = DeviceTokens.parts(of: token), (0...generation).contains(parts.generation) else { return nil }
    switch parts.kind {
    case "application":
      return knownApplications.first { $0.bundleIdentifier == parts.name }?.token.data
    case "domain":
      return knownWebDomains.first { $0.domain == parts.name }?.token.data
    case "category" where knownCategories.contains(parts.name):
      return DeviceTokens.category(parts.name, generation: generation).data
    default: return nil
    }
  }
}

extension VirtualProcess {
  func installedApplications() throws(FamilyControlsError) -> [Application] { try data(\.allApplications) }

  func visitedWebDomains() throws(FamilyControlsError) -> [WebDomain] { try data(\.allWebDomains) }

  func activityCategories() throws(FamilyControlsError) -> Set<ActivityCategory> { try data(\.allCategories) }

  /// Returns a part of the catalog to a process that has access to data.
  private func data<Value>(_ part: (DeviceCatalog) -> Value) throws(FamilyControlsError) -> Value {
    let answer = access { state -> Result<Value, FamilyControlsError> in
      state.noteRead(.authorization(app: id.app))
      guard state.authorization.status(of: state.identity(of: id)) == .approvedWithDataAccess else {
        return .failure(.unauthorized)
      }
      return .success(part(state.catalog))
    }
    guard let answer else { throw .unavailable }
    return try answer.get()
  }

  func refreshed(tokens: [Data]) throws -> [Data] {
    let answer = access { state -> Result<[Data], FamilyControlsError> in
      state.noteRead(.authorization(app: id.app))
      guard state.authorization.isAuthorized(id.app) else { return .failure(.unauthorized) }
      let refreshed = tokens.compactMap { state.catalog.refreshed($0) }
      return refreshed.count == tokens.count ? .success(refreshed) : .failure(.invalidArgument)
    }
    guard let answer else { throw FamilyControlsError.unavailable }
    return try answer.get()
  }
}
