extension Configuration {
  /// Whether a profile or one of its sets lists exactly this target, as blocked or as allowed.
  public func names(_ target: Target) -> Bool {
    switch target {
    case .domain(let name):
      profiles.contains { profile in
        profile.block.domains.listed.contains(name) || profile.allow.domains.contains(name)
          || profile.block.sets.contains { set(named: $0)?.domains.contains(name) ?? false }
      }
    case .application(let name): listedApplications.contains(name)
    }
  }

  /// Returns the listed paths of programs that have the file name of an application; empty for a domain or a path.
  public func paths(of target: Target) -> [String] {
    guard case .application(let name) = target, !name.isPath else { return [] }
    return listedApplications.filter { $0.isPath && $0.fileName == name.text[...] }.map(\.text)
  }

  /// The applications that profiles and their sets list, as blocked or as allowed.
  private var listedApplications: [ApplicationName] {
    profiles.flatMap { profile in
      profile.block.applications.listed + profile.allow.applications
        + profile.block.sets.flatMap { set(named: $0)?.applications ?? [] }
    }
  }
}
