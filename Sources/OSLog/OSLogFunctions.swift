/// Writes a message at the level `default` to the default log.
public func os_log(_ message: OSLogMessage) { Logger().log(message) }

/// Writes a message at a level to the default log.
public func os_log(_ logLevel: OSLogType, _ message: OSLogMessage) { Logger().log(level: logLevel, message) }

/// Writes a message at a level to a log.
public func os_log(_ logLevel: OSLogType, log: OSLog, _ message: OSLogMessage) {
  Logger(log).log(level: logLevel, message)
}

/// Writes a message with the values that its format names. `%{public}@` shows a value that is hidden otherwise.
///
/// - Parameters:
///   - message: the format, as of `printf`, with `%@` for objects.
///   - dso: the program that logs. It has no effect.
///   - log: where the message goes.
///   - type: how important the message is.
///   - args: the values, in the order of the format.
@_disfavoredOverload
public func os_log(
  _ message: StaticString, dso: UnsafeRawPointer? = nil, log: OSLog = .default, type: OSLogType = .default,
  _ args: any CVarArg...
) {
  LogEntry.send(at: type, to: log) { LogFormat(message.description).segments(of: args) }
}

/// Writes a message with the values that its format names, at a level.
@_disfavoredOverload
public func os_log(
  _ type: OSLogType, dso: UnsafeRawPointer? = nil, log: OSLog = .default, _ message: StaticString,
  _ args: any CVarArg...
) {
  LogEntry.send(at: type, to: log) { LogFormat(message.description).segments(of: args) }
}
