import Diagnostics

extension Reading {
  /// Warns of what is probably not meant about what a profile blocks and allows; `blocked` has its sets taken in.
  mutating func checkTargets(of profile: ProfileDraft, blocked: BlockedTargets) {
    if blocked.isEmpty { report(.blocksNothing(profile.name)) }
    for domain in profile.allow.domains where !blocked.covers(domain.value) {
      report(.allowsNothing(domain.value.text, domain.span, profile.name))
    }
    for application in profile.allow.applications where !blocked.mayCover(application.value) {
      report(.allowsNothing(application.value.text, application.span, profile.name))
    }
    for (key, span) in profile.block.publishedKeys { report(.publishedOnly(key, span)) }
  }
}

extension BlockedTargets {
  /// Whether a domain is blocked here.
  fileprivate func covers(_ domain: DomainName) -> Bool {
    domains == .all || domains.listed.contains { domain.isEqualOrSubdomain(of: $0) }
  }

  /// Whether an application may be blocked here. A category may hold any: which ones is known only on the machine.
  fileprivate func mayCover(_ application: ApplicationName) -> Bool {
    applications == .all || !categories.isEmpty
      || applications.listed.contains { $0 == application || $0.fileName == application.fileName }
  }
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
    text == other.text || text.hasSuffix("." + other.text)
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
