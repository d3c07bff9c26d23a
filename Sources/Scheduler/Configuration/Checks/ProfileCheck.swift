import SchedulerDiagnostics

extension Reading {
  /// Warns of users and groups that this machine does not have, if that can be determined. Such a name matches no user.
  mutating func checkAccounts(of draft: ConfigurationDraft) {
    guard let accounts else { return }
    for profile in draft.profiles.drafts {
      for user in profile.users where !accounts.hasUser(user.value) {
        report(.unknownAccount("user", name: user, known: accounts.users()))
      }
      for group in profile.groups { check(group, against: accounts) }
    }
    guard let group = draft.daemon.group else { return }
    check(group, against: accounts)
    if accounts.hasGroup(group.value), accounts.isOutside(group: group.value) { reportError(.foreignGroup(group)) }
  }

  private mutating func check(_ group: Located<String>, against accounts: any AccountSource) {
    if !accounts.hasGroup(group.value) { report(.unknownAccount("group", name: group, known: accounts.groups())) }
  }
}

extension DiagnosticCode {
  static let unknownUser = DiagnosticCode("unknown-user")
  static let unknownGroup = DiagnosticCode("unknown-group")
}

extension Diagnostic {
  fileprivate static func foreignGroup(_ name: Located<String>) -> Diagnostic {
    Diagnostic(
      .error, code: .unknownGroup,
      message: "'daemon.group' names the group '\(name.value)', and you are not in that group", at: name.span,
      help: ["name one of the groups that 'id -Gn' lists, or join the group and log in again"])
  }

  fileprivate static func unknownAccount(_ kind: String, name: Located<String>, known: [String]) -> Diagnostic {
    let isNumber = !name.value.isEmpty && name.value.utf8.allSatisfy(isASCIIDigit)
    let list =
      isNumber ? "write its name, not its number" : "'getent \(kind == "user" ? "passwd" : "group")' lists them"
    return Diagnostic(
      .warning, code: kind == "user" ? .unknownUser : .unknownGroup,
      message: "this machine has no \(kind) '\(name.value)'", at: name.span, label: "it matches nobody",
      help: NearestName.help(for: name.value, among: known, otherwise: list))
  }
}

extension Reading {
  /// Adds notes on consequences of a strict lock that users may not expect.
  mutating func checkLock(of profile: ProfileDraft, _ file: ConfigurationDraft) {
    guard let lock = profile.lock, lock.value == .strict else { return }
    func note(_ code: DiagnosticCode, message: String, help: [String] = []) {
      report(Diagnostic(.note, code: code, message: message, at: lock.span, help: help))
    }
    if profile.cooldown?.value ?? file.daemon.settings.cooldownSeconds == 0 {
      note(
        .strictWithoutCooldown,
        message: "edits that loosen '\(profile.name.value)' take effect at once between sessions",
        help: ["add 'cooldown = \"1h\"', and they wait that long"])
    }
    let hasEmergency = file.emergency.uses > 0 && profile.permissions?.contains(.emergency) ?? true
    if profile.unlockKeys.isEmpty, !hasEmergency {
      note(
        .strictWithoutWayOut,
        message: "nothing ends a session of '\(profile.name.value)' early, not even an emergency",
        help: ["add [[profile.\(profile.name.value).unlock]], or uses to [emergency] that 'may' allows"])
    }
    if profile.strategy.kind == .manual {
      note(
        .strictNeedsLength,
        message: "a manual start of '\(profile.name.value)' needs '--for': it has no end, and cannot be stopped")
    }
  }
}

extension DiagnosticCode {
  static let strictWithoutCooldown = DiagnosticCode("strict-without-cooldown")
  static let strictWithoutWayOut = DiagnosticCode("strict-without-way-out")
  static let strictNeedsLength = DiagnosticCode("strict-needs-length")
}

extension Reading {
  /// Warns of a key that commands would parse as an option, and of a name that cannot be displayed unchanged.
  mutating func checkNames(of profile: ProfileDraft) {
    if profile.name.value.hasPrefix("-") { report(.keyLikeAnOption(profile.name)) }
    guard let name = profile.displayName else { return }
    if name.value.allSatisfy(\.isWhitespace) {
      report(.emptyName(name))
    } else if name.value.unicodeScalars.contains(where: \.isControl) {
      report(.controlInName(name))
    }
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is in the category Cc, which never changes.
  fileprivate var isControl: Bool { value < 0x20 || 0x7F...0x9F ~= value }
}

extension Diagnostic {
  fileprivate static func keyLikeAnOption(_ key: Located<String>) -> Diagnostic {
    let mended = String(key.value.drop { $0 == "-" })
    return Diagnostic(
      .warning, code: .invalidName, message: "the key '\(key.value)' reads as an option on a command line",
      at: key.span,
      help: [mended.isEmpty ? "begin it with a letter" : "write [profile.\(mended)], or '--' before it in commands"])
  }

  fileprivate static func emptyName(_ name: Located<String>) -> Diagnostic {
    Diagnostic(
      .warning, code: .invalidName, message: "the name of a profile is empty", at: name.span,
      help: ["without 'name' its key is shown"])
  }

  fileprivate static func controlInName(_ name: Located<String>) -> Diagnostic {
    Diagnostic(
      .warning, code: .invalidName, message: "the name of a profile has a control character", at: name.span,
      help: ["remove it; it is shown as a symbol"])
  }
}

/// The users and groups of a machine. Names in profiles are checked against them.
///
/// It is used only if a profile names a user or a group.
public protocol AccountSource {
  /// Returns the names of the users that are known without a search, for suggestions.
  func users() -> [String]

  /// Returns the names of the groups that are known without a search, for suggestions.
  func groups() -> [String]

  /// Whether a user with that name exists. A number is not a name.
  func hasUser(_ name: String) -> Bool

  /// Whether the user of the configuration is not in an existing group, and so may not give files to it. The default is
  /// false, which suits root and configurations of other users.
  func isOutside(group: String) -> Bool

  /// Whether a group with that name exists. A number is not a name.
  func hasGroup(_ name: String) -> Bool
}

extension AccountSource {
  /// Returns false.
  public func isOutside(group: String) -> Bool { false }
}
