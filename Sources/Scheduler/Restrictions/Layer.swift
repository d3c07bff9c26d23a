/// One profile's part of the shield: whom it covers, what it blocks and what it leaves out.
///
/// The shield is a list of layers in profile-key order, never flattened into one: a target is blocked for a user when any
/// layer for that user blocks it, and an exception in one layer never opens another. A layer is a plain value made of
/// identifiers as the configuration writes them; what they stand for on a machine is looked up when it is applied.
///
/// Lists are sorted and hold each entry once, so that layers of the same entries are equal however they were written
/// down. Entries that change nothing, such as a subdomain beside its domain, are kept.
public struct Layer: Hashable, Sendable {
  /// What happens to what no entry of a layer names.
  public enum Default: String, Sendable {
    /// It passes.
    case allow
    /// It is blocked: the configuration says `all`.
    case block
  }

  /// What a layer says of applications; `decision(for:)` tells which entry decides.
  public struct ApplicationRules: Hashable, Sendable {
    /// What happens to desktop applications that no entry names.
    public var `default` = Default.allow
    /// Applications that are blocked.
    public var block: [ApplicationName] = []
    /// Applications that pass.
    public var allow: [ApplicationName] = []
    /// Categories whose applications are blocked.
    public var blockCategories: [ApplicationCategory] = []
    /// Categories whose applications pass.
    public var allowCategories: [ApplicationCategory] = []

    /// Rules that let everything pass.
    public init() {}
  }

  /// What a layer says of domains; `DomainIndex` tells which entry decides.
  public struct DomainRules: Hashable, Sendable {
    /// What happens to domains that no entry covers.
    public var `default` = Default.allow
    /// Domains that are blocked, with their subdomains.
    public var block: [DomainName] = []
    /// Domains that pass, with their subdomains.
    public var allow: [DomainName] = []

    /// Rules that let everything pass.
    public init() {}
  }

  /// What a person sees in place of what is blocked.
  public struct Screen: Hashable, Sendable {
    /// The words.
    public var words = ShieldScreen()
    /// A symbol, usually an emoji; empty for none.
    public var icon = ""
    /// A colour as `#rrggbb`; nil for none.
    public var color: String?

    /// The words that stand there unless others are chosen, without symbol and colour.
    public init() {}
  }

  /// The profile whose layer it is.
  public let profile: ProfileReference
  /// The names of the users whom it covers, sorted; with `groups` also empty: everybody but root in the system's
  /// instance, the owner in a user's.
  public var users: [String] = []
  /// The names of the groups whose members it covers, sorted.
  public var groups: [String] = []
  /// What it says of applications.
  public var applications = ApplicationRules()
  /// What it says of domains.
  public var domains = DomainRules()
  /// Whether installing applications is denied.
  public var deniesAppInstallation = false
  /// Whether removing applications is denied.
  public var deniesAppRemoval = false
  /// What a person sees in place of what is blocked.
  public var screen = Screen()

  /// A layer that covers everybody and blocks nothing.
  public init(of profile: ProfileReference) { self.profile = profile }

  /// Whether it names no users and no groups.
  public var coversEverybody: Bool { users.isEmpty && groups.isEmpty }
}
