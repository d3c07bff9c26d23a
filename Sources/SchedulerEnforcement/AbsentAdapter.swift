import Scheduler

/// An adapter that cannot work, for a known reason.
public struct AbsentAdapter: EnforcementAdapter {
  /// Its name.
  public let name: EnforcementSettings.Adapter
  private let reason: String
  private let remedy: String
  private let isShownUnnamed: Bool

  /// Creates the adapter.
  ///
  /// - Parameters:
  ///   - reason: why it cannot work, as a sentence without a full stop.
  ///   - remedy: what a person can do about it.
  ///   - isShownUnnamed: whether it is shown although the configuration does not name it.
  public init(
    _ name: EnforcementSettings.Adapter, reason: String, remedy: String, isShownUnnamed: Bool = true
  ) {
    (self.name, self.reason, self.remedy, self.isShownUnnamed) = (name, reason, remedy, isShownUnnamed)
  }

  /// Returns that it is unavailable, or absent.
  public mutating func probe() -> AdapterAvailability {
    isShownUnnamed ? .unavailable(reason: reason, remedy: remedy) : .absent(reason: reason, remedy: remedy)
  }

  /// Throws the reason.
  public mutating func apply(_ shield: ShieldSet) throws(AdapterError) -> AdapterEffect { throw error }

  /// Throws the reason.
  public mutating func verify() throws(AdapterError) { throw error }

  /// Does nothing, because nothing is applied.
  public mutating func revert() {}

  private var error: AdapterError { AdapterError(reason, remedy: remedy) }
}
