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
      + waiting.map { Finding(.note, code: .waiting, text: $0) } + [Self.enforcement]
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

  private static let enforcement = Finding(
    .note, code: .enforcement,
    text: "the shield is kept in 'shield.json' for other programs; nothing of schedctl on this machine enforces it yet")
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
