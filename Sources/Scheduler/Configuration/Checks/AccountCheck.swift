import SchedulerDiagnostics

extension Reading {
  /// Reports users and groups that this machine does not have, if that can be determined.
  mutating func checkAccounts(of draft: ConfigurationDraft) {
    guard let accounts else { return }
    for profile in draft.profiles.drafts {
      for user in profile.users where !accounts.hasUser(user.value) {
        reportError(.unknownAccount("user", user, known: accounts.users()))
      }
      for group in profile.groups { check(group, accounts) }
    }
    if let group = draft.daemon.group { check(group, accounts) }
  }

  private mutating func check(_ group: Located<String>, _ accounts: any AccountSource) {
    if !accounts.hasGroup(group.value) { reportError(.unknownAccount("group", group, known: accounts.groups())) }
  }
}

extension DiagnosticCode {
  static let unknownUser = DiagnosticCode("unknown-user")
  static let unknownGroup = DiagnosticCode("unknown-group")
}

extension Diagnostic {
  fileprivate static func unknownAccount(_ kind: String, _ name: Located<String>, known: [String]) -> Diagnostic {
    let nearest = NearestName.nearest(to: name.value, among: known)
    let isNumber = !name.value.isEmpty && name.value.utf8.allSatisfy(isASCIIDigit)
    let list =
      isNumber ? "write its name, not its number" : "'getent \(kind == "user" ? "passwd" : "group")' lists them"
    return Diagnostic(
      .error, code: kind == "user" ? .unknownUser : .unknownGroup,
      message: "this machine has no \(kind) '\(name.value)'",
      at: DiagnosticLabel(name.span), help: [nearest.map { "did you mean '\($0)'?" } ?? list])
  }
}
