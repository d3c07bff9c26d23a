import FamilyControls
import ManagedSettings

// What an app with access to data may read, and which tokens it may have again.
extension DeviceCatalog {
  /// All applications with their names and tokens of a generation, ordered by bundle identifier.
  func applications(in generation: Int) -> [Application] {
    knownApplications.map { $0.known(in: generation) }.map {
      Application(bundleIdentifier: $0.bundleIdentifier, token: $0.token, localizedDisplayName: $0.displayName)
    }
  }

  /// All web sites with their names and tokens of a generation, ordered by name.
  func webDomains(in generation: Int) -> [WebDomain] {
    knownWebDomains.map { $0.known(in: generation) }.map { WebDomain(domain: $0.domain, token: $0.token) }
  }

  /// All categories with their names and tokens of a generation.
  func categories(in generation: Int) -> Set<ActivityCategory> {
    Set(
      knownCategories.map {
        ActivityCategory(token: DeviceTokens.category($0, generation: generation), localizedDisplayName: $0)
      })
  }

  /// Returns the token of a generation for one of this or an earlier generation; nil for a token of something that the
  /// device does not know.
  func refreshed(_ token: Data, in generation: Int) -> Data? {
    guard let parts = DeviceTokens.parts(of: token), (0...generation).contains(parts.generation) else { return nil }
    switch parts.kind {
    case "application":
      return knownApplications.first { $0.bundleIdentifier == parts.name }?.known(in: generation).token.data
    case "domain":
      return knownWebDomains.first { $0.domain == parts.name }?.known(in: generation).token.data
    case "category" where knownCategories.contains(parts.name):
      return DeviceTokens.category(parts.name, generation: generation).data
    default: return nil
    }
  }
}

extension VirtualProcess {
  func installedApplications() throws(FamilyControlsError) -> [Application] { try data { $0.applications(in: $1) } }

  func visitedWebDomains() throws(FamilyControlsError) -> [WebDomain] { try data { $0.webDomains(in: $1) } }

  func activityCategories() throws(FamilyControlsError) -> Set<ActivityCategory> { try data { $0.categories(in: $1) } }

  /// Returns a part of the catalog to a process that has access to data.
  private func data<Value>(_ part: (DeviceCatalog, _ generation: Int) -> Value) throws(FamilyControlsError) -> Value {
    let answer = access { state -> Result<Value, FamilyControlsError> in
      state.noteRead(.authorization(app: id.app))
      guard state.authorization.status(of: state.identity(of: id)) == .approvedWithDataAccess else {
        return .failure(.unauthorized)
      }
      return .success(part(state.catalog, state.settings.tokenGeneration(of: id.app)))
    }
    guard let answer else { throw .unavailable }
    return try answer.get()
  }

  func refreshed(tokens: [Data]) throws -> [Data] {
    let answer = access { state -> Result<[Data], FamilyControlsError> in
      state.noteRead(.authorization(app: id.app))
      guard state.authorization.isAuthorized(id.app) else { return .failure(.unauthorized) }
      let generation = state.settings.tokenGeneration(of: id.app)
      let refreshed = tokens.compactMap { state.catalog.refreshed($0, in: generation) }
      return refreshed.count == tokens.count ? .success(refreshed) : .failure(.invalidArgument)
    }
    guard let answer else { throw FamilyControlsError.unavailable }
    return try answer.get()
  }
}
