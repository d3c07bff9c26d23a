/// Targets of one kind for which two layers decide differently.
public struct TargetChange: Hashable, Sendable {
  /// The kind of the targets.
  public enum Kind: String, Sendable {
    /// All applications that no entry names. The configuration says `all`.
    case otherApplications = "other-apps"
    /// Applications.
    case applications = "apps"
    /// Categories of applications.
    case categories
    /// All domains that no entry covers. The configuration says `all`.
    case otherDomains = "other-domains"
    /// Domains and those of their subdomains that no other entry covers.
    case domains
    /// Pages of sites, by the beginning of their paths.
    case urls
    /// Denied actions: `app-installation`, `app-removal`.
    case denials
  }

  /// The effect on the targets.
  public enum Effect: String, Sendable {
    /// The targets are now blocked.
    case blocked
    /// The targets are no longer blocked.
    case unblocked
    /// The targets are now allowed, whatever their category.
    case excepted
    /// The targets are no longer exempt if something else blocks them.
    case unexcepted
    /// The targets are now blocked only if they are desktop applications: `all` replaces their entries and covers no
    /// others.
    case narrowed
    /// The targets are now blocked even if they are no desktop applications: an entry names what only `all` covered.
    case widened
  }

  /// The kind of the targets.
  public let kind: Kind
  /// The effect on the targets.
  public let effect: Effect
  /// The names of the targets, sorted; empty for targets that no entry names.
  public let names: [String]

  /// The direction of the change.
  public var direction: ChangeDirection {
    switch effect {
    case .blocked, .unexcepted, .widened: .tightens
    case .unblocked, .excepted, .narrowed: .loosens
    }
  }

  /// The targets for which two layers decide differently. A missing layer blocks nothing.
  static func changes(from old: Layer?, to new: Layer?) -> [TargetChange] {
    guard let profile = (new ?? old)?.profile else { return [] }
    let layers = (old: old ?? Layer(of: profile), new: new ?? Layer(of: profile))
    return applicationChanges(from: layers.old.applications, to: layers.new.applications)
      + domainChanges(from: layers.old.domains, to: layers.new.domains)
      + pageChanges(from: layers.old.domains, to: layers.new.domains)
      + denialChanges(from: layers.old, to: layers.new)
  }

  private static func applicationChanges(
    from old: Layer.ApplicationRules, to new: Layer.ApplicationRules
  ) -> [TargetChange] {
    guard old != new else { return [] }
    let names = EntryComparison(
      old: (old.block.map(\.text), old.allow.map(\.text)), new: (new.block.map(\.text), new.allow.map(\.text)),
      oldDefault: old.verdictOnUnlisted, newDefault: new.verdictOnUnlisted)
    let categories = EntryComparison(
      old: (old.blockCategories.map(\.name), old.allowCategories.map(\.name)),
      new: (new.blockCategories.map(\.name), new.allowCategories.map(\.name)),
      oldDefault: old.verdictOnUnlistedCategory, newDefault: new.verdictOnUnlistedCategory)
    return defaultChanges(.otherApplications, from: old.default, to: new.default) + names.changes(.applications)
      + categories.changes(.categories)
  }

  private static func denialChanges(from old: Layer, to new: Layer) -> [TargetChange] {
    EntryComparison(old: (old.denials, []), new: (new.denials, [])).changes(.denials)
  }

  /// The change of the default, which decides for targets that no entry names.
  static func defaultChanges(_ kind: Kind, from old: Layer.Default, to new: Layer.Default) -> [TargetChange] {
    old == new ? [] : [TargetChange(kind: kind, effect: new == .block ? .blocked : .unblocked, names: [])]
  }
}

extension Layer {
  /// The denied actions, as the configuration names them.
  fileprivate var denials: [String] {
    (deniesAppInstallation ? ["app-installation"] : []) + (deniesAppRemoval ? ["app-removal"] : [])
  }
}

extension Layer.ApplicationRules {
  /// The verdict on an application that no entry names, or nil if its categories decide.
  fileprivate var verdictOnUnlisted: EntryComparison.Verdict? {
    switch self.default {
    case .block: allowCategories.isEmpty ? .blockIfDesktop : nil
    case .allow: block.isEmpty && blockCategories.isEmpty ? .allow : nil
    }
  }
}

extension Layer.ApplicationRules {
  /// The verdict on the applications of a category that no entry names, or nil if something else decides.
  fileprivate var verdictOnUnlistedCategory: EntryComparison.Verdict? { self.default == .block ? .blockIfDesktop : nil }
}

/// A comparison of two pairs of lists. Each pair has a list of blocked names and a list of allowed names, which wins.
struct EntryComparison {
  /// The decision of a pair of lists on a name.
  enum Verdict {
    case block, allow
    /// The decision of `all` on an application.
    case blockIfDesktop
  }

  let old: (block: [String], allow: [String])
  let new: (block: [String], allow: [String])
  /// The old verdict on a name in neither list, if it is known.
  var oldDefault: Verdict?
  /// The new verdict on a name in neither list, if it is known.
  var newDefault: Verdict?

  /// The names with different verdicts, grouped by effect.
  func changes(_ kind: TargetChange.Kind) -> [TargetChange] {
    let before = Self.verdicts(old)
    let after = Self.verdicts(new)
    var names: [TargetChange.Effect: [String]] = [:]
    for name in Set(before.keys).union(after.keys) {
      guard let effect = Self.effect(from: before[name] ?? oldDefault, to: after[name] ?? newDefault) else { continue }
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

  private static func effect(from old: Verdict?, to new: Verdict?) -> TargetChange.Effect? {
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
