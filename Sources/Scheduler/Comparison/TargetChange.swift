/// Targets of one kind that a profile blocks, or no longer blocks.
public struct TargetChange: Hashable, Sendable {
  /// What the targets are.
  public enum Kind: String, Sendable {
    /// Every application that no entry names: the configuration says `all`.
    case otherApplications = "other-apps"
    /// Applications.
    case applications = "apps"
    /// Categories of applications.
    case categories
    /// Every domain that no entry covers: the configuration says `all`.
    case otherDomains = "other-domains"
    /// Domains with their subdomains, as far as no other entry covers these.
    case domains
    /// What may not be done: `app-installation`, `app-removal`.
    case denials
  }

  /// What becomes of the targets.
  public enum Effect: String, Sendable {
    /// They are blocked.
    case blocked
    /// They are blocked no longer.
    case unblocked
    /// They pass, whatever category they are of.
    case excepted
    /// They pass no longer where something else blocks them.
    case unexcepted
    /// They are blocked only if they are desktop applications: `all`, which means no others, stands in for their entries.
    case narrowed
    /// They are blocked even if they are no desktop applications: an entry names what `all` alone blocked.
    case widened
  }

  /// What the targets are.
  public let kind: Kind
  /// What becomes of them.
  public let effect: Effect
  /// Their names, sorted; empty for those that no entry names.
  public let names: [String]

  /// What the change does.
  public var direction: ChangeDirection {
    switch effect {
    case .blocked, .unexcepted, .widened: .tightens
    case .unblocked, .excepted, .narrowed: .loosens
    }
  }

  /// What one layer does with targets that another does otherwise. A profile that is not there blocks nothing.
  static func changes(from old: Layer?, to new: Layer?) -> [TargetChange] {
    guard let profile = (new ?? old)?.profile else { return [] }
    let layers = (old: old ?? Layer(of: profile), new: new ?? Layer(of: profile))
    return applicationChanges(layers.old.applications, layers.new.applications)
      + domainChanges(layers.old.domains, layers.new.domains) + denialChanges(layers.old, layers.new)
  }

  private static func applicationChanges(
    _ old: Layer.ApplicationRules, _ new: Layer.ApplicationRules
  ) -> [TargetChange] {
    guard old != new else { return [] }
    let names = EntryComparison(
      old: (old.block.map(\.text), old.allow.map(\.text)), new: (new.block.map(\.text), new.allow.map(\.text)),
      oldDefault: old.verdictOnUnlisted, newDefault: new.verdictOnUnlisted)
    let categories = EntryComparison(
      old: (old.blockCategories.map(\.name), old.allowCategories.map(\.name)),
      new: (new.blockCategories.map(\.name), new.allowCategories.map(\.name)),
      oldDefault: old.verdictOnUnlistedCategory, newDefault: new.verdictOnUnlistedCategory)
    return defaultChanges(.otherApplications, old.default, new.default) + names.changes(.applications)
      + categories.changes(.categories)
  }

  private static func denialChanges(_ old: Layer, _ new: Layer) -> [TargetChange] {
    EntryComparison(old: (old.denials, []), new: (new.denials, [])).changes(.denials)
  }

  /// The change of what happens to everything that no entry names.
  static func defaultChanges(_ kind: Kind, _ old: Layer.Default, _ new: Layer.Default) -> [TargetChange] {
    old == new ? [] : [TargetChange(kind: kind, effect: new == .block ? .blocked : .unblocked, names: [])]
  }
}

extension Layer {
  /// What it denies, as the configuration names it.
  fileprivate var denials: [String] {
    (deniesAppInstallation ? ["app-installation"] : []) + (deniesAppRemoval ? ["app-removal"] : [])
  }
}

extension Layer.ApplicationRules {
  /// What happens to an application that no entry names, whatever its categories; nil when these decide.
  fileprivate var verdictOnUnlisted: EntryComparison.Verdict? {
    switch self.default {
    case .block: allowCategories.isEmpty ? .blockIfDesktop : nil
    case .allow: block.isEmpty && blockCategories.isEmpty ? .allow : nil
    }
  }
}

extension Layer.ApplicationRules {
  /// What happens to applications because they are of a category that no entry names; nil when something else decides.
  fileprivate var verdictOnUnlistedCategory: EntryComparison.Verdict? { self.default == .block ? .blockIfDesktop : nil }
}

/// The entries of two pairs of lists, one that blocks and one that lets pass, the latter going first.
struct EntryComparison {
  /// What a list says of a name.
  enum Verdict {
    case block, allow
    /// What `all` says of an application.
    case blockIfDesktop
  }

  let old: (block: [String], allow: [String])
  let new: (block: [String], allow: [String])
  /// What happened to a name in neither list, where that is known.
  var oldDefault: Verdict?
  /// What happens to a name in neither list, where that is known.
  var newDefault: Verdict?

  /// The names whose treatment differs, by what becomes of them.
  func changes(_ kind: TargetChange.Kind) -> [TargetChange] {
    let before = Self.verdicts(old)
    let after = Self.verdicts(new)
    var names: [TargetChange.Effect: [String]] = [:]
    for name in Set(before.keys).union(after.keys) {
      guard let effect = Self.effect(before[name] ?? oldDefault, after[name] ?? newDefault) else { continue }
      names[effect, default: []].append(name)
    }
    return [.unblocked, .excepted, .narrowed, .blocked, .unexcepted, .widened].compactMap { effect in
      names[effect].map { TargetChange(kind: kind, effect: effect, names: $0.sorted()) }
    }
  }

  private static func verdicts(_ lists: (block: [String], allow: [String])) -> [String: Verdict] {
    var verdicts = Dictionary(lists.block.map { ($0, Verdict.block) }) { first, _ in first }
    for name in lists.allow { verdicts[name] = .allow }
    return verdicts
  }

  private static func effect(_ old: Verdict?, _ new: Verdict?) -> TargetChange.Effect? {
    switch (old, new) {
    case (nil, nil), (.block, .block), (.allow, .allow), (.blockIfDesktop, .blockIfDesktop): nil
    case (.block, .blockIfDesktop): .narrowed
    case (.blockIfDesktop, .block): .widened
    case (_, .block), (_, .blockIfDesktop): .blocked
    case (.block, _), (.blockIfDesktop, _): .unblocked
    case (nil, .allow): .excepted
    case (.allow, nil): .unexcepted
    }
  }
}
