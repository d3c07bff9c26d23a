import SchedulerCivilTime

extension Configuration {
  /// Returns the layer of a profile while it is enforced, whether or not it is now: its own entries and those of its
  /// sets. A strict lock denies the removal of applications.
  ///
  /// Names that every machine has for itself, such as `localhost`, are never blocked and are left out.
  ///
  /// Domains and applications of sets stay listed in addition to `all`, because the longest listed name decides then as
  /// well.
  ///
  /// Complexity: O(n log n) for n entries.
  public func layer(of profile: Profile) -> Layer {
    let sets = profile.block.sets.compactMap(set)
    var layer = Layer(of: profile.reference)
    layer.users = profile.users.sortedOnce
    layer.groups = profile.groups.sortedOnce
    layer.applications.default = profile.block.applications == .all ? .block : .allow
    layer.applications.block = (profile.block.applications.listed + sets.flatMap(\.applications)).sortedOnce
    layer.applications.allow = profile.allow.applications.sortedOnce
    layer.applications.blockCategories = profile.block.categories.sortedOnce
    layer.applications.allowCategories = profile.allow.categories.sortedOnce
    layer.domains.default = profile.block.domains == .all ? .block : .allow
    layer.domains.block = (profile.block.domains.listed + sets.flatMap(\.domains)).filter { !$0.isLoopback }.sortedOnce
    layer.domains.allow = profile.allow.domains.sortedOnce
    layer.deniesAppInstallation = profile.block.deniesAppInstallation
    layer.deniesAppRemoval = profile.block.deniesAppRemoval || profile.lock == .strict
    layer.screen.words = profile.screen
    layer.screen.icon = profile.icon
    layer.screen.color = profile.color
    return layer
  }

  /// Returns the layers of the enabled profiles whose windows are active at `instant`, in profile-key order.
  ///
  /// The effects of commands are not included: manual sessions, breaks and stops belong to the engine.
  ///
  /// Complexity: for each profile that of `ProfileTimeline.interval(containing:)`, and that of `layer(of:)` if a window
  /// is active.
  public func layers(at instant: Instant) -> [Layer] {
    profiles.filter { $0.isEnabled && timeline(of: $0).isActive(at: instant) }.map(layer)
  }
}

extension Array where Element: Comparable {
  /// The distinct elements in ascending order.
  var sortedOnce: [Element] {
    let sorted = sorted()
    return sorted.indices.filter { $0 == 0 || sorted[$0 - 1] != sorted[$0] }.map { sorted[$0] }
  }
}

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
