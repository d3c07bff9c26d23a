import SchedulerEnforcement
import SchedulerInstance

extension WhyAnswer {
  /// Returns the effect of a profile according to its session in words. Nil if only its windows are known, or if only
  /// they count.
  func livePredicate(of stance: TargetOutlook.Stance) -> String? {
    if let published, stance.isBlocker {
      if published.isBlocked(by: stance.profile.id) { return "blocks it" }
      return stance.holds ? "does not block it now, though its window holds" : nil
    }
    guard let live, stance.profile.isEnabled, stance.decision.isBlocked else { return nil }
    if let session = live.stance(of: stance.profile.reference) {
      guard session.coversUser else { return nil }
      return session.predicate
    }
    guard stance.holds else { return nil }
    guard let reason = live.engine.unheldReason(of: stance.profile.id) else { return "does not block it now" }
    return "does not block it now: its window \(reason.words)"
  }

  /// A sentence on each limit that counts the target.
  var limitTexts: [String] {
    let rules = limitRules.map {
      "profile '\($0.profile)' limits it to \($0.limit); how much was used is not known here"
    }
    return rules
      + limits.map { standing in
        let words = standing.words { instant in
          ZonedText(instant, in: zone.rules).words(besides: ZonedText(outlook.instant, in: zone.rules))
        }
        return "profile '\(standing.profile.key)' limits it to \(standing.limit); \(words)"
      }
  }

  /// Returns a sentence on each session that is not counted.
  func uncountedTexts(_ view: StateView?) -> [String] {
    uncounted.map { stance in
      let end = view.flatMap { view in
        stance.end.map { "until \(view.words($0, in: view.zone(of: stance.session.profile)))" }
      }
      return "not counted is the session of profile '\(stance.session.profile.key)' that runs now: it blocks it "
        + (end ?? "until it is stopped")
    }
  }

  /// Returns a sentence on each session that blocks a domain for other users, and thereby for this one.
  func machineWideTexts(_ enforcement: EnforcementStatus) -> [String] {
    guard let live, !isBlocked, case .domain(let domain) = request.target,
      let adapter = enforcement.machineWideEnforcers.first
    else { return [] }
    let sessions = outlook.stances.compactMap { live.stance(of: $0.profile.reference) }.filter(\.blocksOthers)
    let named = sessions.filter { stance in
      BlockedNames.contain(domain, of: stance.session.rules.layer, on: request.machine)
    }
    return named.map { stance in
      "but \(adapter.rawValue) cannot tell users apart: what profile '\(stance.session.profile.key)' blocks for others does not "
        + "resolve for anybody"
    }
  }

  /// Writes a note about each session whose layer differs from the configuration.
  func writeOutdated(_ view: StateView?, to output: inout TextOutput) {
    guard let live, let view else { return }
    for stance in live.outdated(configuration) {
      output.write("\nthe session of profile '\(stance.session.profile.key)' \(stance.predicate)\n")
      let copied = [("by", "the configuration as it was when the session started")]
      for (label, text) in copied + StatusText(view: view).holdLines(of: stance.session) {
        output.write("  \(label.padded(to: 8))\(PrintableText.printable(text))\n")
      }
    }
  }
}

extension UnheldReason {
  /// The reason why the window is not open, in words.
  fileprivate var words: String {
    switch self {
    case .stopped: "was stopped"
    case .skipped: "was skipped"
    case .replaced: "was replaced by another profile's"
    case .removed: "ended when the profile was removed"
    case .waiting: "waits for a locked session to end"
    case .ended: "has ended before"
    }
  }
}

extension LiveVerdict.Stance {
  /// The effect of the session on the target, in words.
  fileprivate var predicate: String {
    if blocksNow { return "blocks it" }
    if !decision.isBlocked { return "lets it pass" }
    if !coversAnybody { return "blocks it for users that this machine does not have" }
    if !coversUser { return "blocks it for others" }
    return openUntil == nil ? "does not block it now" : "does not block it now: access to it is open"
  }
}
