import SchedulerCivilTime

/// The facts about an installation, and the findings derived from them. The caller collects the facts.
///
/// ```swift
/// let findings = inspection.findings
/// let isWell = !findings.contains { $0.gravity == .problem }
/// ```
public struct Inspection: Sendable {
  /// The time of the inspection.
  public var now: Instant
  /// The zone in which times are displayed.
  public var zone: ZoneRules
  /// The state directory.
  public var state: StateFacts
  /// The content of the state directory, or nil if it is unreadable.
  public var evaluation: EvaluationFacts?
  /// The clocks.
  public var clocks: ClockFacts
  /// The zone of the machine.
  public var systemZone: SystemZoneFacts
  /// The configuration.
  public var configuration: ConfigurationFacts
  /// Sentences about the waiting parts of the configuration.
  public var waiting: [String] = []
  /// What enforces the shield, as the daemon says; without adapters if no daemon runs.
  public var enforcement = EnforcementStatus()
  /// Whether the findings include limits that nothing measures because their people are not logged in.
  public var showsAbsentLimits = false
  /// The findings about programs of the machine through which adapters work, such as browsers.
  public var components: [Finding] = []
  /// Whether a browser has the extension that shows the shield page.
  public var hasExtension = false
  /// Whether a unit of systemd removes what an expired shield left in files of the machine.
  public var removesExpired = true
  /// The paths of files that contain what a shield left, although no daemon runs, or none that uses the adapter.
  public var leftovers: [String] = []
  /// The command that evaluates the state once, as crontab(5) takes it.
  public var evaluationCommand = "schedctl run --once"

  /// Creates an inspection with the given facts.
  public init(
    at now: Instant, zone: ZoneRules, state: StateFacts, evaluation: EvaluationFacts?, clocks: ClockFacts,
    systemZone: SystemZoneFacts, configuration: ConfigurationFacts
  ) {
    self.now = now
    self.zone = zone
    self.state = state
    self.evaluation = evaluation
    self.clocks = clocks
    self.systemZone = systemZone
    self.configuration = configuration
  }

  /// The findings, ordered by area; never empty. Complexity: O(facts).
  public var findings: [Finding] {
    let words = { (instant: Instant) in
      let civil = zone.civil(at: instant)
      return "\(civil.date) \(civil.time)"
    }
    let stored =
      evaluation.map { state.isMissing ? $0.findingsWithoutState : $0.findings(at: now, isKept: state.isKept, words) }
      ?? []
    return configuration.findings(isWaiting: !waiting.isEmpty, words) + state.findings
      + [keeper(words)].compactMap(\.self)
      + stored
      + clocks.findings(at: now, newest: evaluation?.evaluatedAt, words) + systemZone.findings
      + waiting.map { Finding(.note, code: .waiting, text: $0) } + enforcement.findings(hasDaemon: state.isKept)
      + (evaluation?.limitFindings(hasDaemon: state.isKept, showsAbsent: showsAbsentLimits) ?? []) + components
      + [privacy, urls, expiry].compactMap(\.self) + leftovers.map(leftover)
  }

  /// The finding that no adapter in use can block the `urls` of the configuration; nil if one can, or there are none.
  private var urls: Finding? {
    let adapters = enforcement.adapters
    guard configuration.blocksURLs, !adapters.isEmpty,
      !adapters.contains(where: { $0.mayBlock && $0.adapter.blocksPages })
    else { return nil }
    if hasExtension, !configuration.isPrivate {
      return Finding(
        .note, code: .enforcement,
        text: "the 'urls' of the configuration are blocked by the browser extension alone, where a browser has it")
    }
    return Finding(
      .note, code: .enforcement,
      text:
        "the 'urls' of the configuration are not enforced by an adapter: neither 'chromium' nor 'firefox' works here",
      remedy:
        "where it is installed, the browser extension blocks them; only browsers can tell the pages of a site apart")
  }

  /// The finding that a private configuration switches the extension off; nil without either.
  private var privacy: Finding? {
    guard hasExtension, configuration.isPrivate else { return nil }
    return Finding(
      .note, code: .shieldPage,
      text:
        "with 'private = true' the browser extension and the shield page get no rules, so they block and show nothing",
      remedy:
        "policies and names hold without them; 'private = false' in '[daemon]' lets every user read what is blocked")
  }

  private func leftover(_ path: String) -> Finding {
    let isUnused = state.isKept
    return Finding(
      .note, code: .expiry,
      text: "'\(path)' contains what a shield left, and "
        + (isUnused ? "the daemon does not use its adapter" : "no daemon runs"),
      remedy: isUnused
        ? "'schedctl revert --all' removes it"
        : "'schedctl revert' removes it after the end of the shield, 'schedctl revert --all' in any case")
  }

  /// The finding that what the adapters leave on the machine outlives the shield if the daemon ends; nil if it does not.
  private var expiry: Finding? {
    let outlives = enforcement.adapters.contains { standing in
      if case .unavailable = standing.state { return false }
      return standing.adapter.outlivesDaemon
    }
    guard outlives, !removesExpired else { return nil }
    return Finding(
      .note, code: .expiry,
      text:
        "what a shield left on the machine holds until a daemon or 'schedctl revert' runs, also after its end: no unit of "
        + "systemd removes it",
      remedy: "'schedctl install' installs the unit; without systemd run 'schedctl revert --expired' at boot")
  }

  /// The finding that neither a daemon nor regular calls of `run --once` follow the schedule; nil if one does, or if that
  /// is unknown.
  private func keeper(_ words: (Instant) -> String) -> Finding? {
    switch (state.presence, state.writer) {
    case (.readable, .none): break
    // Without a configuration there is no schedule either.
    case (.missing, _) where evaluation != nil: break
    default: return nil
    }
    let last = evaluation?.evaluatedAt
    if let last, now.seconds(since: last) <= EvaluationFacts.longestDelay { return nil }
    let since = last.map { ", and the state was evaluated last at \(words($0))" } ?? ""
    return Finding(
      .problem, code: .keeper, text: "nothing keeps the schedule: no daemon runs\(since)",
      remedy:
        "start one: 'schedctl install' for the machine, 'schedctl install --user' for you, or 'schedctl run'; or evaluate "
        + "once a minute with this line of crontab(5): * * * * * \(evaluationCommand)")
  }

}

extension EnforcementStatus {
  /// A finding for each adapter and each limit of it; if no adapter can work, one more about that.
  fileprivate func findings(hasDaemon: Bool) -> [Finding] {
    guard !adapters.isEmpty else {
      let reason = hasDaemon ? "the daemon uses no adapter" : "no daemon runs"
      return [
        Finding(
          .note, code: .enforcement,
          text: "nothing enforces the shield: \(reason), and 'shield.json' is for other programs",
          remedy: hasDaemon ? "'[enforce] adapters' says which ones it uses" : nil)
      ]
    }
    let all = adapters.flatMap { standing in
      [standing.finding]
        + standing.limits.map { Finding(.note, code: .enforcement, text: "\(standing.adapter.rawValue): \($0)") }
    }
    if isActive || isOutOfReach { return all }
    return all + [Finding(.problem, code: .enforcement, text: "nothing enforces the shield: no adapter can work here")]
  }
}

extension AdapterStanding {
  fileprivate var finding: Finding {
    let help = remedy.isEmpty ? nil : remedy
    switch state {
    case .starting: return Finding(.note, code: .enforcement, text: named("examines whether it can work here"))
    case .ready: return Finding(.ok, code: .enforcement, text: named("works, and has nothing to enforce now"))
    case .applying: return Finding(.note, code: .enforcement, text: named("applies or removes a shield"))
    case .applied:
      let repairs = repairCount == 0 ? "" : "; it has repaired what other programs changed \(repairCount) times"
      return Finding(.ok, code: .enforcement, text: named("enforces the shield" + repairs))
    case .degraded: return Finding(.problem, code: .enforcement, text: fault ?? "", remedy: help)
    case .unavailable:
      return Finding(lacksWholeSet ? .problem : .note, code: .enforcement, text: fault ?? "", remedy: help)
    }
  }

  fileprivate func named(_ words: String) -> String { "\(adapter.rawValue) \(words)" }
}

/// A result of the inspection of an installation, with a remedy if something is wrong.
public struct Finding: Hashable, Sendable {
  /// The gravity of a finding.
  public enum Gravity: String, CaseIterable, Sendable {
    /// Everything is in order.
    case ok
    /// Information that requires no action.
    case note
    /// A problem that requires an action.
    case problem
  }

  /// The subject of a finding. A code never changes its meaning within a major version.
  public enum Code: String, CaseIterable, Sendable {
    case stateMissing = "state-missing"
    case stateUnusable = "state-unusable"
    case stateExposed = "state-exposed"
    case stateDirectory = "state-directory"
    case space
    case writer
    case keeper
    case evaluation
    case journal
    case record
    case tornEnd = "torn-end"
    case history
    case stateLoss = "state-loss"
    case shield
    case clock
    case clockUnsynchronised = "clock-unsynchronised"
    case hardwareClock = "hardware-clock"
    case zone
    case zoneDiffers = "zone-differs"
    case configuration
    case configurationChanged = "configuration-changed"
    case configurationWarnings = "configuration-warnings"
    case configurationExposed = "configuration-exposed"
    case authorization
    case waiting
    case enforcement
    case browser
    case nameServer = "name-server"
    case shieldPage = "shield-page"
    case expiry
    case use
  }

  /// The subject.
  public let code: Code
  /// The gravity.
  public let gravity: Gravity
  /// The text of the finding, in lower case without a full stop.
  public let text: String
  /// The remedy, or nil if no action is needed.
  public let remedy: String?

  /// Creates a finding.
  public init(_ gravity: Gravity, code: Code, text: String, remedy: String? = nil) {
    self.code = code
    self.gravity = gravity
    self.text = text
    self.remedy = remedy
  }
}
