import SchedulerJSON

extension JSONWriter {
  /// Writes the members of an object about a profile, in the form that `profiles` lists.
  ///
  /// - Parameter isActive: whether a session of the profile runs; nil if unknown.
  public mutating func members(
    of profile: Profile, isBuiltIn: Bool, isActive: Bool?, in configuration: Configuration
  ) {
    let block = configuration.blockedTargets(of: profile)
    member("profile", profile.key.text)
    member("id", profile.id.description)
    member("name", profile.name)
    member("description", profile.description)
    member("icon", profile.icon)
    member("enabled", profile.isEnabled)
    member("active", orNull: isActive)
    member("timezone", configuration.zone(of: profile).rules.identifier)
    member("windows", profile.windows.count)
    member("apps") { json in json.count(of: block.applications) }
    member("categories", block.categories.count)
    member("domains") { json in json.count(of: block.domains) }
    member("builtIn", isBuiltIn)
  }

  /// Writes the number of distinct elements, or `all`.
  private mutating func count<Element>(of coverage: Coverage<Element>) {
    if coverage == .all { string("all") } else { integer(Set(coverage.listed).count) }
  }
}
