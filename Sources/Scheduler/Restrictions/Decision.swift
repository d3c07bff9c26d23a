/// What one layer does with one target, and which entry decides.
public struct Decision: Hashable, Sendable {
  /// The entry that decides.
  public enum Ground: Hashable, Sendable {
    /// This listed domain, which is the target or a parent of it.
    case domain(DomainName)
    /// This entry of `urls`, which covers the page.
    case page(SitePath)
    /// This listed application.
    case application(ApplicationName)
    /// This listed category, which the application has.
    case category(ApplicationCategory)
    /// No entry; the layer's default decides. If the default is to block, the configuration states `all`.
    case unlisted
    /// No entry, and `all` does not include the target.
    case exempt(Exemption)
  }

  /// The reason why `all` does not include a target.
  public enum Exemption: String, Hashable, Sendable {
    /// The target is the machine itself: `localhost`, or one of its own names.
    case machineName
    /// Without the program the machine could not be used or repaired. Entries do not block such a program either.
    case neverShielded
    /// The target is not a desktop application: it has no desktop entry, or one that is not shown or runs in a
    /// terminal.
    case noDesktopApplication
    /// The target is a terminal, an aid for people with disabilities or a settings program, and no entry names it.
    case sparedByAll
  }

  /// Whether the target is blocked.
  public let isBlocked: Bool
  /// The entry that decides.
  public let ground: Ground

  /// Creates a decision.
  public init(isBlocked: Bool, by ground: Ground) {
    self.isBlocked = isBlocked
    self.ground = ground
  }

  /// Whether the layer makes a statement about the target: an entry names it, or the default is to block. Otherwise the
  /// target is allowed because nothing mentions it.
  public var isStated: Bool {
    switch ground {
    case .unlisted: isBlocked
    case .exempt(.neverShielded): false
    case .domain, .page, .application, .category, .exempt: true
    }
  }
}

extension Layer.ApplicationRules {
  /// Returns what the layer does with an application and which entry decides.
  ///
  /// The most specific entry decides: a path that is one of the application's paths; else a name without a slash that
  /// is one of its desktop IDs or file names; else one of its categories; else the default. Among equally specific
  /// entries an allowed one wins. A default to block applies to desktop applications only, without
  /// terminals, aids for people with disabilities and settings programs. A program that is never
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
    if application.isSparedByAll { return Decision(isBlocked: false, by: .exempt(.sparedByAll)) }
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
