import SchedulerDiagnostics

/// The program of a hook, and where the configuration says it.
public struct HookProgram: Hashable, Sendable {
  /// Its whole path.
  public let path: String
  /// The first word of the hook's `run`.
  public let span: SourceSpan
}
