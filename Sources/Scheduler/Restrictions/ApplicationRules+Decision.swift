extension Layer.ApplicationRules {
  /// What the layer does with an application, and which entry decides.
  ///
  /// The most exact entry decides: a path that is one of the application's paths; else a name without slash that is one
  /// of its desktop ids or file names; else a category that it has; else the default. Of entries that are equally exact
  /// an allowed one wins. A default to block means desktop applications only. A program that is never shielded passes
  /// whatever is listed.
  ///
  /// Identifiers are compared byte by byte, letter case included. Complexity: O(entries).
  public func decision(for application: ApplicationIdentity) -> Decision {
    if application.isNeverShielded { return Decision(isBlocked: false, by: .exempt(.neverShielded)) }
    for rank in Rank.allCases {
      for (names, isBlocked) in [(allow, false), (block, true)] {
        if let name = names.first(where: { application.rank(of: $0) == rank }) {
          return Decision(isBlocked: isBlocked, by: .application(name))
        }
      }
    }
    for (categories, isBlocked) in [(allowCategories, false), (blockCategories, true)] {
      if let category = categories.first(where: application.categories.contains) {
        return Decision(isBlocked: isBlocked, by: .category(category))
      }
    }
    guard self.default == .block else { return Decision(isBlocked: false, by: .unlisted) }
    guard application.isDesktopApplication else {
      return Decision(isBlocked: false, by: .exempt(.noDesktopApplication))
    }
    return Decision(isBlocked: true, by: .unlisted)
  }
}

/// How exactly a name names an application, the most exact first.
private enum Rank: CaseIterable {
  case path, name
}

extension ApplicationIdentity {
  /// How exactly a name names this application; nil when it names another.
  fileprivate func rank(of name: ApplicationName) -> Rank? {
    if name.isPath { return paths.contains(name.text) ? .path : nil }
    return desktopIDs.contains(name.text) || fileNames.contains(name.text) ? .name : nil
  }
}
