/// What one layer does with one target, and which entry decides.
public struct Decision: Hashable, Sendable {
  /// The entry that decides.
  public enum Ground: Hashable, Sendable {
    /// This listed domain, which is the target or a parent of it.
    case domain(DomainName)
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
    case .domain, .application, .category, .exempt: true
    }
  }
}
