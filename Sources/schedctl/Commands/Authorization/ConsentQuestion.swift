import SchedulerInstance

extension Console {
  /// Shows what a configuration shields and asks for consent. Returns nil at the end of input.
  mutating func askForConsent(_ view: StateView) throws(CommandFailure) -> Bool? {
    for line in view.consentText { messages.write(line + "\n") }
    while let answer = try ask("Do you consent? [yes/no]") {
      switch answer.lowercased() {
      case "yes": return true
      case "no": return false
      default: messages.write("answer with yes or no\n")
      }
    }
    return nil
  }
}

extension StateView {
  /// The text shown before the question.
  fileprivate var consentText: [String] {
    let configuration = engine.configuration
    let shielding = configuration.profiles.filter { $0.isEnabled && !configuration.layer(of: $0).blocksNothing }
    var lines = ["By \(update.title), these profiles shield what they block while a session of theirs runs:"]
    for profile in shielding {
      let block = configuration.blockedTargets(of: profile)
      let counts = [
        block.applications.words("app"),
        block.categories.isEmpty ? nil : "\(block.categories.count) categories of apps",
        block.domains.words("domain"),
        Coverage.listed(block.urls).words("url"),
      ]
      let lock = profile.lock == .none ? "" : " · its lock is \(profile.lock.rawValue)"
      lines.append("  \(profile.key) · \(counts.compactMap(\.self).joined(separator: ", "))\(lock)")
    }
    if shielding.isEmpty { lines.append("  none of them blocks anything yet") }
    if shielding.contains(where: { $0.lock == .strict }) {
      lines.append(
        "A strict session continues to its end, but for a key or an emergency, also when consent is withdrawn.")
    }
    lines.append("The shield is written to '\(instance.shieldPath)', and a daemon that runs enforces it.")
    lines.append(
      "Consent also counts for what the configuration says later; 'schedctl authorize --revoke' withdraws it.")
    return lines
  }
}

extension Coverage {
  /// Returns the number of elements with a noun; nil if there are none.
  fileprivate func words(_ noun: String) -> String? {
    if self == .all { return "all \(noun)s" }
    let count = Set(listed).count
    return count == 0 ? nil : "\(count) \(noun)\(count == 1 ? "" : "s")"
  }
}
