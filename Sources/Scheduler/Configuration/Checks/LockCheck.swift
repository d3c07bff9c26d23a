import SchedulerDiagnostics

extension Reading {
  /// Adds notes on consequences of a strict lock that users may not expect.
  mutating func checkLock(of profile: ProfileDraft, _ file: ConfigurationDraft) {
    guard let lock = profile.lock, lock.value == .strict else { return }
    let label = DiagnosticLabel(lock.span)
    if profile.cooldown?.value ?? file.daemon.settings.cooldownSeconds == 0 {
      report(
        Diagnostic(
          .note, code: .strictWithoutCooldown,
          message: "edits that loosen '\(profile.name.value)' take effect at once between sessions",
          at: label, help: ["add 'cooldown = \"1h\"', and they wait that long"]))
    }
    let hasEmergency = file.emergency.uses > 0 && profile.permissions?.contains(.emergency) ?? true
    if profile.unlockKeys.isEmpty, !hasEmergency {
      report(
        Diagnostic(
          .note, code: .strictWithoutWayOut,
          message: "nothing ends a session of '\(profile.name.value)' early, not even an emergency",
          at: label, help: ["add [[profile.\(profile.name.value).unlock]], or uses to [emergency] that 'may' allows"]))
    }
    if profile.strategy.kind == .manual {
      report(
        Diagnostic(
          .note, code: .strictNeedsLength,
          message: "a manual start of '\(profile.name.value)' needs '--for': it has no end, and cannot be stopped",
          at: label))
    }
  }
}

extension DiagnosticCode {
  static let strictWithoutCooldown = DiagnosticCode("strict-without-cooldown")
  static let strictWithoutWayOut = DiagnosticCode("strict-without-way-out")
  static let strictNeedsLength = DiagnosticCode("strict-needs-length")
}
