import SchedulerJSON

extension JSONWriter {
  /// The members of an object on a profile, as `profiles` lists it.
  ///
  /// - Parameter isActive: whether a session of it runs; nil where that is not known.
  public mutating func members(
    of profile: Profile, isBuiltIn: Bool, isActive: Bool?, in configuration: Configuration
  ) {
    let block = configuration.blockedTargets(of: profile)
    key("profile")
    string(profile.key.text)
    key("id")
    string(profile.id.description)
    key("name")
    string(profile.name)
    key("description")
    string(profile.description)
    key("icon")
    string(profile.icon)
    key("enabled")
    bool(profile.isEnabled)
    key("active")
    if let isActive { bool(isActive) } else { null() }
    key("timezone")
    string(configuration.zone(of: profile).rules.identifier)
    key("windows")
    integer(profile.windows.count)
    key("apps")
    count(of: block.applications)
    key("categories")
    integer(block.categories.count)
    key("domains")
    count(of: block.domains)
    key("builtIn")
    bool(isBuiltIn)
  }

  /// How many elements, what is named twice once, or `all`.
  private mutating func count<Element>(of coverage: Coverage<Element>) {
    if coverage == .all { string("all") } else { integer(Set(coverage.listed).count) }
  }
}
