import Scheduler
import SchedulerPlatform

/// What came of reading the files of a configuration while a daemon runs.
public struct ConfigurationRereading: Sendable {
  /// What tells the engine of the change; nil when there is none.
  public var input: Input?
  /// What the state directory is to remember of it; nil when that stays.
  public var record: AcceptedConfiguration?
  /// Whether the files consent to the shield, and nobody but root can change them.
  public var isConsenting = false
  /// Why the files are not what is in force; nil when they are.
  public var fault: ConfigurationFault?
  /// What the files are called together.
  public var title: String
  /// What is to be read again when it changes: the files, those that they name, and those of the zones.
  public var watched: [WatchedPath]

  /// What was read.
  public init(title: String, watched: [WatchedPath] = []) {
    self.title = title
    self.watched = watched
  }
}

/// Why the configuration that was accepted last stays in force.
public struct ConfigurationFault: Hashable, Sendable {
  /// A sentence in lower case.
  public let message: String
  /// The diagnostics as they are shown to people, in lines; empty when there are none.
  public let details: String

  /// A fault.
  public init(message: String, details: String = "") {
    self.message = message
    self.details = details
  }
}
