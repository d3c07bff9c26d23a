import Diagnostics

extension Configuration {
  /// What is probably not meant about what a profile blocks and allows.
  func targetFindings(of profile: Profile) -> [Diagnostic] {
    guard let source = profile.source else { return [] }
    var findings: [Diagnostic] = []
    if profile.block.isEmpty {
      findings.append(
        Diagnostic(
          .warning, .blocksNothing, "profile '\(profile.key)' blocks nothing", at: DiagnosticLabel(source),
          help: ["add [profile.\(profile.key).block] with 'sets', 'apps', 'categories' or 'domains'"]))
    }
    for entry in profile.allow.entriesWithoutEffect(on: blockedTargets(of: profile)) {
      findings.append(
        Diagnostic(
          .warning, .allowsNothing, "'\(entry)' is allowed but nothing in profile '\(profile.key)' blocks it",
          at: DiagnosticLabel(source)))
    }
    if profile.block.deniesAppInstallation || profile.block.deniesAppRemoval {
      findings.append(
        Diagnostic(
          .note, .publishedOnly,
          "'app-installation' and 'app-removal' are published for other programs; nothing here enforces them",
          at: DiagnosticLabel(source)))
    }
    return findings
  }

  /// The set of a name: the file's own, else the built-in one.
  public func set(named name: String) -> TargetSet? { sets[name] ?? BuiltInSets.all[name] }

  /// What a profile blocks, with its sets taken in.
  public func blockedTargets(of profile: Profile) -> BlockedTargets {
    var block = profile.block
    for set in block.sets.compactMap(set(named:)) {
      if case .listed(let listed) = block.applications { block.applications = .listed(listed + set.applications) }
      if case .listed(let listed) = block.domains { block.domains = .listed(listed + set.domains) }
    }
    return block
  }
}

extension AllowedTargets {
  /// The entries that except nothing of what is blocked.
  fileprivate func entriesWithoutEffect(on block: BlockedTargets) -> [String] {
    let domains = domains.filter { domain in
      block.domains != .all && !block.domains.listed.contains { domain.isEqualOrSubdomain(of: $0) }
    }
    // A category may hold any application: which ones is known only on the machine that runs them.
    guard block.applications != .all, block.categories.isEmpty else { return domains.map(\.text) }
    let applications = applications.filter { allowed in
      !block.applications.listed.contains { $0 == allowed || $0.fileName == allowed.fileName }
    }
    return applications.map(\.text) + domains.map(\.text)
  }
}

extension DomainName {
  /// Whether this is `other` or lies below it.
  public func isEqualOrSubdomain(of other: DomainName) -> Bool {
    text == other.text || text.hasSuffix("." + other.text)
  }
}
