import SchedulerCivilTime
import SchedulerDiagnostics
import SchedulerJSON

/// Something that a daemon says to whoever looks after the machine.
public struct LogEntry: Sendable {
  /// How much it matters, as syslog(3) counts it.
  public enum Priority: Int, Comparable, Sendable {
    /// Something does not work.
    case error = 3
    /// Something is not as it should be, and goes on.
    case warning = 4
    /// Something that is worth knowing.
    case notice = 5
    /// Something that happened as planned.
    case info = 6
    /// What only helps to find a fault.
    case debug = 7

    /// Whether one matters more than another.
    public static func < (a: Priority, b: Priority) -> Bool { a.rawValue < b.rawValue }
  }

  /// How much it matters.
  public let priority: Priority
  /// What is said, in one line, and further lines where there are details.
  public let message: String
  /// When.
  public let at: Instant
  /// In whose time people are told.
  public let zone: ZoneRules

  /// An entry. Nothing that others have written into it reaches a terminal as a control character, or passes for another
  /// entry; see `PrintableText`.
  ///
  /// - Parameters:
  ///   - message: one line; a line feed in it is shown as its picture.
  ///   - details: the lines below it; empty for none.
  public init(_ priority: Priority, _ message: String, details: String = "", at: Instant, zone: ZoneRules) {
    self.priority = priority
    let lines = details.utf8.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
    self.message = ([message] + lines).map(PrintableText.printable).joined(separator: "\n")
    self.at = at
    self.zone = zone
  }
}

/// How entries are written.
public enum LogFormat: String, CaseIterable, Sendable {
  /// For people: the time and the message.
  case text
  /// For the system's journal, which keeps the time: `<6>` and the message.
  case journal
  /// One JSON object a line, with time, priority and message.
  case json
}

extension LogEntry {
  /// The entry in a format, with the line feed at its end.
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
        json.member("time", at.description)
        json.member("priority", Int64(priority.rawValue))
        json.member("message", message)
      }
      json.newline()
      return String(decoding: json.bytes, as: UTF8.self)
    }
  }
}
