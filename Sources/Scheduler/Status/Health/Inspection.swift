import SchedulerCivilTime

/// What was looked at to tell whether an instance of schedctl is well: facts alone, which somebody else has found out.
///
/// ```swift
/// let findings = inspection.findings
/// let isWell = !findings.contains { $0.gravity == .problem }
/// ```
public struct Inspection: Sendable {
  /// When it was looked.
  public var now: Instant
  /// The zone in which times are told.
  public var zone: ZoneRules
  /// The state directory.
  public var state: StateFacts
  /// What was read from it; nil when nothing could be.
  public var evaluation: EvaluationFacts?
  /// The clocks.
  public var clocks: ClockFacts
  /// The machine's own zone.
  public var systemZone: SystemZoneFacts
  /// The configuration.
  public var configuration: ConfigurationFacts
  /// What of the configuration is about to count later, a sentence each.
  public var waiting: [String] = []

  /// What was looked at.
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

  /// What follows from it, area by area; never empty. Complexity: O(facts).
  public var findings: [Finding] {
    let words = { (instant: Instant) in
      let civil = zone.civil(at: instant)
      return "\(civil.date) \(civil.time)"
    }
    let stored =
      evaluation.map { state.isMissing ? [$0.consent] : $0.findings(at: now, isKept: state.isKept, words) } ?? []
    return configuration.findings(isWaiting: !waiting.isEmpty, words) + state.findings + stored
      + clocks.findings(at: now, newest: evaluation?.evaluatedAt, words) + systemZone.findings
      + waiting.map { Finding(.note, .waiting, $0) } + [Self.enforcement]
  }

  private static let enforcement = Finding(
    .note, .enforcement,
    "the shield is kept in 'shield.json' for other programs; nothing of schedctl on this machine enforces it yet")
}
