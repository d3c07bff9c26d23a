import ScreenTimeSystem

/// A process that keeps the messages that its code logs.
package protocol LogProcess: SystemProcess {
  /// Keeps a message. It may be called on any thread.
  func log(_ entry: LogEntry)
}

/// A message that code has logged.
package struct LogEntry: Hashable, Sendable {
  /// The subsystem of the logger; empty for the default one.
  package let subsystem: String
  /// The category of the logger; empty for the default one.
  package let category: String
  /// How important the message is.
  package let level: OSLogType
  /// The message in pieces.
  package let segments: [LogSegment]

  /// The message as the system shows it, with `<private>` for private values.
  package var text: String { segments.map(\.shown).joined() }

  /// The message with its private values, as a debugger shows it.
  package var textWithPrivateValues: String { segments.map(\.value).joined() }

  /// Hands a message to the process of the running code. Without one the message is dropped, and its values are not
  /// evaluated.
  static func send(at level: OSLogType, to log: OSLog, segments: () -> [LogSegment]) {
    guard log.isEnabled(type: level), let process = CurrentProcess.ifAny as? any LogProcess else { return }
    process.log(
      LogEntry(subsystem: log.subsystem, category: log.category, level: level, segments: segments()))
  }
}

/// A part of a message: a literal, or an interpolated value.
package struct LogSegment: Hashable, Sendable {
  /// The text of the part, with what is private.
  package let value: String
  /// What the system shows instead of the value; nil if it shows the value.
  package let replacement: String?

  /// The text as the system shows it.
  package var shown: String { replacement ?? value }
}
