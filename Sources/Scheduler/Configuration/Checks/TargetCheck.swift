import SchedulerDiagnostics

extension Reading {
  /// Warns of blocked and allowed targets that are probably not intended. `set` looks up a set by name.
  mutating func checkTargets(of profile: ProfileDraft, _ block: BlockedTargets, set: (String) -> TargetSet?) {
    let sets = block.sets.compactMap(set)
    if profile.limits.isEmpty, block.isEmptyButForSets,
      sets.allSatisfy({ $0.applications.isEmpty && $0.domains.isEmpty })
    {
      report(.blocksNothing(profile.name))
    }
    checkLoopback(profile.block.domains.listed)
    for url in profile.block.urls where url.value.host.isLoopback {
      report(.neverBlocked(Located(value: url.value.host, span: url.span)))
    }
    for (key, span) in profile.block.publishedKeys { report(.publishedOnly(key, at: span)) }
    guard !profile.allow.isEmpty else { return }
    let blocked = BlockedNames(block, sets: sets)
    for domain in profile.allow.domains where !blocked.cover(domain.value) {
      report(.allowsNothing(domain.value.text, at: domain.span, profile: profile.name))
    }
    for application in profile.allow.applications where !blocked.mayCover(application.value) {
      let paths = blocked.paths(like: application.value)
      report(.allowsNoApplication(application, profile: profile.name, paths: paths, blocksPaths: blocked.havePaths))
    }
    for category in profile.allow.categories where !blocked.haveApplications {
      report(.allowsNothing(category.value.name, at: category.span, profile: profile.name))
    }
  }
}

extension Reading {
  /// Warns of listed domains that are never blocked.
  mutating func checkLoopback(_ domains: [Located<DomainName>]) {
    for domain in domains where domain.value.isLoopback { report(.neverBlocked(domain)) }
  }
}

/// The targets that a profile and its sets block, indexed for many look-ups.
private struct BlockedNames {
  private let allDomains: Bool
  private let domains: Set<String>
  /// The hosts with blocked pages.
  private let hosts: Set<DomainName>
  /// Whether any application may be blocked: all are, or those of a category, which only the machine knows.
  private let anyApplication: Bool
  private let applications: Set<ApplicationName>
  /// The blocked paths, by file name.
  private let paths: [String: [ApplicationName]]

  init(_ block: BlockedTargets, sets: [TargetSet]) {
    allDomains = block.domains == .all
    domains = Set((block.domains.listed + sets.flatMap(\.domains)).map(\.text))
    hosts = Set(block.urls.map(\.host))
    anyApplication = block.applications == .all || !block.categories.isEmpty
    applications = Set(block.applications.listed + sets.flatMap(\.applications))
    paths = Dictionary(grouping: applications.filter(\.isPath)) { String($0.fileName) }
  }

  /// Whether any application is blocked.
  var haveApplications: Bool { anyApplication || !applications.isEmpty }

  /// Whether any application is blocked by its path.
  var havePaths: Bool { !paths.isEmpty }

  /// Whether a domain or a parent of it is blocked, or pages of a parent.
  func cover(_ domain: DomainName) -> Bool {
    if domain.isLoopback { return false }
    if !hosts.isEmpty, domain.withParents.dropFirst().contains(where: hosts.contains) { return true }
    var rest = domain.text[...]
    while !allDomains, !domains.contains(String(rest)) {
      guard let dot = rest.firstIndex(of: ".") else { return false }
      rest = rest[rest.index(after: dot)...]
    }
    return true
  }

  /// Whether an application may be blocked by an entry that is not more specific than its name. A path with the same
  /// file name is more specific. A blocked file name may denote an allowed path, and so may another path through a
  /// link.
  func mayCover(_ application: ApplicationName) -> Bool {
    anyApplication || applications.contains(application)
      || application.isPath && haveFile(named: String(application.fileName))
  }

  private func haveFile(named name: String) -> Bool {
    paths[name] != nil || applications.contains(ApplicationName(name))
  }

  /// Returns the blocked paths that the name of an application may denote, sorted.
  func paths(like application: ApplicationName) -> [ApplicationName] {
    application.isPath ? [] : (paths[application.text] ?? []).sorted()
  }
}

extension AllowDraft {
  fileprivate var isEmpty: Bool { applications.isEmpty && categories.isEmpty && domains.isEmpty }
}

extension BlockDraft {
  /// The keys present whose effect depends on other programs.
  fileprivate var publishedKeys: [(String, SourceSpan)] {
    [("app-installation", allowsAppInstallation), ("app-removal", allowsAppRemoval)].compactMap { key, given in
      given.flatMap { $0.value ? nil : (key, $0.span) }
    }
  }
}

extension DomainName {
  /// Whether this domain is `other` or a subdomain of it.
  public func isEqualOrSubdomain(of other: DomainName) -> Bool {
    let (name, suffix) = (text.utf8, other.text.utf8)
    let missing = name.count - suffix.count
    guard missing > 0 else { return text == other.text }
    let rest = name.dropFirst(missing - 1)
    return rest.first == UInt8(ascii: ".") && rest.dropFirst().elementsEqual(suffix)
  }
}

extension DiagnosticCode {
  static let blocksNothing = DiagnosticCode("blocks-nothing")
  static let allowsNothing = DiagnosticCode("allows-nothing")
  static let neverBlocked = DiagnosticCode("never-blocked")
  static let publishedOnly = DiagnosticCode("published-only")
}

extension Diagnostic {
  fileprivate static func blocksNothing(_ profile: Located<String>) -> Diagnostic {
    Diagnostic(
      .warning, code: .blocksNothing, message: "profile '\(profile.value)' blocks nothing", at: profile.span,
      help: ["add [profile.\(profile.value).block] with 'sets', 'apps', 'categories', 'domains' or 'urls'"])
  }

  fileprivate static func allowsNothing(_ name: String, at span: SourceSpan, profile: Located<String>) -> Diagnostic {
    Diagnostic(
      .warning, code: .allowsNothing,
      message: "'\(name)' is allowed but nothing in profile '\(profile.value)' blocks it", at: span)
  }

  /// The warning about an allowed application that a path may block, which is more specific than its name.
  fileprivate static func allowsNoApplication(
    _ application: Located<ApplicationName>, profile: Located<String>, paths: [ApplicationName], blocksPaths: Bool
  ) -> Diagnostic {
    let name = application.value.text
    if let path = paths.first {
      return Diagnostic(
        .warning, code: .allowsNothing,
        message:
          "'\(name)' is allowed but profile '\(profile.value)' blocks '\(path.text)', and a path is more exact than a name",
        at: application.span, help: ["allow the path: \"\(path.text)\""])
    }
    guard blocksPaths, !application.value.isPath else {
      return allowsNothing(name, at: application.span, profile: profile)
    }
    return Diagnostic(
      .warning, code: .allowsNothing,
      message: "'\(name)' is allowed but nothing in profile '\(profile.value)' blocks it by that name",
      at: application.span, help: ["a blocked path is more exact than a name: to except its program, allow the path"])
  }

  fileprivate static func neverBlocked(_ domain: Located<DomainName>) -> Diagnostic {
    Diagnostic(
      .warning, code: .neverBlocked,
      message: "'\(domain.value.text)' is never blocked: it is a name of the machine for itself", at: domain.span,
      help: ["remove it"])
  }

  fileprivate static func publishedOnly(_ key: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .note, code: .publishedOnly, message: "'\(key)' is published for other programs; nothing here enforces it",
      at: span)
  }
}
