import SchedulerCivilTime
import SchedulerDiagnostics

/// What is done to a simulated machine, and when: a text of one action a line.
///
/// ```
/// 2026-11-23 09:10  break deep-work
/// +5m               resume             # five minutes later
/// 2026-11-23 13:00  crash after 3      # at the third file operation from there
/// ```
/// Times are those of a correct clock, whatever the machine's clock shows.
public struct SimulationScript: Sendable {
  /// The steps, in order.
  public let steps: [ScriptStep]

  /// Reads a text. Each line with a mistake is reported and left out; so is, with a warning, what is at `until` or later.
  ///
  /// - Parameters:
  ///   - zone: the zone of civil times.
  ///   - zones: where `zone` looks up its argument.
  /// Complexity: O(bytes).
  public init(
    reading source: SourceText, as id: SourceID, from start: Instant, until end: Instant, zone: ZoneRules,
    zones: any ZoneSource, diagnostics: inout DiagnosticList
  ) {
    var reader = ScriptReader(id, from: start, until: end, ScriptContext(zone: zone, zones: zones, present: start))
    reader.read(source.bytes, &diagnostics)
    steps = reader.steps
  }

  /// The files that `configuration` names, each once, in order.
  public var configurationFiles: [String] {
    var files: [String] = []
    for case .configuration(let file) in steps.map(\.kind) where !files.contains(file) { files.append(file) }
    return files
  }

  /// Reports commands that name a profile that is none of the known ones.
  public func check(profiles known: [ProfileKey], _ diagnostics: inout DiagnosticList) {
    let names = known.map(\.text)
    for step in steps {
      guard let key = step.profile, !known.contains(key), let span = step.profileSpan else { continue }
      diagnostics.reportError { .unknownProfile(key, at: span, known: names) }
    }
  }

  /// The forms of all actions, such as `start P [--for D] [--at T] [--strategy S]`.
  public static var forms: [String] { ScriptAction.all.map(\.usage) }
}

/// A line of a script.
public struct ScriptStep: Sendable {
  /// What is done.
  public enum Kind: Sendable {
    /// An action.
    case action(SimulatedAction)
    /// The configuration in a file takes the place of that in force.
    case configuration(file: String)
  }

  /// When it is done, in true time.
  public let at: Instant
  /// What is done.
  public let kind: Kind
  /// Where its first argument stands, if it has one.
  let profileSpan: SourceSpan?

  /// The profile that it names; nil for none.
  var profile: ProfileKey? {
    guard case .action(.command(let command)) = kind else { return nil }
    let values = command.request.values
    if case .profile(let key) = values.session { return key }
    return values.profile
  }
}
