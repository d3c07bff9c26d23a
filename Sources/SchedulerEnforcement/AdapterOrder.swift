import Scheduler

/// What a conductor asks of an adapter.
public enum AdapterOrder: Hashable, Sendable {
  /// Say whether it can work here.
  case probe
  /// Apply a shield set and verify it.
  case apply(ShieldSet)
  /// Verify the set that was applied last.
  case verify
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
    /// The last set is still in force.
    case verified
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

/// How an adapter stands, for `status`, `doctor` and `live.json`.
public struct AdapterStanding: Hashable, Sendable {
  /// What it does at present.
  public enum State: Hashable, Sendable {
    /// It has not answered yet whether it can work here.
    case starting
    /// Nothing is shielded that it could apply.
    case ready
    /// It applies a set, or removes one.
    case applying
    /// The set of this generation is in force.
    case applied(generation: Int64)
    /// It does not do all that it should; the reason says what, as a sentence without a full stop.
    case degraded(reason: String)
    /// It cannot work here.
    case unavailable(reason: String)
  }

  /// The adapter.
  public let adapter: EnforcementSettings.Adapter
  /// What it does at present.
  public var state = State.starting
  /// What a person can do about it; empty if nothing is wrong or nothing is known.
  public var remedy = ""
  /// What it cannot apply of the set in force, one sentence each without a full stop.
  public var limits: [String] = []
  /// The number of times that it repaired what another program had changed.
  public var repairCount = 0

  /// Creates the standing of an adapter that has not answered yet.
  public init(_ adapter: EnforcementSettings.Adapter) { self.adapter = adapter }

  /// Whether a set is in force by this adapter, at least in part.
  public var isEnforcing: Bool { if case .applied = state { true } else { false } }
}
