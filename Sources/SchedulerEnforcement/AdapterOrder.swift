import Scheduler

/// What a conductor asks of an adapter.
public enum AdapterOrder: Hashable, Sendable {
  /// Say whether it can work here.
  case probe
  /// Apply a shield set and verify it. It is repeated each minute, to find what another program has changed and what has
  /// been installed since.
  case apply(ShieldSet)
  /// Remove everything that was applied.
  case revert
}

/// What became of an order, or what an adapter did by itself.
public struct AdapterReport: Sendable {
  /// The content of a report.
  public enum Content: Sendable {
    /// The answer to `probe`.
    case probed(AdapterAvailability)
    /// The set of this generation is in force.
    case applied(generation: Int64, AdapterEffect)
    /// Nothing is applied any more.
    case reverted
    /// The order was not carried out.
    case failed(AdapterError)
    /// Something happened without an order.
    case worked(AdapterWork)
  }

  /// The adapter.
  public let adapter: EnforcementSettings.Adapter
  /// What became of it.
  public let content: Content

  /// Creates a report.
  public init(from adapter: EnforcementSettings.Adapter, _ content: Content) {
    (self.adapter, self.content) = (adapter, content)
  }
}
