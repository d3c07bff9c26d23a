import Scheduler

/// An adapter that cannot work, for a known reason.
public struct AbsentAdapter: EnforcementAdapter {
  /// Its name.
  public let name: EnforcementSettings.Adapter
  private let reason: String
  private let remedy: String

  /// Creates the adapter.
  ///
  /// - Parameters:
  ///   - reason: why it cannot work, as a sentence without a full stop.
  ///   - remedy: what a person can do about it.
  public init(_ name: EnforcementSettings.Adapter, reason: String, remedy: String) {
    (self.name, self.reason, self.remedy) = (name, reason, remedy)
  }

  /// Returns that it is unavailable.
  public mutating func probe() -> AdapterAvailability { .unavailable(reason: reason, remedy: remedy) }

  /// Throws the reason.
  public mutating func apply(_ shield: ShieldSet) throws(AdapterError) -> AdapterEffect { throw error }

  /// Throws the reason.
  public mutating func verify() throws(AdapterError) { throw error }

  /// Does nothing, because nothing is applied.
  public mutating func revert() {}

  private var error: AdapterError { AdapterError(reason, remedy: remedy) }
}
