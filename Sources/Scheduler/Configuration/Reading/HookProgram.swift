import SchedulerDiagnostics

/// The program of a hook, and its place in the configuration.
public struct HookProgram: Hashable, Sendable {
  /// The absolute path.
  public let path: String
  /// The place of the first word of the hook's `run`.
  public let span: SourceSpan
}
