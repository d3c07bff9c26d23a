import SchedulerCivilTime

/// What became of a configuration.
public struct ConfigurationFacts: Sendable {
  /// What counts.
  public enum Standing: Sendable {
    /// Nothing: there is no configuration that could be used, for this reason.
    case none(reason: String)
    /// What was accepted last, since the files cannot be used, for this reason.
    case kept(reason: String)
    /// The files.
    case files
  }

  /// What counts.
  public var standing: Standing
  /// What helps where what was accepted last is kept.
  public var remedy = "'schedctl check' tells what is wrong"
  /// What it was read from.
  public var title: String
  /// Since when it counts; nil for what was never accepted.
  public var acceptedAt: Instant?
  /// Whether the files say something else than what was accepted last.
  public var isChanged = false
  /// How many warnings `check` has.
  public var warningCount = 0
  /// How others than root can change what root reads, a sentence each.
  public var exposures: [String] = []
  /// Why what was accepted last cannot be read again, as a sentence that names the file; nil when it can.
  public var recordFault: String?
  /// Whether the state says what was accepted last, or that nothing was; it does not where it cannot be read.
  public var isRecordKnown = true
  /// Whether it consents for the machine though others than root can change it, which counts for nothing.
  public var consentsInVain = false

  /// Facts on a configuration.
  public init(_ standing: Standing, title: String, acceptedAt: Instant? = nil) {
    self.standing = standing
    self.title = title
    self.acceptedAt = acceptedAt
  }

  func findings(isWaiting: Bool, _ words: (Instant) -> String) -> [Finding] {
    [validity(isWaiting, words)] + [record, change(words), warnings].compactMap(\.self) + trust
  }

  private func validity(_ isWaiting: Bool, _ words: (Instant) -> String) -> Finding {
    let since = acceptedAt.map { " since \(words($0))" } ?? ""
    switch standing {
    case .files where recordFault != nil || !isRecordKnown:
      return Finding(.ok, .configuration, "\(title) has no errors")
    case .files where isWaiting:
      return Finding(.ok, .configuration, "\(title) has no errors, and is not in force as a whole yet")
    case .files: return Finding(.ok, .configuration, "\(title) is in force\(isChanged ? "" : since)")
    case .kept(let reason):
      return Finding(
        .problem, .configuration,
        "\(reason); what was accepted\(acceptedAt.map { " at \(words($0))" } ?? "") stays in force",
        remedy: remedy)
    case .none(let reason):
      return Finding(
        .problem, .configuration, reason, remedy: "'schedctl check' tells what is wrong, 'schedctl init' writes one")
    }
  }

  private var record: Finding? {
    recordFault.map {
      Finding(
        .problem, .configuration, $0 + ": what was accepted last is not known",
        remedy: "'schedctl run --once' accepts the files, as soon as they have no errors, and writes it anew")
    }
  }

  private func change(_ words: (Instant) -> String) -> Finding? {
    guard isChanged else { return nil }
    let since = acceptedAt.map { " at \(words($0))" } ?? ""
    return Finding(
      .note, .configurationChanged, "the files say something else than what was accepted\(since)",
      remedy: "'schedctl run --once' accepts them")
  }

  private var warnings: Finding? {
    guard warningCount > 0 else { return nil }
    return Finding(
      .note, .configurationWarnings,
      "the configuration has \(warningCount) \(warningCount == 1 ? "warning" : "warnings")",
      remedy: "'schedctl check' shows them")
  }

  private var trust: [Finding] {
    let exposed = exposures.map {
      Finding(
        .problem, .configurationExposed, $0, remedy: "'schedctl check' tells what mends it; root acts on no such file")
    }
    guard consentsInVain else { return exposed }
    return exposed + [
      Finding(
        .note, .configurationExposed,
        "'authorized = true' counts for nothing: others than root can change \(title)",
        remedy: "'schedctl authorize' asks for consent")
    ]
  }
}
