import SchedulerCivilTime
import SchedulerDiagnostics

/// The actions on a simulated machine with their times, as a text with one action per line.
///
/// ```
/// 2026-11-23 09:10  break deep-work
/// +5m               resume             # five minutes later
/// 2026-11-23 13:00  crash after 3      # at the third file operation from there
/// ```
/// The times are true times, regardless of the machine's clock.
public struct SimulationScript: Sendable {
  /// The steps, in order.
  public let steps: [ScriptStep]

  /// Parses a text. Each line with an error is reported and skipped. Lines at `until` or later are skipped with a
  /// warning.
  ///
  /// - Parameters:
  ///   - zone: the zone of civil times.
  ///   - zones: the source of zones for the action `zone`.
  /// - Complexity: O(bytes).
  public init(
    reading source: SourceText, as id: SourceID, from start: Instant, until end: Instant, zone: ZoneRules,
    zones: any ZoneSource, diagnostics: inout DiagnosticList
  ) {
    var reader = ScriptReader(id, from: start, until: end, in: ScriptContext(zone: zone, zones: zones, present: start))
    reader.read(source.bytes, reportingTo: &diagnostics)
    steps = reader.steps
  }

  /// The distinct files of the `configuration` actions, in order.
  public var configurationFiles: [String] {
    var files: [String] = []
    for case .configuration(let file) in steps.map(\.kind) where !files.contains(file) { files.append(file) }
    return files
  }

  /// Reports commands with a profile that is not among the known ones.
  public func check(profiles known: [ProfileKey], _ diagnostics: inout DiagnosticList) {
    let names = known.map(\.text)
    for step in steps {
      guard let key = step.profile, !known.contains(key), let span = step.profileSpan else { continue }
      diagnostics.reportError { .unknownProfile(key, at: span, known: names) }
    }
  }

  /// The forms of all actions, for example `start P [--for D] [--at T] [--strategy S]`.
  public static var forms: [String] { ScriptAction.all.map(\.usage) }
}

/// A line of a script.
public struct ScriptStep: Sendable {
  /// The kinds of steps.
  public enum Kind: Sendable {
    /// An action on the machine.
    case action(SimulatedAction)
    /// The configuration in a file replaces the current one.
    case configuration(file: String)
  }

  /// The true time of the step.
  public let at: Instant
  /// The kind of the step.
  public let kind: Kind
  /// The position of its first argument, if it has one.
  let profileSpan: SourceSpan?

  /// The profile in its command, or nil if there is none.
  var profile: ProfileKey? {
    guard case .action(.command(let command)) = kind else { return nil }
    let values = command.request.values
    if case .profile(let key) = values.session { return key }
    return values.profile
  }
}
