import SchedulerCivilTime
import SchedulerJSON

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
    /// The blocked pages of sites, which browsers alone can tell apart. `DomainIndex` determines what they cover.
    public var urls: [SitePath] = []

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

/// The form is that of `shield.json`, where every key but `urls`, `icon` and `color` is always there. Records of earlier
/// versions have `key` for `profile`, state `id` only where the configuration did, and leave out what is empty.
extension Layer: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    self.init(of: try archive.profile(value?.profile))
    try archiveUsers(in: &archive, of: value)
    try archiveTargets(in: &archive, of: value)
  }

  /// The fields that state whom it covers.
  mutating func archiveUsers<A: Archive>(in archive: inout A, of value: Self?) throws(A.Failure) {
    users = try archive.stated("users", of: value?.users, usual: [])
    groups = try archive.stated("groups", of: value?.groups, usual: [])
    try archive.require(!users.contains(""), of: "users", expecting: "names of users")
    try archive.require(!groups.contains(""), of: "groups", expecting: "names of groups")
  }

  /// The fields that state what it blocks, and what a person sees then.
  mutating func archiveTargets<A: Archive>(in archive: inout A, of value: Self?) throws(A.Failure) {
    applications = try archive.stated("applications", of: value?.applications, usual: ApplicationRules())
    domains = try archive.stated("domains", of: value?.domains, usual: DomainRules())
    deniesAppInstallation = try archive.stated("denyAppInstallation", of: value?.deniesAppInstallation, usual: false)
    deniesAppRemoval = try archive.stated("denyAppRemoval", of: value?.deniesAppRemoval, usual: false)
    screen = try archive.stated("screen", of: value?.screen, usual: Screen())
  }
}

extension Archive {
  /// The members `profile` and `id`.
  mutating func profile(_ value: ProfileReference?) throws(Failure) -> ProfileReference {
    let former: ProfileKey? = try former("key")
    let key = if let former { former } else { try field("profile", of: value?.key) }
    let derived = ProfileID(derivedFrom: key).uuid
    let id = try stated("id", of: value?.id.uuid, usual: derived)
    // The identity that follows from the key is no stated one.
    return ProfileReference(key: key, id: id == derived ? nil : ProfileID(id))
  }
}

extension Layer.ApplicationRules: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    self.default = try archive.field("default", of: value?.default)
    block = try archive.stated("block", of: value?.block, usual: [])
    allow = try archive.stated("allow", of: value?.allow, usual: [])
    blockCategories = try archive.stated("blockCategories", of: value?.blockCategories, usual: [])
    allowCategories = try archive.stated("allowCategories", of: value?.allowCategories, usual: [])
  }
}

extension Layer.DomainRules: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    self.default = try archive.field("default", of: value?.default)
    block = try archive.stated("block", of: value?.block, usual: [])
    allow = try archive.stated("allow", of: value?.allow, usual: [])
    // Earlier versions did not write it.
    urls = try archive.list("urls", of: value?.urls)
  }
}

extension Layer.Screen: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    words.title = try archive.field("title", of: value?.words.title)
    words.subtitle = try archive.field("subtitle", of: value?.words.subtitle)
    icon = try archive.field("icon", of: value?.icon, default: "")
    color = try archive.optional("color", of: value?.color)
    words.button = try archive.field("button", of: value?.words.button)
  }
}

extension Layer.Default: StoredScalar {
  static var expectation: String { "'allow' or 'block'" }
}

extension ApplicationName: StoredScalar {
  static var expectation: String { "the name of an application" }
  static func stored(as value: JSONValue) -> ApplicationName? {
    value.stringValue.flatMap { $0.isEmpty ? nil : ApplicationName($0) }
  }
  func store(in json: inout JSONWriter) { json.string(text) }
}

extension ApplicationCategory: StoredScalar {
  static var expectation: String { "a registered category" }
  static func stored(as value: JSONValue) -> ApplicationCategory? {
    value.stringValue.flatMap { ApplicationCategory($0) }
  }
  func store(in json: inout JSONWriter) { json.string(name) }
}

extension DomainName: StoredScalar {
  static var expectation: String { "a domain in its ASCII form and lower case" }
  static func stored(as value: JSONValue) -> DomainName? {
    value.stringValue.flatMap { DomainText.isPlain($0.utf8) ? DomainName(checked: $0) : nil }
  }
  func store(in json: inout JSONWriter) { json.string(text) }
}

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
    layer.domains.urls = profile.block.urls.filter { !$0.host.isLoopback }.sortedOnce
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
  /// Whether a profile or one of its sets lists exactly this target, as blocked or as allowed, or pages that include it.
  public func names(_ target: Target) -> Bool {
    switch target {
    case .domain(let name):
      profiles.contains { profile in
        profile.block.domains.listed.contains(name) || profile.allow.domains.contains(name)
          || profile.block.sets.contains { set(named: $0)?.domains.contains(name) ?? false }
      }
    case .page(let page): profiles.contains { $0.block.urls.contains { $0.covers(page) } }
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
