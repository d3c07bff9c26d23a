/// One profile's part of the shield: the users that it covers, what it blocks and what it allows.
///
/// The shield is a list of layers in profile-key order that are never merged: a target is blocked for a user if any
/// layer for that user blocks it, and an exception in one layer never affects another. A layer is a plain value of
/// identifiers as the configuration writes them. They are resolved on a machine when the layer is applied.
///
/// Lists are sorted and contain each entry once, so that layers of the same entries are equal however they were
/// written. Entries without an effect, such as a subdomain of a listed domain, are kept.
public struct Layer: Hashable, Sendable {
  /// The treatment of targets that no entry of a layer names.
  public enum Default: String, Sendable {
    /// The target is allowed.
    case allow
    /// The target is blocked: the configuration states `all`.
    case block
  }

  /// A layer's rules for applications. `decision(for:)` determines which entry decides.
  public struct ApplicationRules: Hashable, Sendable {
    /// The treatment of desktop applications that no entry names.
    public var `default` = Default.allow
    /// The blocked applications.
    public var block: [ApplicationName] = []
    /// The allowed applications.
    public var allow: [ApplicationName] = []
    /// The categories whose applications are blocked.
    public var blockCategories: [ApplicationCategory] = []
    /// The categories whose applications are allowed.
    public var allowCategories: [ApplicationCategory] = []

    /// Creates rules that allow everything.
    public init() {}
  }

  /// A layer's rules for domains. `DomainIndex` determines which entry decides.
  public struct DomainRules: Hashable, Sendable {
    /// The treatment of domains that no entry covers.
    public var `default` = Default.allow
    /// The blocked domains, including their subdomains.
    public var block: [DomainName] = []
    /// The allowed domains, including their subdomains.
    public var allow: [DomainName] = []

    /// Creates rules that allow everything.
    public init() {}
  }

  /// The screen that is shown in place of a blocked target.
  public struct Screen: Hashable, Sendable {
    /// The texts.
    public var words = ShieldScreen()
    /// A symbol, usually an emoji; empty for none.
    public var icon = ""
    /// A colour as `#rrggbb`; nil for none.
    public var color: String?

    /// Creates a screen with the default texts, without a symbol and a colour.
    public init() {}
  }

  /// The profile to which the layer belongs.
  public let profile: ProfileReference
  /// The names of the covered users, sorted. If `groups` is empty as well, the layer covers every user but root in the
  /// system instance, and the owner in a user instance.
  public var users: [String] = []
  /// The names of the groups whose members are covered, sorted.
  public var groups: [String] = []
  /// The rules for applications.
  public var applications = ApplicationRules()
  /// The rules for domains.
  public var domains = DomainRules()
  /// Whether installing applications is denied.
  public var deniesAppInstallation = false
  /// Whether removing applications is denied.
  public var deniesAppRemoval = false
  /// The screen that is shown in place of a blocked target.
  public var screen = Screen()

  /// Creates a layer that covers every user and blocks nothing.
  public init(of profile: ProfileReference) { self.profile = profile }

  /// Whether the layer names no users and no groups.
  public var coversEverybody: Bool { users.isEmpty && groups.isEmpty }
}
