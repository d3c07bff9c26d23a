import SchedulerDiagnostics

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
      at: DiagnosticLabel(key.span),
      help: [mended.isEmpty ? "begin it with a letter" : "write [profile.\(mended)], or '--' before it in commands"])
  }

  fileprivate static func emptyName(_ name: Located<String>) -> Diagnostic {
    Diagnostic(
      .warning, code: .invalidName, message: "the name of a profile is empty", at: DiagnosticLabel(name.span),
      help: ["without 'name' its key is shown"])
  }

  fileprivate static func controlInName(_ name: Located<String>) -> Diagnostic {
    Diagnostic(
      .warning, code: .invalidName, message: "the name of a profile has a control character",
      at: DiagnosticLabel(name.span),
      help: ["it is shown as a symbol in its place: leave it out"])
  }
}
