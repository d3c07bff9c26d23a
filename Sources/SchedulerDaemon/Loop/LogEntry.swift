import SchedulerCivilTime
import SchedulerDiagnostics
import SchedulerJSON

/// A message of a daemon for the administrator of the machine.
public struct LogEntry: Sendable {
  /// The severity, with the numbers of syslog(3).
  public enum Priority: Int, Comparable, Sendable {
    /// An operation failed.
    case error = 3
    /// A condition that is not as it should be, although the daemon continues.
    case warning = 4
    /// A significant event.
    case notice = 5
    /// A planned event.
    case info = 6
    /// Information that is useful only for debugging.
    case debug = 7

    /// Returns whether `a` is more severe than `b`.
    public static func < (a: Priority, b: Priority) -> Bool { a.rawValue < b.rawValue }
  }

  /// The severity.
  public let priority: Priority
  /// The message: one line, followed by further lines if there are details.
  public let message: String
  /// The time of the message.
  public let at: Instant
  /// The zone for displayed times.
  public let zone: ZoneRules

  /// Creates an entry. Control characters in its text are replaced, so that foreign text cannot control a terminal or
  /// imitate another entry; see `PrintableText`.
  ///
  /// - Parameters:
  ///   - message: one line. A line feed in it is displayed as its symbol.
  ///   - details: the lines below the message; empty for none.
  public init(_ priority: Priority, message: String, details: String = "", at: Instant, zone: ZoneRules) {
    self.priority = priority
    let lines = details.utf8.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
    self.message = ([message] + lines).map(PrintableText.printable).joined(separator: "\n")
    self.at = at
    self.zone = zone
  }
}

/// The format of log entries.
public enum LogFormat: String, CaseIterable, Sendable {
  /// Readable text: the time and the message.
  case text
  /// The format for the system's journal, which records the time itself: `<6>` and the message.
  case journal
  /// One JSON object per line, with time, priority and message.
  case json
}

extension LogEntry {
  /// Returns the entry in a format, with a final line feed.
  public func line(_ format: LogFormat) -> String {
    switch format {
    case .text:
      let civil = zone.civil(at: at)
      return "\(civil.date) \(civil.time)\(civil.time.secondsSinceMidnight % 60 == 0 ? ":00" : "") \(message)\n"
    case .journal:
      return message.split(separator: "\n").map { "<\(priority.rawValue)>\($0)\n" }.joined()
    case .json:
      var json = JSONWriter()
      json.object { json in
        json.member("time", value: at.description)
        json.member("priority", value: Int64(priority.rawValue))
        json.member("message", value: message)
      }
      json.newline()
      return String(decoding: json.bytes, as: UTF8.self)
    }
  }
}
