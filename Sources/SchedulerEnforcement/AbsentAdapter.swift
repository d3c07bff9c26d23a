import Scheduler

/// An adapter that cannot work, for a known reason.
public struct AbsentAdapter: EnforcementAdapter {
  /// Its name.
  public let name: EnforcementSettings.Adapter
  private let reason: String
  private let remedy: String
  private let isHidden: Bool

  /// Creates the adapter.
  ///
  /// - Parameters:
  ///   - reason: why it cannot work, as a sentence without a full stop.
  ///   - remedy: what a person can do about it.
  ///   - isHidden: whether it is shown only where the configuration names it.
  public init(_ name: EnforcementSettings.Adapter, reason: String, remedy: String, isHidden: Bool = false) {
    (self.name, self.reason, self.remedy, self.isHidden) = (name, reason, remedy, isHidden)
  }

  /// Returns that it cannot work.
  public mutating func probe() -> AdapterAvailability {
    isHidden ? .absent(reason: reason, remedy: remedy) : .unavailable(reason: reason, remedy: remedy)
  }

  /// Throws the reason.
  public mutating func apply(_ shield: ShieldSet) throws(AdapterError) -> AdapterEffect { throw error }

  /// Throws the reason.
  public mutating func verify() throws(AdapterError) { throw error }

  /// Does nothing, because nothing is applied.
  public mutating func revert() {}

  private var error: AdapterError { AdapterError(reason, remedy: remedy) }
}
