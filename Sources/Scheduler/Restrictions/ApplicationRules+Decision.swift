extension Layer.ApplicationRules {
  /// Returns what the layer does with an application and which entry decides.
  ///
  /// The most specific entry decides: a path that is one of the application's paths; else a name without a slash that
  /// is one of its desktop IDs or file names; else one of its categories; else the default. Among equally specific
  /// entries an allowed one wins. A default to block applies to desktop applications only. A program that is never
  /// shielded is allowed regardless of the entries.
  ///
  /// Identifiers are compared byte by byte and case-sensitively.
  ///
  /// Complexity: O(entries).
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

/// The specificity of a name, the most specific first.
private enum Rank: CaseIterable {
  case path, name
}

extension ApplicationIdentity {
  /// Returns the specificity with which a name refers to this application; nil if it refers to another.
  fileprivate func rank(of name: ApplicationName) -> Rank? {
    if name.isPath { return paths.contains(name.text) ? .path : nil }
    return desktopIDs.contains(name.text) || fileNames.contains(name.text) ? .name : nil
  }
}
