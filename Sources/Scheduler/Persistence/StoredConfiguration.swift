import SchedulerStore

/// What a state directory says of the configuration that was accepted last.
public enum StoredConfiguration: Hashable, Sendable {
  /// Nothing: none was ever accepted there.
  case none
  /// It cannot be used, for this reason.
  case unusable(AcceptedConfigurationError)
  /// This.
  case accepted(AcceptedConfiguration)

  /// What was accepted; nil when there is nothing that can be used.
  public var accepted: AcceptedConfiguration? { if case .accepted(let record) = self { record } else { nil } }

  /// What the bytes of a file say.
  init(parsing bytes: [UInt8]) {
    do throws(AcceptedConfigurationError) {
      self = .accepted(try AcceptedConfiguration(parsing: bytes))
    } catch {
      self = .unusable(error)
    }
  }
}
