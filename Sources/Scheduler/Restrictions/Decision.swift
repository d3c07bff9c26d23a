/// What one layer does with one target, and what decides it.
public struct Decision: Hashable, Sendable {
  /// What decides.
  public enum Ground: Hashable, Sendable {
    /// This listed domain, which is the target or above it.
    case domain(DomainName)
    /// This listed application.
    case application(ApplicationName)
    /// This listed category, which the application has.
    case category(ApplicationCategory)
    /// No entry: the layer's default decides. When that is to block, the configuration says `all`.
    case unlisted
    /// No entry names it, and it is not among the targets that `all` means.
    case exempt(Exemption)
  }

  /// Why `all` does not mean a target.
  public enum Exemption: String, Hashable, Sendable {
    /// It is the machine itself: `localhost`, or one of its own names.
    case machineName
    /// Without it the machine could not be used or repaired. Such a program is blocked by no entry either.
    case neverShielded
    /// It is no desktop application: there is no desktop entry for it, or one that is not shown or runs in a terminal.
    case noDesktopApplication
  }

  /// Whether the target is blocked.
  public let isBlocked: Bool
  /// What decides it.
  public let ground: Ground

  /// A decision and what decides it.
  public init(isBlocked: Bool, by ground: Ground) {
    self.isBlocked = isBlocked
    self.ground = ground
  }

  /// Whether the layer says anything of the target: an entry names it, or the default is to block. Otherwise it passes
  /// because nothing is said of it.
  public var isStated: Bool {
    switch ground {
    case .unlisted: isBlocked
    case .exempt(.neverShielded): false
    case .domain, .application, .category, .exempt: true
    }
  }
}
