import SchedulerCivilTime

/// The state of the configuration.
public struct ConfigurationFacts: Sendable {
  /// The configuration that is in force.
  public enum Standing: Sendable {
    /// No configuration is usable, for the given reason.
    case none(reason: String)
    /// The last accepted configuration, because the files are unusable for the given reason.
    case kept(reason: String)
    /// The files.
    case files
  }

  /// The configuration that is in force.
  public var standing: Standing
  /// The remedy if the last accepted configuration is in force.
  public var remedy = "'schedctl check' tells what is wrong"
  /// The source of the configuration.
  public var title: String
  /// The time at which it was accepted, or nil if it never was.
  public var acceptedAt: Instant?
  /// Whether the files differ from the last accepted configuration.
  public var isChanged = false
  /// The number of warnings of `check`.
  public var warningCount = 0
  /// The ways in which users other than root can change files that root reads, one sentence each.
  public var exposures: [String] = []
  /// A sentence about why the last accepted configuration cannot be read, with the name of the file; nil if it can.
  public var recordFault: String?
  /// Whether an enabled profile blocks pages of sites, which only browsers can tell apart.
  public var blocksURLs = false
  /// Whether users may not read what is blocked.
  public var isPrivate = false
  /// Whether the state is readable and names the last accepted configuration, or shows that there is none.
  public var isRecordKnown = true
  /// Whether the file contains consent that has no effect, because users other than root can change the file.
  public var consentsInVain = false

  /// Creates facts about a configuration.
  public init(_ standing: Standing, title: String, acceptedAt: Instant? = nil) {
    self.standing = standing
    self.title = title
    self.acceptedAt = acceptedAt
  }

  func findings(isWaiting: Bool, _ words: (Instant) -> String) -> [Finding] {
    [validity(isWaiting: isWaiting, words: words)] + [record, change(words), warnings].compactMap(\.self) + trust
  }

  private func validity(isWaiting: Bool, words: (Instant) -> String) -> Finding {
    let since = acceptedAt.map { " since \(words($0))" } ?? ""
    switch standing {
    case .files where recordFault != nil || !isRecordKnown:
      return Finding(.ok, code: .configuration, text: "\(title) has no errors")
    case .files where isWaiting:
      return Finding(.ok, code: .configuration, text: "\(title) has no errors, and is not in force as a whole yet")
    case .files: return Finding(.ok, code: .configuration, text: "\(title) is in force\(isChanged ? "" : since)")
    case .kept(let reason):
      return Finding(
        .problem, code: .configuration,
        text: "\(reason); what was accepted\(acceptedAt.map { " at \(words($0))" } ?? "") stays in force",
        remedy: remedy)
    case .none(let reason):
      return Finding(
        .problem, code: .configuration, text: reason,
        remedy: "'schedctl check' tells what is wrong, 'schedctl init' writes one")
    }
  }

  private var record: Finding? {
    recordFault.map {
      Finding(
        .problem, code: .configuration, text: $0 + ": what was accepted last is not known",
        remedy: "'schedctl run --once' accepts the files, as soon as they have no errors, and writes it anew")
    }
  }

  private func change(_ words: (Instant) -> String) -> Finding? {
    guard isChanged else { return nil }
    let since = acceptedAt.map { " at \(words($0))" } ?? ""
    return Finding(
      .note, code: .configurationChanged, text: "the files say something else than what was accepted\(since)",
      remedy: "'schedctl run --once' accepts them")
  }

  private var warnings: Finding? {
    guard warningCount > 0 else { return nil }
    return Finding(
      .note, code: .configurationWarnings,
      text: "the configuration has \(warningCount) \(warningCount == 1 ? "warning" : "warnings")",
      remedy: "'schedctl check' shows them")
  }

  private var trust: [Finding] {
    let exposed = exposures.map {
      Finding(
        .problem, code: .configurationExposed, text: $0,
        remedy: "'schedctl check' tells what mends it; root acts on no such file")
    }
    guard consentsInVain else { return exposed }
    return exposed + [
      Finding(
        .note, code: .configurationExposed,
        text: "'authorized = true' counts for nothing: others than root can change \(title)",
        remedy: "'schedctl authorize' asks for consent")
    ]
  }
}
