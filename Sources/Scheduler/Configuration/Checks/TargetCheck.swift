import Diagnostics

extension Reading {
  /// Warns of what is probably not meant about what a profile blocks and allows; `set` looks sets up.
  mutating func checkTargets(of profile: ProfileDraft, _ block: BlockedTargets, set: (String) -> TargetSet?) {
    let sets = block.sets.compactMap(set)
    if block.isEmptyButForSets, sets.allSatisfy({ $0.applications.isEmpty && $0.domains.isEmpty }) {
      report(.blocksNothing(profile.name))
    }
    for (key, span) in profile.block.publishedKeys { report(.publishedOnly(key, span)) }
    guard !profile.allow.isEmpty else { return }
    let blocked = BlockedNames(block, sets)
    for domain in profile.allow.domains where !blocked.cover(domain.value) {
      report(.allowsNothing(domain.value.text, domain.span, profile.name))
    }
    for application in profile.allow.applications where !blocked.mayCover(application.value) {
      report(.allowsNothing(application.value.text, application.span, profile.name))
    }
    for category in profile.allow.categories where !blocked.haveApplications {
      report(.allowsNothing(category.value.name, category.span, profile.name))
    }
  }
}

/// What a profile and its sets block, for looking many names up.
private struct BlockedNames {
  private let allDomains: Bool
  private let domains: Set<String>
  /// Whether any application may be blocked: all are, or those of a category, which is known only on the machine.
  private let anyApplication: Bool
  private let applications: Set<String>

  init(_ block: BlockedTargets, _ sets: [TargetSet]) {
    allDomains = block.domains == .all
    domains = Set((block.domains.listed + sets.flatMap(\.domains)).map(\.text))
    anyApplication = block.applications == .all || !block.categories.isEmpty
    applications = Set((block.applications.listed + sets.flatMap(\.applications)).map { String($0.fileName) })
  }

  /// Whether any application is blocked.
  var haveApplications: Bool { anyApplication || !applications.isEmpty }

  /// Whether a domain, or one above it, is blocked.
  func cover(_ domain: DomainName) -> Bool {
    var rest = domain.text[...]
    while !allDomains, !domains.contains(String(rest)) {
      guard let dot = rest.firstIndex(of: ".") else { return false }
      rest = rest[rest.index(after: dot)...]
    }
    return true
  }

  /// Whether an application may be blocked; a path and a file name may mean the same one.
  func mayCover(_ application: ApplicationName) -> Bool {
    anyApplication || applications.contains(String(application.fileName))
  }
}

extension AllowDraft {
  fileprivate var isEmpty: Bool { applications.isEmpty && categories.isEmpty && domains.isEmpty }
}

extension BlockDraft {
  /// The keys given whose effect is left to other programs.
  fileprivate var publishedKeys: [(String, SourceSpan)] {
    [("app-installation", allowsAppInstallation), ("app-removal", allowsAppRemoval)].compactMap { key, given in
      given.flatMap { $0.value ? nil : (key, $0.span) }
    }
  }
}

extension DomainName {
  /// Whether this is `other` or lies below it.
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
  static let publishedOnly = DiagnosticCode("published-only")
}

extension Diagnostic {
  fileprivate static func blocksNothing(_ profile: Located<String>) -> Diagnostic {
    Diagnostic(
      .warning, .blocksNothing, "profile '\(profile.value)' blocks nothing", at: DiagnosticLabel(profile.span),
      help: ["add [profile.\(profile.value).block] with 'sets', 'apps', 'categories' or 'domains'"])
  }

  fileprivate static func allowsNothing(_ name: String, _ span: SourceSpan, _ profile: Located<String>) -> Diagnostic {
    Diagnostic(
      .warning, .allowsNothing, "'\(name)' is allowed but nothing in profile '\(profile.value)' blocks it",
      at: DiagnosticLabel(span))
  }

  fileprivate static func publishedOnly(_ key: String, _ span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .note, .publishedOnly, "'\(key)' is published for other programs; nothing here enforces it",
      at: DiagnosticLabel(span))
  }
}
