import SchedulerJSON

extension JSONWriter {
  /// Writes the members of an object about a profile, in the form that `profiles` lists.
  ///
  /// - Parameter isActive: whether a session of the profile runs; nil if unknown.
  public mutating func members(
    of profile: Profile, isBuiltIn: Bool, isActive: Bool?, in configuration: Configuration
  ) {
    let block = configuration.blockedTargets(of: profile)
    member("profile", value: profile.key.text)
    member("id", value: profile.id.description)
    member("name", value: profile.name)
    member("description", value: profile.description)
    member("icon", value: profile.icon)
    member("enabled", value: profile.isEnabled)
    member("active", orNull: isActive)
    member("timezone", value: configuration.zone(of: profile).rules.identifier)
    member("windows", value: profile.windows.count)
    member("apps") { json in json.count(of: block.applications) }
    member("categories", value: block.categories.count)
    member("domains") { json in json.count(of: block.domains) }
    if !block.urls.isEmpty { member("urls", value: Set(block.urls).count) }
    member("builtIn", value: isBuiltIn)
  }

  /// Writes the number of distinct elements, or `all`.
  private mutating func count<Element>(of coverage: Coverage<Element>) {
    if coverage == .all { string("all") } else { integer(Set(coverage.listed).count) }
  }
}
