/// Writes messages of a subsystem and a category to the log of the current process.
///
/// ```swift
/// let logger = Logger(subsystem: "com.example.app", category: "monitor")
/// logger.info("interval of \(activity.rawValue, privacy: .public) begins")
/// ```
///
/// Messages of every level are kept. Code that runs on no device logs nothing.
public struct Logger: Sendable {
  private let log: OSLog

  /// Creates a logger of the default log.
  public init() { log = .default }

  /// Creates a logger of a subsystem and a category in it.
  public init(subsystem: String, category: String) { log = OSLog(subsystem: subsystem, category: category) }

  /// Creates a logger of a log.
  public init(_ logObj: OSLog) { log = logObj }

  /// Writes a message at the level `default`.
  public func log(_ message: OSLogMessage) { log(level: .default, message) }

  /// Writes a message at a level.
  public func log(level: OSLogType, _ message: OSLogMessage) {
    LogEntry.send(at: level, to: log) { message.interpolation.segments }
  }

  /// Writes a message at the level `debug`.
  public func trace(_ message: OSLogMessage) { log(level: .debug, message) }

  /// Writes a message at the level `debug`.
  public func debug(_ message: OSLogMessage) { log(level: .debug, message) }

  /// Writes a message at the level `info`.
  public func info(_ message: OSLogMessage) { log(level: .info, message) }

  /// Writes a message at the level `default`.
  public func notice(_ message: OSLogMessage) { log(level: .default, message) }

  /// Writes a message at the level `error`.
  public func warning(_ message: OSLogMessage) { log(level: .error, message) }

  /// Writes a message at the level `error`.
  public func error(_ message: OSLogMessage) { log(level: .error, message) }

  /// Writes a message at the level `fault`.
  public func critical(_ message: OSLogMessage) { log(level: .fault, message) }

  /// Writes a message at the level `fault`.
  public func fault(_ message: OSLogMessage) { log(level: .fault, message) }
}
